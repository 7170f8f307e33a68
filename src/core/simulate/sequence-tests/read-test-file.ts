import type { Vars } from '../../../language/plan/lead.ts';
import type { Place } from '../../../language/sequence/diagnostics/edit.ts';
import type { YamlMap, YamlValue } from '../../../language/sequence/yaml/yaml-value.ts';
import { parseLocalTime } from './local-time.ts';
import { readAnswers } from './read-answers.ts';
import { readEvents, readTime } from './read-events.ts';
import { readExpect } from './read-expect.ts';
import { type GivenFields, leadOf, readLead, readSenders, readVars } from './read-lead.ts';
import type { LocalTime, ScriptedAnswer, SequenceTest, TestFile } from './test-file.ts';
import {
  type Entries,
  missing,
  readDocument,
  readEntries,
  readFlag,
  readText,
  type TestReporter,
  wrongForm,
} from './test-reader.ts';

/** May stand above the tests, for all of them; what a test says itself wins, key by key. */
const SHARED = ['lead', 'vars', 'job', 'senders', 'connected', 'start', 'answers'];
const TEST_EXAMPLE = '`- name: says no` with `expect:` below it';

/** A Monday, as in `simulate`. */
const START: LocalTime = { date: '2026-01-05', minutes: 9 * 60 };

/** Stands for whichever job the lead is sourced from. */
const JOB: Vars = { id: 'job', title: 'Engineer', company: 'Acme', location: 'Paris' };

/** The text of a file of tests → what is written in it, all problems reported at once; tests with errors are left out. Null where it names no sequence. Never throws. */
export function readTestFile(text: string, reporter: TestReporter): TestFile | null {
  const document = readDocument(text, reporter);
  if (!document) return null;
  const known = ['sequence', 'tests', ...SHARED];
  const entries = readEntries(reporter, document, { of: 'a file of tests', known, example: '`tests:`' });
  const name = readName(reporter, document, entries);
  const shared = entries ? readParts(reporter, entries) : null;
  const tests = entries?.get('tests')?.value;
  if (!tests) {
    missing(reporter, headOf(document), 'the key `tests` is missing', 'Add `tests:` and below it a list of tests.');
  }
  const read = tests && shared ? readTests(reporter, tests, shared) : [];
  return name && { ...name, tests: read };
}

const headOf = ({ place, entries }: YamlMap): Place => ({
  offset: place.offset,
  end: entries[0]?.key_place.end ?? place.offset + 1,
});

function readName(
  reporter: TestReporter,
  document: YamlMap,
  entries: Entries | null,
): Pick<TestFile, 'sequence' | 'sequence_place'> | null {
  const entry = entries?.get('sequence');
  if (!entry) {
    const fix = 'Write the name of the sequence first: `sequence: backend-engineers`.';
    return missing(reporter, headOf(document), 'the key `sequence` is missing', fix);
  }
  const text = readText(reporter, entry.value, 'the name of the sequence', '`sequence: backend-engineers`');
  return text && { sequence: text.value.trim(), sequence_place: text.place };
}

function readTests(reporter: TestReporter, value: YamlValue, shared: Parts): SequenceTest[] {
  if (value.kind !== 'list') {
    wrongForm(reporter, value, '`tests` are a list', `Write ${TEST_EXAMPLE}.`);
    return [];
  }
  if (value.items.length === 0) missing(reporter, value.place, 'there are no tests here', `Add ${TEST_EXAMPLE}.`);
  const names = new Set<string>();
  return value.items.flatMap((item) => {
    const test = readTest(reporter, item, shared);
    if (!test) return [];
    if (names.has(test.name)) {
      reporter.report(
        'TST012',
        test.place,
        `there is another test "${test.name}"`,
        'Give each test a name of its own.',
      );
    }
    names.add(test.name);
    return [test];
  });
}

function readTest(reporter: TestReporter, item: YamlValue, shared: Parts): SequenceTest | null {
  const known = ['name', ...SHARED, 'events', 'expect'];
  const entries = readEntries(reporter, item, { of: 'a test', known, example: TEST_EXAMPLE });
  if (!entries || item.kind !== 'map') return null;
  const place = headOf(item);
  const named = entries.get('name');
  const name = named
    ? readText(reporter, named.value, 'the name of a test', '`name: refuses politely`')
    : missing(reporter, place, 'the test has no `name`', 'Add `name:` with a sentence that says what holds.');
  const own = readParts(reporter, entries);
  const events = entries.get('events');
  const expect = entries.get('expect');
  if (!expect)
    missing(reporter, place, 'the test has no `expect`', 'Add `expect:` with the steps, and `- end: completed`.');
  const script = events ? readEvents(reporter, events.value) : [];
  const expected = expect ? readExpect(reporter, expect.value) : null;
  if (!name || !expected) return null;
  return {
    name: name.value.trim(),
    place: name.place,
    lead: leadOf(shared.lead, own.lead),
    lead_place: entries.get('lead')?.key_place ?? name.place,
    vars: { ...shared.vars, ...own.vars },
    job: { ...JOB, ...shared.job, ...own.job },
    senders: { ...shared.senders, ...own.senders },
    connected: own.connected ?? shared.connected ?? false,
    start: own.start ?? shared.start ?? START,
    events: script,
    answers: overlaid(shared.answers, own.answers),
    ...expected,
  };
}

interface Parts extends Pick<SequenceTest, 'vars' | 'job' | 'senders' | 'answers'> {
  readonly lead: GivenFields;
  readonly connected: boolean | null;
  readonly start: LocalTime | null;
}

function readParts(reporter: TestReporter, entries: Entries): Parts {
  const value = (key: string): YamlValue | undefined => entries.get(key)?.value;
  const [lead, vars, job, senders] = [value('lead'), value('vars'), value('job'), value('senders')];
  const [connected, start, answers] = [value('connected'), value('start'), value('answers')];
  const person = lead ? readLead(reporter, lead) : { lead: {}, vars: {} };
  return {
    lead: person.lead,
    vars: { ...person.vars, ...(vars ? readVars(reporter, vars, '`vars`') : {}) },
    job: job ? readVars(reporter, job, '`job`') : {},
    senders: senders ? readSenders(reporter, senders) : {},
    connected: connected ? readFlag(reporter, connected, '`connected`') : null,
    start: start ? readStart(reporter, start) : null,
    answers: answers ? readAnswers(reporter, answers) : [],
  };
}

/** A date alone begins with the working day, not at midnight. */
function readStart(reporter: TestReporter, value: YamlValue): LocalTime | null {
  const time = readTime(reporter, value, 'the start');
  const isDate = value.kind === 'text' && !value.value.includes(':') && parseLocalTime(value.value) !== null;
  return time && isDate ? { ...time, minutes: START.minutes } : time;
}

/** A test's answer for a step replaces the shared one. */
function overlaid(shared: readonly ScriptedAnswer[], own: readonly ScriptedAnswer[]): ScriptedAnswer[] {
  const isSame = (a: ScriptedAnswer, b: ScriptedAnswer): boolean =>
    a.step.name === b.step.name && a.step.nth === b.step.nth;
  return [...own, ...shared.filter((answer) => !own.some((other) => isSame(answer, other)))];
}
