import { cutText } from '../../../shared/kit/cut-text.ts';
import type { Reporter } from '../diagnostics/diagnostic.ts';
import type { Place } from '../diagnostics/edit.ts';
import { checkEnroll } from '../header/enroll.ts';
import { checkLimits, NO_LIMITS } from '../header/limits.ts';
import { checkOutOfOffice } from '../header/out-of-office.ts';
import { checkSchedule, NO_SCHEDULE } from '../header/schedule.ts';
import { checkSenders } from '../header/senders.ts';
import { checkStopOn } from '../header/stop-on.ts';
import { checkVars } from '../header/vars.ts';
import { keysOf } from '../schema/describe.ts';
import { sequenceForm } from '../schema/sequence.ts';
import type { SequenceSyntax } from '../syntax.ts';
import { SEQUENCE_NAME } from '../yaml/rename-sequence.ts';
import type { YamlEntry, YamlMap } from '../yaml/yaml-value.ts';
import { type CheckContext, readFlag, readKeys, readText } from './check-context.ts';
import { checkSteps } from './check-steps.ts';
import { madeNames } from './made-names.ts';

export interface CheckedSequence {
  readonly syntax: SequenceSyntax;
  /** True when every step was read that could make something certain or end a path: only then can all paths be judged together. */
  readonly steps_whole: boolean;
}

/** Every part by itself, all problems at once; what is wrong is left out of the result. */
export function checkSequence(document: YamlMap, source: string, reporter: Reporter): CheckedSequence {
  const bare: CheckContext = {
    ...reporter,
    source,
    sequence: '',
    made: new Set(),
    vars: {},
    ids: new Map(),
    paths: { whole: true },
  };
  const entries = readKeys(bare, document, { of: 'a sequence', known: keysOf(sequenceForm) });
  const [sequence, description, senders] = [
    entries.get('sequence'),
    entries.get('description'),
    entries.get('senders'),
  ];
  const [schedule, limits, enroll] = [entries.get('schedule'), entries.get('limits'), entries.get('enroll')];
  const [outOfOffice, review] = [entries.get('out_of_office'), entries.get('review')];
  const [vars, steps] = [entries.get('vars'), entries.get('steps')];
  if (!sequence) missing(bare, document, 'sequence', 'Name the sequence: `sequence: backend-engineers`.');
  if (!steps) missing(bare, document, 'steps', 'Add `steps:` and below it a list, like `- visit`.');
  const out_of_office = outOfOffice && checkOutOfOffice(bare, outOfOffice.value);
  const header = {
    sequence: sequence ? readName(bare, sequence) : '',
    description: description
      ? (readText(bare, description.value, 'the description', 'one sentence')?.value.trim() ?? null)
      : null,
    senders: senders ? checkSenders(bare, senders.value) : {},
    schedule: schedule ? checkSchedule(bare, schedule.value) : NO_SCHEDULE,
    ...(limits ? checkLimits(bare, limits.value) : NO_LIMITS),
    enroll: enroll && checkEnroll(bare, enroll.value),
    stop_on: checkStopOn(bare, entries.get('stop_on'), out_of_office),
    out_of_office,
    review: review ? (readFlag(bare, review.value, '`review`') ?? false) : false,
    vars: vars ? checkVars(bare, vars.value) : {},
    made: steps ? madeNames(steps.value) : new Set<string>(),
    places: placesOf(document),
  };
  const { sequence: name, made, vars: declared } = header;
  const context: CheckContext = { ...bare, sequence: name, made, vars: declared };
  const checked = steps ? checkSteps(context, steps.value, '') : [];
  const steps_whole = steps !== undefined && context.paths.whole;
  return { syntax: { ...header, steps: checked }, steps_whole };
}

function missing(context: CheckContext, document: YamlMap, key: string, fix: string): void {
  const place = { offset: document.place.offset, end: document.entries[0]?.key_place.end ?? document.place.offset + 1 };
  context.report('SEQ008', place, `the key \`${key}\` is missing`, fix);
}

function readName(context: CheckContext, entry: YamlEntry): string {
  const text = readText(context, entry.value, 'the name of a sequence', 'a name like backend-engineers');
  if (text && !SEQUENCE_NAME.test(text.value)) {
    const fix = 'Use small letters, digits and -, beginning with a letter, at most 64, like backend-engineers.';
    context.report('SEQ010', text.place, `"${cutText(text.value, 60)}" cannot be a sequence's name`, fix);
  }
  return text?.value ?? '';
}

/** The keys of the header and of its mappings: a problem that only the whole sequence shows is often about one of them. */
function placesOf(document: YamlMap): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const { key, key_place, value } of document.entries) {
    places.set(key, key_place);
    if (value.kind !== 'map') continue;
    for (const inner of value.entries) places.set(`${key}.${inner.key}`, inner.key_place);
  }
  return places;
}
