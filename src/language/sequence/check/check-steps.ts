import type { NodeId } from '../../plan/nodes/common.ts';
import type { Place } from '../diagnostics/edit.ts';
import { colonEdits } from '../fix/colon-edits.ts';
import { STEP_KINDS, stepKindOf } from '../steps/kinds.ts';
import type { StepKind } from '../steps/step-kind.ts';
import type { Step } from '../syntax.ts';
import type { YamlMap, YamlValue } from '../yaml/yaml-value.ts';
import { checkStepCondition } from './check-condition.ts';
import { type CheckContext, type Entries, readKeys, reportForm, shorten } from './check-context.ts';
import { checkId, checkOnError, checkReview } from './common-keys.ts';
import { reportUnknownStep } from './unknown-step.ts';

const COMMON = ['id', 'if', 'on_error', 'then', 'else', 'review'];
/** Keys that only stand beside a step's word. */
const BESIDE: ReadonlySet<string> = new Set(STEP_KINDS.flatMap(besideOf));

/** Keys of its own beside the common ones. */
function besideOf({ form }: StepKind): readonly string[] {
  return Object.keys(form.beside ?? {});
}

const hasBranch = ({ form }: StepKind, key: 'then' | 'else'): boolean =>
  (key === 'then' ? form.done : form.otherwise) !== undefined;

/** A list of steps; ids are derived from the place under `prefix`. Of a step with errors, only where it stands is known. */
export function checkSteps(context: CheckContext, value: YamlValue, prefix: NodeId): Step[] {
  if (value.kind !== 'list') {
    reportForm(context, value, 'steps are a list', 'Put a dash before each step: `- visit`.');
    return [unread(context, value.place, `${prefix}steps`, 'unclear')];
  }
  if (value.items.length === 0) {
    context.report('SEQ008', value.place, 'there are no steps here', 'Add a step like `- visit`, or remove the key.');
  }
  return value.items.map((item, i) => checkStep(context, item, prefix, i + 1));
}

function checkStep(context: CheckContext, item: YamlValue, prefix: NodeId, position: number): Step {
  if (item.kind === 'text') return checkWord(context, item.value, item.place, prefix, position);
  if (item.kind !== 'map') {
    reportForm(context, item, 'a step is a word or a mapping', 'Write `- visit` or `- wait: 2 days`.');
    return unread(context, item.place, `${prefix}${position}`, 'unclear');
  }
  const found = findKind(context, item);
  if (found === 'unknown' || found === 'unclear') return unread(context, item.place, `${prefix}${position}`, found);
  const { kind, map } = found;
  const entries = readKeys(context, map, {
    of: `\`${kind.form.word}\``,
    known: [kind.form.word, ...COMMON, ...besideOf(kind)],
    below: kind.below && { key: kind.form.word, known: kind.below, how: howBelow(kind, map) },
  });
  return build(context, kind, entries, map.place, prefix, position);
}

/** How to move a key below the step's word that was written beside it. */
function howBelow({ form: { word }, below = [] }: StepKind, item: YamlMap): string {
  const value = item.entries.find(({ key }) => key === word)?.value;
  if (value?.kind !== 'text') return `Indent it further than \`${word}\`, so that it stands below it.`;
  const stray = item.entries.filter(({ key }) => below.includes(key)).map(({ key }) => key);
  const keys = new Set([below.includes('text') ? 'text' : (below[0] ?? 'text'), ...stray]);
  return `Write the step as a mapping: \`- ${word}: { ${[...keys].map((key) => `${key}: …`).join(', ')} }\`.`;
}

/** `- visit`; a word with more behind it is a mapping whose colon was forgotten. */
function checkWord(context: CheckContext, word: string, place: Place, prefix: NodeId, position: number): Step {
  const kind = stepKindOf(word);
  if (kind) return build(context, kind, new Map(), place, prefix, position);
  const first = word.trim().split(/[\s:]+/)[0] ?? '';
  const meant = stepKindOf(first);
  if (meant) {
    const behind = word.trim().slice(first.length).trim();
    const rest = shorten(behind.replace(/^:\s*/, ''));
    const fix = behind.startsWith('-')
      ? 'Put each step on a line of its own, with a dash and a space, as far in as the one above it.'
      : behind.startsWith(':')
        ? `Put a space behind the colon: \`- ${first}: ${rest}\`.`
        : `Put a colon behind the step's word: \`- ${first}: ${rest}\`.`;
    const edits = colonEdits(context.source, place, meant);
    context.report('SEQ013', place, `"${shorten(word)}" is not a step`, fix, edits);
    return unread(context, place, `${prefix}${position}`, meant.proves_nothing ? 'unknown' : 'unclear');
  }
  const near = reportUnknownStep(context, word, place);
  if (near === null) return unread(context, place, `${prefix}${position}`, 'unknown');
  return build(context, near, new Map(), place, prefix, position);
}

