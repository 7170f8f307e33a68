import { parseDuration } from '../../../language/sequence/check/duration.ts';
import type { Place } from '../../../language/sequence/diagnostics/edit.ts';
import type { YamlEntry, YamlValue } from '../../../language/sequence/yaml/yaml-value.ts';
import { parseLocalTime } from './local-time.ts';
import { readStepName } from './read-step-name.ts';
import type { Delay, Happening, LocalTime, Moment, ScriptedEvent } from './test-file.ts';
import { missing, near, readEntries, readText, shorten, type TestReporter, wrongForm } from './test-reader.ts';

const EXAMPLE = '`- after invite + 2 days: accepted_invitation`';

/** Reads what the person, the network and your own people do, each at its moment. */
export function readEvents(reporter: TestReporter, value: YamlValue): ScriptedEvent[] {
  if (value.kind !== 'list') {
    wrongForm(reporter, value, 'events are a list', `Write ${EXAMPLE}.`);
    return [];
  }
  return value.items.flatMap((item) => readEvent(reporter, item) ?? []);
}

function readEvent(reporter: TestReporter, item: YamlValue): ScriptedEvent | null {
  if (item.kind === 'text' && /^(?:after|at)\s/.test(item.value)) {
    const fix = `Put a colon and the event behind it: ${EXAMPLE}. A # behind a space begins a comment: write message#2.`;
    reporter.report('TST015', item.place, 'the moment has no event', fix);
    return null;
  }
  if (item.kind !== 'map')
    return wrongForm(reporter, item, 'an event is a moment and what happens', `Write ${EXAMPLE}.`);
  const [entry, second] = item.entries;
  if (!entry) return missing(reporter, item.place, 'the event is empty', `Write ${EXAMPLE}.`);
  if (second) {
    reporter.report('TST006', second.key_place, 'one item holds one event', 'Put a dash before each event.');
    return null;
  }
  const when = readMoment(reporter, entry.key, entry.key_place);
  const what = readHappening(reporter, entry);
  return when && what ? { when, what, text: `${entry.key}: ${nameOf(what)}` } : null;
}

const nameOf = (what: Happening): string =>
  what.kind === 'plain'
    ? what.event
    : what.kind === 'away'
      ? 'auto_reply'
      : what.kind === 'labeled'
        ? `{ label: ${what.label} }`
        : what.decision;

function readMoment(reporter: TestReporter, text: string, place: Place): Moment | null {
  const at = /^at\s+(.+)$/.exec(text.trim())?.[1];
  if (at !== undefined) {
    const time = parseLocalTime(at);
    return time ? { at: time } : refuse(reporter, place, `"${shorten(at)}" is not a time`);
  }
  const [, step, delay] = /^after\s+([^+]+?)(?:\s*\+\s*(.+))?$/.exec(text.trim()) ?? [];
  if (step === undefined) return refuse(reporter, place, `"${shorten(text)}" is not a moment`);
  const duration = delay === undefined ? NO_DELAY : parseDelay(delay);
  if (!duration) return refuse(reporter, place, `"${shorten(delay ?? '')}" is not a duration`);
  if (step === 'start') return { after: 'start', delay: duration };
  const name = readStepName(step, place);
  return name
    ? { after: name, delay: duration }
    : refuse(reporter, place, `"${shorten(step)}" is not a step's word or id`);
}

const NO_DELAY: Delay = { unit: 'ms', count: 0 };

function parseDelay(text: string): Delay | null {
  const duration = parseDuration(text);
  return duration?.unit === 'ms' || duration?.unit === 'business_days' ? duration : null;
}

function refuse(reporter: TestReporter, place: Place, message: string): null {
  const fix =
    'Write `after invite + 2 days`, `after message#2 + 1 hour`, `after start + 1 day` or `at 2026-03-05 10:00`.';
  reporter.report('TST014', place, message, fix);
  return null;
}

