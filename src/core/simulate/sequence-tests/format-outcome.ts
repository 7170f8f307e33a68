import { shortenText } from '../../../shared/kit/cut-text.ts';
import { visibleLine } from '../../../shared/kit/visible.ts';
import { align } from './align.ts';
import { nameOf } from './compare.ts';
import { formatLocalTime } from './local-time.ts';
import { showStepName } from './read-step-name.ts';
import type { TestOutcome } from './run-test-file.ts';
import type { Expectation } from './test-file.ts';
import type { TimelineItem } from './timeline.ts';

const WIDEST = 44;
const LONGEST_TEXT = 48;

/** A failed test for people: why it failed, then what was expected beside what happened, with the first difference marked. */
export function formatFailure(outcome: TestOutcome, options: { readonly color?: boolean } = {}): string {
  const { test, played, reasons } = outcome;
  const paint = (style: number, text: string): string => (options.color ? `\u001b[${style}m${text}\u001b[0m` : text);
  const rows = align(outcome).map(({ expected, got, differs }) => ({
    left: expected === null ? '' : expected < test.expect.length ? showLeft(test.expect[expected]) : `end: ${test.end}`,
    right: got === null ? '' : showRight(played.items[got], outcome),
    differs,
    isEvent: got !== null && played.items[got]?.is === 'event',
  }));
  const width = Math.min(WIDEST, Math.max('expected'.length, ...rows.map(({ left }) => left.length)));
  const lines = rows.map(({ left, right, differs, isEvent }) => {
    const line = visibleLine(`${differs ? '→' : ' '} ${cut(left, width).padEnd(width)}  ${right}`).trimEnd();
    return differs ? paint(31, line) : isEvent ? paint(2, line) : line;
  });
  const head = `  ${'expected'.padEnd(width)}  got (times in ${played.zone})`;
  return [...reasons.map((reason) => paint(31, visibleLine(reason))), '', paint(2, head), ...lines].join('\n');
}

function showLeft(expectation: Expectation | undefined): string {
  if (!expectation) return '';
  const { step, result, at, subject, text, contains, sender } = expectation;
  const parts = [
    showStepName(step),
    result === null ? '' : `(${result})`,
    at === null ? '' : at.text,
    sender === null ? '' : `from ${sender}`,
    subject === null ? '' : `subject ${quoted(subject)}`,
    text === null ? '' : quoted(text),
    ...contains.map((part) => `…${quoted(part)}…`),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function showRight(item: TimelineItem | undefined, { played }: TestOutcome): string {
  if (!item) {
    const at = played.ended_at === null ? ' '.repeat(16) : formatLocalTime(played.ended_at, played.zone);
    return `${at}  ${played.outcome === null ? 'never ends' : `end: ${played.outcome}`}`;
  }
  const at = formatLocalTime(item.at, played.zone);
  if (item.is === 'event') return `${at}    ${item.what}`;
  const said = item.text ?? item.subject ?? item.why;
  return `${at}  ${nameOf(item)}${said === null ? '' : ` ${quoted(said)}`}`;
}

const cut = (text: string, width: number): string => shortenText(text, width);

const quoted = (text: string): string => JSON.stringify(cut(text.trim().replace(/\s+/g, ' '), LONGEST_TEXT));
