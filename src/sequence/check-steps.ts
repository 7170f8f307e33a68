import type { NodeId } from '../plan/nodes/common.ts';
import { checkStepCondition } from './check-condition.ts';
import { type CheckContext, type Entries, readKeys, reportForm, sentence, shorten } from './check-context.ts';
import { checkId, checkOnError, checkReview } from './common-keys.ts';
import { MOST_DIAGNOSTICS, type Place } from './diagnostic.ts';
import { colonEdits } from './fix/colon-edits.ts';
import { wordEdits } from './fix/word-edits.ts';
import { didYouMean } from './near-miss.ts';
import { STEP_KINDS, stepKindOf } from './steps/kinds.ts';
import type { StepKind } from './steps/step-kind.ts';
import type { Step } from './syntax.ts';
import type { YamlMap, YamlValue } from './yaml-value.ts';

const COMMON = ['id', 'if', 'on_error', 'then', 'else', 'review'];
/** Keys that only stand beside a step's word. */
const BESIDE: ReadonlySet<string> = new Set(STEP_KINDS.flatMap(({ beside }) => beside ?? []));

/** A list of steps; ids are derived from the place under `prefix`. Steps with errors are left out after their report. */
export function checkSteps(context: CheckContext, value: YamlValue, prefix: NodeId): Step[] {
  if (value.kind !== 'list') {
    reportForm(context, value, 'steps are a list', 'Put a dash before each step: `- visit`.');
    return [];
  }
  if (value.items.length === 0) {
    context.report('SEQ008', value.place, 'there are no steps here', 'Add a step like `- visit`, or remove the key.');
  }
  return value.items.flatMap((item, i) => checkStep(context, item, prefix, i + 1) ?? []);
}

function checkStep(context: CheckContext, item: YamlValue, prefix: NodeId, position: number): Step | null {
  if (item.kind === 'text') return checkWord(context, item.value, item.place, prefix, position);
  if (item.kind !== 'map')
    return reportForm(context, item, 'a step is a word or a mapping', 'Write `- visit` or `- wait: 2 days`.');
  const kind = findKind(context, item);
  if (!kind) return null;
  const isEmpty = item.entries.some(({ key, value }) => key === kind.word && value.kind === 'null');
  const entries = readKeys(context, item, {
    of: `\`${kind.word}\``,
    known: [kind.word, ...COMMON, ...(kind.beside ?? [])],
    below: isEmpty && kind.below ? { key: kind.word, known: kind.below } : undefined,
  });
  return build(context, kind, entries, item.place, prefix, position);
}

/** `- visit`; a word with more behind it is a mapping whose colon was forgotten. */
function checkWord(context: CheckContext, word: string, place: Place, prefix: NodeId, position: number): Step | null {
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
    const edits = colonEdits(context.source, place, first);
    context.report('SEQ013', place, `"${shorten(word)}" is not a step`, fix, edits);
  } else reportUnknownStep(context, word, place);
  return null;
}

function reportUnknownStep(context: CheckContext, word: string, place: Place): void {
  // No further one would be shown, and looking for what was meant takes time.
  const known = context.errorCount() > MOST_DIAGNOSTICS ? [] : STEP_KINDS;
  const words = known.map((kind) => kind.word);
  const near = didYouMean(word, words);
  const fix = near ? sentence(near) : `The steps are ${words.join(', ')}.`;
  const edits = wordEdits(context.source, place, word, words);
  context.report('SEQ013', place, `there is no step "${shorten(word)}"`, fix, edits);
}

/** The one step word among the keys of a mapping. */
function findKind(context: CheckContext, map: YamlMap): StepKind | null {
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
  if (unknown) reportUnknownStep(context, unknown.key, unknown.key_place);
  else {
    const fix = belongs
      ? `If \`${belongs.key}\` belongs to the step above, remove its dash and indent it as far as that step's word.`
      : 'Write what the step does, like `- visit`.';
    context.report('SEQ012', map.place, 'there is no step word here', fix);
  }
  return null;
}

function build(
  context: CheckContext,
  kind: StepKind,
  entries: Entries,
  at: Place,
  prefix: NodeId,
  position: number,
): Step | null {
  const word = entries.get(kind.word);
  const place = word?.key_place ?? at;
  const id = checkId(context, entries.get('id')) ?? `${prefix}${position}-${kind.word}`;
  const value = word?.value ?? ({ kind: 'null', place } as const);
  const steps = (list: YamlValue, name: string): Step[] => checkSteps(context, list, `${id}/${name && `${name}/`}`);
  const checked = kind.check({ context, value, entries, place, steps });
  const beside = kind.word === 'if' ? undefined : entries.get('if');
  const condition = beside ? checkStepCondition(context, beside.value) : (checked?.test ?? null);
  const on_error = checkOnError(context, entries.get('on_error'));
  const branch = (key: 'then' | 'else'): Step[] | null => {
    const entry = entries.get(key);
    if (!entry) return null;
    if (!kind.branches.includes(key)) {
      refuseBranch(context, kind, key, entry.key_place);
      return null;
    }
    return checkSteps(context, entry.value, `${id}/${key}/`);
  };
  const review = checkReview(context, kind, entries.get('review'));
  const then = branch('then');
  const otherwise = branch('else');
  if (!checked || (beside && !condition)) return null;
  const { body, reads = [], arms = null, body_steps = null } = checked;
  return { id, place, body, condition, on_error, then, else: otherwise, arms, body_steps, review, reads };
}

function refuseBranch(context: CheckContext, kind: StepKind, key: 'then' | 'else', place: Place): void {
  const fix = 'Put the steps behind this one, each with its dash.';
  context.report('SEQ007', place, `\`${kind.word}\` has no \`${key}\``, fix);
}