/** The one step word among the keys of a mapping. */
function findKind(context: CheckContext, map: YamlMap): { readonly kind: StepKind; readonly map: YamlMap } | Unread {
  const known = findKnownKind(context, map);
  if (known !== 'unknown') return known === null ? 'unclear' : { kind: known, map };
  const entry = map.entries.find(({ key }) => !COMMON.includes(key) && !BESIDE.has(key));
  const kind = entry && reportUnknownStep(context, entry.key, entry.key_place);
  if (!kind) return 'unknown';
  // It is read as what was meant, so that its own mistakes are reported too.
  const entries = map.entries.map((other) => (other === entry ? { ...other, key: kind.form.word } : other));
  return { kind, map: { ...map, entries } };
}

function findKnownKind(context: CheckContext, map: YamlMap): StepKind | null | 'unknown' {
  const words = map.entries.filter((entry) => entry.key !== 'if' && stepKindOf(entry.key));
  const [first, second] = words;
  if (first && second) {
    const message = `\`${first.key}\` and \`${second.key}\` are two steps`;
    context.report(
      'SEQ012',
      second.key_place,
      message,
      `Put a dash before \`${second.key}\`, so that it is a step of its own.`,
    );
    return null;
  }
  if (first) return stepKindOf(first.key);
  if (map.entries.some((entry) => entry.key === 'if')) return stepKindOf('if');
  const unknown = map.entries.find((entry) => !COMMON.includes(entry.key) && !BESIDE.has(entry.key));
  const belongs = map.entries.find((entry) => entry.key === 'then' || entry.key === 'else' || BESIDE.has(entry.key));
  if (unknown) return 'unknown';
  const fix = belongs
    ? `If \`${belongs.key}\` belongs to the step above, remove its dash and indent it as far as that step's word.`
    : 'Write what the step does, like `- visit`.';
  context.report('SEQ012', map.place, 'there is no step word here', fix);
  return null;
}

function build(
  context: CheckContext,
  kind: StepKind,
  entries: Entries,
  at: Place,
  prefix: NodeId,
  position: number,
): Step {
  const name = kind.form.word;
  const word = entries.get(name);
  const place = word?.key_place ?? at;
  const id = checkId(context, entries.get('id')) ?? `${prefix}${position}-${name}`;
  const value = word?.value ?? ({ kind: 'null', place } as const);
  const steps = (list: YamlValue, name: string): Step[] => checkSteps(context, list, `${id}/${name && `${name}/`}`);
  const inside = { word: name, beside: [...COMMON, ...besideOf(kind)] };
  const checked = kind.check({ context: { ...context, inside }, value, entries, place, steps });
  const beside = name === 'if' ? undefined : entries.get('if');
  const condition = beside ? checkStepCondition(context, beside.value) : (checked?.test ?? null);
  const on_error = checkOnError(context, entries.get('on_error'));
  const branch = (key: 'then' | 'else'): Step[] | null => {
    const entry = entries.get(key);
    if (!entry) return null;
    if (!hasBranch(kind, key)) {
      refuseBranch(context, kind, key, entry.key_place);
      return null;
    }
    if (entry.value.kind === 'list' && entry.value.items.length === 0) {
      context.report('SEQ008', entry.value.place, `there are no steps in \`${key}\``, fixForEmpty(kind, key));
      return [];
    }
    return checkSteps(context, entry.value, `${id}/${key}/`);
  };
  const review = checkReview(context, kind, entries.get('review'));
  const then = branch('then');
  const otherwise = branch('else');
  if (!checked || (beside && !condition)) {
    return unread(context, place, id, kind.proves_nothing ? 'unknown' : 'unclear', then, otherwise);
  }
  const { body, reads = [], arms = null, body_steps = null } = checked;
  return { id, place, body, condition, on_error, then, else: otherwise, arms, body_steps, review, reads };
}

/** Unknown: there is no such step, and it makes nothing certain. Unclear: it could make anything so. */
type Unread = 'unknown' | 'unclear';

/** A step with an error of its own stands for a choice between what is below it, so that the steps around it are judged all the same. */
function unread(
  context: CheckContext,
  place: Place,
  id: NodeId,
  unread: Unread,
  then: Step[] | null = null,
  otherwise: Step[] | null = null,
): Step {
  if (unread === 'unclear') context.paths.whole = false;
  return {
    ...{ id, place, unread, body: { kind: 'if', test: '' }, condition: null, on_error: { do: 'stop' } },
    ...{ then, else: otherwise, arms: null, body_steps: null, review: false, reads: [] },
  };
}

/** Without `else`, a step that is performed ends the enrollment where it is not possible: removing the key would lose people. */
function fixForEmpty(kind: StepKind, key: 'then' | 'else'): string {
  if (key === 'else' && !kind.chooses) {
    return `To go on with the next step where \`${kind.form.word}\` is not possible, write \`on_error: continue\` in its place; otherwise add a step, like \`- end: not_possible\`.`;
  }
  return `Remove \`${key}\` to continue with the next step, or add a step like \`- visit\`.`;
}

function refuseBranch(context: CheckContext, kind: StepKind, key: 'then' | 'else', place: Place): void {
  const fix = 'Put the steps behind this one, each with its dash.';
  context.report('SEQ007', place, `\`${kind.form.word}\` has no \`${key}\``, fix);
}