const PLAIN = {
  accepted_invitation: 'accepted_invitation',
  reply: 'reply',
  refused: 'refused',
  unsubscribe: 'unsubscribed',
  unsubscribed: 'unsubscribed',
  bounce: 'bounced',
  bounced: 'bounced',
  company_reply: 'company_reply',
  pause: 'pause',
  resume: 'resume',
  stop: 'stop',
} as const;
const WORDS = [
  'accepted_invitation',
  'reply',
  'auto_reply',
  'label',
  'refused',
  'unsubscribe',
  'bounce',
  'company_reply',
  'approve',
  'reject',
  'pause',
  'resume',
  'stop',
];

function readHappening(reporter: TestReporter, { value, key_place }: YamlEntry): Happening | null {
  if (value.kind === 'text') return readWord(reporter, value.value.trim(), value.place);
  if (value.kind === 'null') return missing(reporter, key_place, 'nothing happens at this moment', `Write ${EXAMPLE}.`);
  const [entry, second] = value.kind === 'map' ? value.entries : [];
  if (!entry || second) {
    return wrongForm(reporter, value, 'an event is one word, or one word with its content', 'Write `{ reply: "No" }`.');
  }
  if (entry.key === 'auto_reply') return readAutoReply(reporter, entry.value);
  if (entry.key === 'label') return readLabel(reporter, entry.value);
  const what = readWord(reporter, entry.key, entry.key_place);
  if (what?.kind !== 'plain' || (what.event !== 'reply' && what.event !== 'company_reply')) {
    if (what) wrongForm(reporter, entry.value, `\`${entry.key}\` has no content`, `Write \`${entry.key}\` alone.`);
    return null;
  }
  const text = readText(reporter, entry.value, 'a reply', '`{ reply: "No thanks" }`');
  return text && { ...what, text: text.value };
}

function readWord(reporter: TestReporter, word: string, place: Place): Happening | null {
  if (word === 'approve' || word === 'reject') return { kind: 'decided', decision: word };
  if (word === 'label') {
    reporter.report('TST015', place, '`label` does not say which one', LABEL_FIX);
    return null;
  }
  if (word === 'auto_reply') return { kind: 'away', back: null };
  const plain = Object.entries(PLAIN).find(([name]) => name === word)?.[1];
  if (plain) return { kind: 'plain', event: plain };
  const fix = near(word, WORDS) ?? `The events are ${WORDS.join(', ')}.`;
  reporter.report('TST015', place, `there is no event "${shorten(word)}"`, fix);
  return null;
}

const LABEL_FIX = 'Write `{ label: interested }`, with the name of the label.';

function readLabel(reporter: TestReporter, value: YamlValue): Happening | null {
  const text = readText(reporter, value, 'a label', '`{ label: interested }`');
  if (text === null) return null;
  const label = text.value.trim();
  if (/^[a-z][a-z0-9_]{0,39}$/.test(label)) return { kind: 'labeled', label };
  reporter.report('TST015', text.place, `"${shorten(label)}" is no name of a label`, LABEL_FIX);
  return null;
}

function readAutoReply(reporter: TestReporter, value: YamlValue): Happening | null {
  const example = '`{ auto_reply: { back: 2026-03-16 } }`';
  const back = readEntries(reporter, value, { of: 'an auto_reply', known: ['back'], example })?.get('back');
  if (!back) return value.kind === 'map' ? { kind: 'away', back: null } : null;
  const time = readTime(reporter, back.value, 'the day they are back');
  return time && { kind: 'away', back: time };
}

export function readTime(reporter: TestReporter, value: YamlValue, of: string): LocalTime | null {
  const text = readText(reporter, value, of, 'a time like 2026-03-02 09:00');
  const time = text && parseLocalTime(text.value);
  if (text && !time) {
    const fix = 'Write a date, or a date and a time: 2026-03-02 09:00.';
    reporter.report('TST016', text.place, `"${shorten(text.value)}" is not a time`, fix);
  }
  return time;
}
