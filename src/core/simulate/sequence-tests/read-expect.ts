import type { YamlEntry, YamlValue } from '../../../language/sequence/yaml/yaml-value.ts';
import { parseTimeRange } from './local-time.ts';
import { readStepName } from './read-step-name.ts';
import type { Expectation, TimeRange } from './test-file.ts';
import {
  type Entries,
  itemsOf,
  missing,
  near,
  readEntries,
  readText,
  shorten,
  type TestReporter,
  wrongForm,
} from './test-reader.ts';

interface Expected {
  readonly expect: readonly Expectation[];
  readonly end: string;
}

const NOT_DONE = ['done', 'nothing_to_do', 'skipped', 'impossible', 'failed'];
const KEYS = ['at', 'text', 'contains', 'subject', 'sender', 'result'];
const EXAMPLE = '`- invite: { at: 2026-03-03 09:00.. }`';

/** The steps in their order; the outcome is the last item. */
export function readExpect(reporter: TestReporter, value: YamlValue): Expected | null {
  if (value.kind !== 'list') return wrongForm(reporter, value, '`expect` is a list of steps', `Write ${EXAMPLE}.`);
  const before = reporter.errorCount();
  const last = value.items.at(-1);
  const end = last ? readEnd(reporter, last) : null;
  const steps = end === null ? value.items : value.items.slice(0, -1);
  const expect = steps.flatMap((item) => readItem(reporter, item) ?? []);
  if (end === null && reporter.errorCount() === before) {
    const fix = 'Add `- end: completed`, or the name that the sequence gives to that end, like `- end: replied`.';
    reporter.report('TST019', last?.place ?? value.place, 'the last item of `expect` is not an `end`', fix);
  }
  return end === null || reporter.errorCount() > before ? null : { expect, end };
}

const isEnd = (item: YamlValue): boolean =>
  item.kind === 'text' ? item.value.trim() === 'end' : item.kind === 'map' && item.entries[0]?.key === 'end';

/** `- end` alone is the end that no `end` step gave a name. */
function readEnd(reporter: TestReporter, item: YamlValue): string | null {
  if (!isEnd(item)) return null;
  const [entry, second] = item.kind === 'map' ? item.entries : [];
  if (second) reporter.report('TST006', second.key_place, 'the end is its outcome alone', 'Write `- end: replied`.');
  if (!entry || entry.value.kind === 'null') return 'completed';
  return readText(reporter, entry.value, 'the outcome', '`- end: replied`')?.value.trim() ?? null;
}

function readItem(reporter: TestReporter, item: YamlValue): Expectation | null {
  if (isEnd(item)) {
    reporter.report('TST019', item.place, 'there are items after the `end`', 'Make `end` the last item of `expect`.');
    return null;
  }
  if (item.kind === 'text') return readStep(reporter, item.value, item.place, NOTHING);
  if (item.kind !== 'map') return wrongForm(reporter, item, 'a step is its word or its id', `Write ${EXAMPLE}.`);
  const [entry, second] = item.entries;
  if (!entry) return missing(reporter, item.place, 'the item is empty', `Write ${EXAMPLE}.`);
  if (second) {
    const fix = `Put a dash before each step, and what it must be in braces: ${EXAMPLE}.`;
    reporter.report('TST006', second.key_place, 'one item holds one step', fix);
    return null;
  }
  return readEntry(reporter, entry);
}

const NOTHING = { result: null, at: null, text: null, contains: [], subject: null, sender: null };

function readStep(
  reporter: TestReporter,
  text: string,
  place: Expectation['step']['place'],
  rest: Omit<Expectation, 'step'>,
): Expectation | null {
  const step = readStepName(text, place);
  if (step) return { step, ...rest };
  reporter.report('TST013', place, `"${shorten(text)}" is not a step's word or id`, `Write ${EXAMPLE}.`);
  return null;
}

function readEntry(reporter: TestReporter, { key, key_place, value }: YamlEntry): Expectation | null {
  if (value.kind === 'null') return readStep(reporter, key, key_place, NOTHING);
  if (value.kind === 'text') {
    return readStep(reporter, key, key_place, { ...NOTHING, result: resultOf(value.value.trim()) });
  }
  const before = reporter.errorCount();
  const entries = readEntries(reporter, value, { of: 'an expected step', known: KEYS, example: EXAMPLE });
  if (!entries) return null;
  const text = (name: string): string | null => {
    const given = entries.get(name)?.value;
    return given ? (readText(reporter, given, `\`${name}\``, `${name}: "…"`)?.value ?? null) : null;
  };
  const result = text('result');
  const rest = {
    result: result === null ? null : resultOf(result.trim()),
    at: readRange(reporter, entries),
    text: text('text'),
    contains: readContains(reporter, entries),
    subject: text('subject'),
    sender: text('sender'),
  };
  return reporter.errorCount() > before ? null : readStep(reporter, key, key_place, rest);
}

/** How a step ended, other than that it was done; the arm of a split has any name, so any word may be meant. */
function resultOf(word: string): string | null {
  return word === 'done' ? null : word;
}

export function isKnownResult(word: string): boolean {
  return NOT_DONE.includes(word);
}

export const resultFix = (word: string, more: readonly string[]): string => {
  const results = [...NOT_DONE, ...more];
  return near(word, results) ?? `A step comes to ${results.join(', ')}.`;
};

function readContains(reporter: TestReporter, entries: Entries): string[] {
  const value = entries.get('contains')?.value;
  if (!value) return [];
  return itemsOf(value).flatMap((item) => readText(reporter, item, '`contains`', 'contains: "Hi Ada"')?.value ?? []);
}

function readRange(reporter: TestReporter, entries: Entries): TimeRange | null {
  const value = entries.get('at')?.value;
  const text = value ? readText(reporter, value, '`at`', 'at: 2026-03-03 09:00') : null;
  const range = text && parseTimeRange(text.value);
  if (text && !range) {
    const fix = 'Write 2026-03-03 09:00, 2026-03-03, 2026-03-03 09:00.., ..2026-03-05 or 09:00..12:00.';
    reporter.report('TST016', text.place, `"${shorten(text.value)}" is neither a time nor a range`, fix);
  }
  return range;
}
