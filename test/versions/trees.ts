// biome-ignore-all lint/suspicious/noThenProperty: `then` is an edge of a plan's node, never awaited.
import fc from 'fast-check';
import type { Node } from '../../src/language/plan/node.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { planOf } from '../engine/plans.ts';

/** A sequence as its author sees it: ids are derived from places, as the compiler does. */
export type Tree = (
  | { readonly kind: 'visit' }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'wait'; readonly days: number }
  | { readonly kind: 'wait_for'; readonly days: number; readonly then: readonly Tree[]; readonly else: readonly Tree[] }
  | { readonly kind: 'if'; readonly test: string; readonly then: readonly Tree[]; readonly else: readonly Tree[] }
  | { readonly kind: 'repeat'; readonly times: number; readonly body: readonly Tree[] }
  | { readonly kind: 'end'; readonly outcome: string }
) & { readonly id?: string };

export const message = (text: string, id?: string): Tree => ({ kind: 'message', text, ...(id ? { id } : {}) });
export const wait = (days = 1): Tree => ({ kind: 'wait', days });
export const visit: Tree = { kind: 'visit' };
export const waitFor = (then: readonly Tree[], otherwise: readonly Tree[], days = 7): Tree => ({
  kind: 'wait_for',
  days,
  then,
  else: otherwise,
});

export function compile(trees: readonly Tree[], changes: Partial<Plan> = {}): Plan {
  const nodes: Node[] = [{ id: 'completed', kind: 'end', outcome: 'completed' }];
  const list = (steps: readonly Tree[], prefix: string, after: string): string =>
    steps.reduceRight((next, step, index) => {
      const id = step.id ?? `${prefix}${index + 1}-${step.kind}`;
      const base = { id, next, on_error: { do: 'stop' } } as const;
      const branch = (name: string, below: readonly Tree[]) => list(below, `${id}/${name}/`, next);
      nodes.push(nodeOf(step, base, branch, (below) => list(below, `${id}/`, id)));
      return id;
    }, after);
  const start = list(trees, '', 'completed');
  return planOf(nodes, { start, ...changes });
}

function nodeOf(
  step: Tree,
  base: { readonly id: string; readonly next: string; readonly on_error: { readonly do: 'stop' } },
  branch: (name: string, below: readonly Tree[]) => string,
  round: (below: readonly Tree[]) => string,
): Node {
  switch (step.kind) {
    case 'visit':
      return { ...base, kind: 'visit' };
    case 'message':
      return { ...base, kind: 'message', channel: 'professional', text: step.text };
    case 'wait':
      return { ...base, kind: 'wait', duration: { unit: 'ms', count: step.days * DAY } };
    case 'wait_for':
      return {
        ...base,
        kind: 'wait_for',
        event: 'accepted_invitation',
        within: step.days * DAY,
        then: branch('then', step.then),
        else: branch('else', step.else),
      };
    case 'if':
      return { ...base, kind: 'if', test: step.test, then: branch('then', step.then), else: branch('else', step.else) };
    case 'repeat':
      return { ...base, kind: 'repeat', times: step.times, body: round(step.body) };
    case 'end':
      return { kind: 'end', id: base.id, outcome: step.outcome };
  }
}

let texts = 0;
/** No two messages say the same, so that whoever reads one twice was written to twice. */
const fresh = (): Tree => message(`Hello number ${++texts}, said as nobody else says it ${texts * 7919}`);

const leaf: fc.Arbitrary<Tree> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null).map(fresh) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 5 }).map(wait) },
  { weight: 1, arbitrary: fc.constant(visit) },
);

export const trees: fc.Arbitrary<readonly Tree[]> = fc.letrec<{ list: readonly Tree[]; tree: Tree }>((tie) => ({
  list: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
  tree: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    leaf,
    fc.tuple(tie('list'), tie('list')).map(([then, otherwise]) => waitFor(then, otherwise)),
    fc
      .tuple(fc.constantFrom('state.connected', 'vars.x == 1'), tie('list'), tie('list'))
      .map(([test, then, otherwise]): Tree => ({ kind: 'if', test, then, else: otherwise })),
  ),
})).list;

export interface Edit {
  readonly do: 'insert' | 'delete' | 'reword' | 'swap' | 'wrap' | 'longer' | 'shuffle';
  readonly at: number;
}

export const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({
    do: fc.constantFrom<Edit['do']>('insert', 'delete', 'reword', 'swap', 'wrap', 'longer', 'shuffle'),
    at: fc.nat(1000),
  }),
  { minLength: 0, maxLength: 4 },
);

export const edited = (steps: readonly Tree[], changes: readonly Edit[]): readonly Tree[] =>
  changes.reduce(applyEdit, steps);

/** In the list that the number chooses: this one, or one below. */
function applyEdit(steps: readonly Tree[], edit: Edit): readonly Tree[] {
  const index = edit.at % Math.max(1, steps.length);
  const step = steps[index];
  const below = Math.floor(edit.at / 7);
  if (step && (step.kind === 'wait_for' || step.kind === 'if') && edit.at % 3 !== 0) {
    const branch = below % 2 === 0 ? 'then' : 'else';
    return steps.with(index, { ...step, [branch]: applyEdit(step[branch], { ...edit, at: below }) });
  }
  switch (edit.do) {
    case 'insert':
      return steps.toSpliced(index, 0, below % 2 === 0 ? fresh() : wait(1 + (below % 4)));
    case 'delete':
      return steps.toSpliced(index, 1);
    case 'reword':
      return step?.kind === 'message' ? steps.with(index, { ...step, text: `${step.text}, dear friend` }) : steps;
    case 'longer':
      return step?.kind === 'wait' || step?.kind === 'wait_for'
        ? steps.with(index, { ...step, days: step.days + 2 })
        : steps;
    case 'swap': {
      const next = steps[index + 1];
      return step && next ? steps.with(index, next).with(index + 1, step) : steps;
    }
    case 'wrap':
      return step ? steps.with(index, { kind: 'if', test: 'state.replied', then: [step], else: [] }) : steps;
    case 'shuffle':
      return step ? [...steps.toSpliced(index, 1), step] : steps;
  }
}
