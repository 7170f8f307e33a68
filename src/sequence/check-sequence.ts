import type { StopReason } from '../plan/plan.ts';
import { type CheckContext, itemsOf, readChoice, readKeys, readText } from './check-context.ts';
import { checkSteps } from './check-steps.ts';
import type { Reporter } from './diagnostic.ts';
import { checkLimits } from './header/limits.ts';
import { checkSchedule, NO_SCHEDULE } from './header/schedule.ts';
import { checkSenders } from './header/senders.ts';
import { checkVars } from './header/vars.ts';
import type { SequenceSyntax } from './syntax.ts';
import type { YamlEntry, YamlMap } from './yaml-value.ts';

const NAME = /^[a-z][a-z0-9-]{0,63}$/;
const KEYS = ['sequence', 'description', 'senders', 'schedule', 'limits', 'stop_on', 'vars', 'steps'];
const LATER = ['enroll', 'out_of_office', 'review'];
const STOP_REASONS = ['reply', 'unsubscribe', 'bounce'] as const satisfies readonly StopReason[];

export interface CheckedSequence {
  readonly syntax: SequenceSyntax;
  /** True when no step had an error: only then do the paths mean something. */
  readonly steps_whole: boolean;
}

/** Every part by itself, all problems at once; what is wrong is left out of the result. */
export function checkSequence(document: YamlMap, source: string, reporter: Reporter): CheckedSequence {
  const bare: CheckContext = { ...reporter, source, vars: {}, ids: new Map() };
  const entries = readKeys(bare, document, { of: 'a sequence', known: KEYS, later: LATER });
  const vars = entries.get('vars');
  const context: CheckContext = { ...bare, vars: vars ? checkVars(bare, vars.value) : {} };
  const [sequence, senders, schedule] = [entries.get('sequence'), entries.get('senders'), entries.get('schedule')];
  const [description, limits, steps] = [entries.get('description'), entries.get('limits'), entries.get('steps')];
  if (!sequence) missing(context, document, 'sequence', 'Name the sequence: `sequence: backend-engineers`.');
  if (!steps) missing(context, document, 'steps', 'Add `steps:` and below it a list, like `- visit`.');
  const header = {
    sequence: sequence ? readName(context, sequence) : '',
    description: description
      ? (readText(context, description.value, 'the description', 'one sentence')?.value.trim() ?? null)
      : null,
    senders: senders ? checkSenders(context, senders.value) : {},
    schedule: schedule ? checkSchedule(context, schedule.value) : NO_SCHEDULE,
    limits: limits ? checkLimits(context, limits.value) : {},
    stop_on: readStopOn(context, entries.get('stop_on')),
    vars: context.vars,
  };
  const before = context.errorCount();
  const checked = steps ? checkSteps(context, steps.value, '') : [];
  return { syntax: { ...header, steps: checked }, steps_whole: steps !== undefined && context.errorCount() === before };
}

function missing(context: CheckContext, document: YamlMap, key: string, fix: string): void {
  const place = { offset: document.place.offset, end: document.entries[0]?.key_place.end ?? document.place.offset + 1 };
  context.report('SEQ008', place, `the key \`${key}\` is missing`, fix);
}

function readName(context: CheckContext, entry: YamlEntry): string {
  const text = readText(context, entry.value, 'the name of a sequence', 'a name like backend-engineers');
  if (text && !NAME.test(text.value)) {
    const fix = 'Use small letters, digits and -, beginning with a letter, at most 64, like backend-engineers.';
    context.report('SEQ010', text.place, `"${text.value.slice(0, 60)}" cannot be a sequence's name`, fix);
  }
  return text?.value ?? '';
}

/** In the order of the language, so that the order of writing does not matter. */
function readStopOn(context: CheckContext, entry: YamlEntry | undefined): readonly StopReason[] {
  if (!entry) return STOP_REASONS;
  const choices = { of: '`stop_on`', values: STOP_REASONS, later: ['company_reply'] };
  const given = itemsOf(entry.value).map((item) => readChoice(context, item, choices));
  if (!given.includes('reply')) {
    const message = 'a reply does not stop this sequence';
    context.report('SEQ053', entry.key_place, message, 'Add `reply` to stop_on.');
  }
  return STOP_REASONS.filter((reason) => given.includes(reason));
}
