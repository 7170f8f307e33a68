import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance } from '../../src/core/engine/advance.ts';
import { commandInForce } from '../../src/core/engine/command.ts';
import { initialState } from '../../src/core/engine/initial-state.ts';
import { takeMove } from '../../src/core/engine/move-to.ts';
import type { EnrollmentState } from '../../src/core/engine/state.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { diffPlans, isSame } from '../../src/language/versions/diff-plans.ts';
import { type MadeStep, mapPositions } from '../../src/language/versions/map-position.ts';
import { matchNodes } from '../../src/language/versions/match-nodes.ts';
import { rounds } from '../support/rounds.ts';
import { compile, edited, edits, trees } from './trees.ts';

/** One life: a walk through versions, moved from each to the next at some moment. */
function live(versions: readonly Plan[], moments: readonly number[], choices: readonly boolean[]) {
  const sent: string[] = [];
  const keys: string[] = [];
  const made: MadeStep[] = [];
  const moves: string[] = [];
  let plan = versions[0] as Plan;
  let state = initialState(plan, 'enr_1');
  let now = 0;
  let turn = 0;
  ({ state } = advance(plan, state, { type: 'start', at: now }));

  const step = (): boolean => {
    const command = commandInForce(plan, state);
    const choice = choices[turn++ % choices.length] ?? true;
    if (command.do === 'finish') return false;
    if (command.do === 'wait') {
      if (command.kind === 'event' && choice) {
        const event = { id: `evt_${turn}`, type: 'accepted_invitation' } as const;
        ({ state } = advance(plan, state, { type: 'event', at: now, event }));
      } else {
        now = command.until ?? now;
        ({ state } = advance(plan, state, { type: 'time', at: now }));
      }
      return true;
    }
    const { request } = command;
    const node = plan.nodes[request.node];
    if (node?.kind === 'if') {
      const result = { status: 'branch', to: choice ? 'then' : 'else' } as const;
      ({ state } = advance(plan, state, { type: 'performed', at: now, result, request }));
      return true;
    }
    if (node?.kind === 'message') sent.push(node.text ?? '');
    keys.push(`${request.node}/${request.visit}`);
    made.push({ plan, node: request.node });
    ({ state } = advance(plan, state, { type: 'performed', at: now, result: { status: 'done' }, request }));
    return true;
  };
  /** Over, or about to take a step. */
  const mustStop = ({ phase, node }: EnrollmentState): boolean =>
    phase.is === 'finished' || (phase.is === 'performing' && plan.nodes[node]?.kind !== 'if');

  versions.slice(1).forEach((next, index) => {
    for (let left = moments[index] ?? 0; left > 0 && step(); left--);
    if (state.phase.is === 'finished' || next === plan) return;
    const map = mapPositions(plan, next);
    const stand = { node: state.node, made };
    const position = map.at(stand);
    moves.push(position.status);
    if (position.status !== 'moves') return;
    expect(Object.keys(next.nodes)).toContain(position.node);
    const places = Object.fromEntries([...map.from(stand)].map(([id, { node, goes_on }]) => [id, { node, goes_on }]));
    // The walk may go on for a while before it hears of the move, but no step is taken in the old version.
    for (let late = choices.length % 3; late > 0 && !mustStop(state); late--) step();
    const move = { id: `mov_${index}`, digest: String(index), node: position.node, places, repeats: {} };
    state = takeMove({ before: plan, after: next }, state, move, now);
    plan = next;
  });
  for (let left = 200; left > 0 && step(); left--);
  return { sent, keys, moves };
}

const lives = fc.record({
  first: trees,
  changes: fc.array(edits, { minLength: 1, maxLength: 3 }),
  moments: fc.array(fc.nat(12), { minLength: 3, maxLength: 3 }),
  choices: fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
});

describe('somebody in a repeat', () => {
  const round = (days: number): Plan => {
    const compiled = compileSequence(`sequence: hello
senders: { professional: [acc_anna] }
steps:
  - repeat:
      times: 4
      steps:
        - message: "Ping."
          else: [{ wait: 1 hour }]
        - wait: ${days} days
`);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
    return compiled.plan;
  };
  it('goes on with the rounds that are left, in one version after the other', () => {
    const [first, second, third] = [round(1), round(2), round(3)];
    const [node, ping] = ['1-repeat/2-wait', '1-repeat/1-message'];
    expect(mapPositions(first, second).at({ node, made: [{ plan: first, node: ping }] })).toMatchObject({
      status: 'moves',
    });
    // The ping went out in the first version; the third brings no more of them than the second.
    expect(mapPositions(second, third).at({ node, made: [{ plan: first, node: ping }] })).toMatchObject({
      status: 'moves',
      node,
      goes_on: true,
    });
  });
});

describe('moving between versions', () => {
  it('sends nobody the same twice, and takes no step under a key that was used', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(lives, ({ first, changes, moments, choices }) => {
        const sequences = [first];
        for (const change of changes) sequences.push(edited(sequences.at(-1) ?? [], change));
        const { sent, keys, moves } = live(
          sequences.map((steps) => compile(steps)),
          moments,
          choices,
        );
        for (const move of moves) seen.set(move, (seen.get(move) ?? 0) + 1);
        expect(new Set(sent).size).toBe(sent.length);
        expect(new Set(keys).size).toBe(keys.length);
      }),
      { numRuns: rounds(300) },
    );
    // A property that never moves anybody would prove nothing.
    expect(seen.get('moves')).toBeGreaterThan(50);
    expect(seen.get('would_repeat')).toBeGreaterThan(0);
  });

  it('is no difference and no move at all to the same sequence', () => {
    fc.assert(
      fc.property(trees, (steps) => {
        const [a, b] = [compile(steps), compile(steps)];
        expect(isSame(diffPlans(a, b))).toBe(true);
        for (const [from, to] of matchNodes(a, b).forward) expect(to).toBe(from);
        const map = mapPositions(a, b);
        for (const node of Object.keys(a.nodes)) {
          expect(map.at({ node, made: [] })).toEqual({ status: 'moves', node, goes_on: true });
        }
      }),
      { numRuns: rounds(100) },
    );
  });

  it('names each step of both versions once: as it was, changed, moved, added or removed', () => {
    fc.assert(
      fc.property(trees, edits, (steps, changes) => {
        const [a, b] = [compile(steps), compile(edited(steps, changes))];
        const { steps: shown, unchanged } = diffPlans(a, b);
        const of = (side: 'from' | 'to') => shown.flatMap((change) => change[side] ?? []);
        expect(new Set(of('to')).size + unchanged).toBe(reachable(b).size);
        expect(new Set(of('from')).size + unchanged).toBe(reachable(a).size);
        expect(of('to').every((id) => id in b.nodes) && of('from').every((id) => id in a.nodes)).toBe(true);
      }),
      { numRuns: rounds(300) },
    );
  });
});

function reachable(plan: Plan): Set<string> {
  const found = new Set<string>();
  const open = [plan.start];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = plan.nodes[id];
    if (!node || found.has(id)) continue;
    found.add(id);
    if (node.kind === 'end') continue;
    open.push(node.next);
    if (node.kind === 'if' || node.kind === 'wait_for') open.push(node.then, node.else);
    if (node.kind === 'repeat') open.push(node.body);
  }
  return found;
}
