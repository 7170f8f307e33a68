import { isNamed } from './check-test-file.ts';
import { formatLocalTime, isWithin } from './local-time.ts';
import { showStepName } from './read-step-name.ts';
import type { Expectation, SequenceTest } from './test-file.ts';
import { type DoneItem, isChoice, type Played } from './timeline.ts';

export interface Difference {
  /** Which expectation; behind the last one is the end. */
  readonly expected: number;
  /** Which item of the timeline; behind the last one is the end. */
  readonly got: number;
  readonly message: string;
}

export interface Comparison {
  /** For each expectation the item that it is. */
  readonly pairs: ReadonlyMap<number, number>;
  /** The first one; null: as expected. */
  readonly difference: Difference | null;
}

/**
 * Compares what was expected with what was done, in order. What was done must be expected; what was only waited for,
 * decided or not possible may be.
 */
export function compare({ expect, end }: SequenceTest, { items, outcome, zone }: Played): Comparison {
  const pairs = new Map<number, number>();
  const counts = new Map<string, number>();
  let next = 0;
  // Why an item that was passed over is not the expected one of its name, which tells more than what came after it.
  let passed: string | null = null;
  for (const [index, item] of items.entries()) {
    if (item.is === 'event') continue;
    for (const name of new Set([item.id, item.kind])) counts.set(name, (counts.get(name) ?? 0) + 1);
    const expected = expect[next];
    const why = expected ? whyNot(expected, item, counts, zone) : `expected nothing more, but ${nameOf(item)} came`;
    if (why === null) {
      pairs.set(next, index);
      next += 1;
      passed = null;
    } else if (item.required || (expected && isMeant(expected, item))) {
      return { pairs, difference: { expected: next, got: index, message: passed ?? why } };
    } else if (expected && isNamed(expected.step, item)) {
      passed = why;
    }
  }
  const missing = expect[next];
  if (missing) {
    const message = passed ?? `${showStepName(missing.step)} never came: ${endOf(outcome)}`;
    return { pairs, difference: { expected: next, got: items.length, message } };
  }
  if (outcome === end) return { pairs, difference: null };
  const message = `expected the end "${end}", but ${endOf(outcome)}`;
  return { pairs, difference: { expected: expect.length, got: items.length, message } };
}

const endOf = (outcome: string | null): string => (outcome === null ? 'it never ends' : `it ended as "${outcome}"`);

/** The id that somebody gave it, else its word; and how it ended. */
export const nameOf = ({ kind, id, result }: Pick<DoneItem, 'kind' | 'id' | 'result'>): string => {
  const name = id === '' || /^\d/.test(id) ? kind : id;
  return result === 'done' ? name : `${name} (${result})`;
};

/** The same step with the same result, whatever its time or text. */
function isMeant({ step, result }: Expectation, item: DoneItem): boolean {
  return (
    isNamed(step, item) && step.nth === null && (result === null ? item.result === 'done' : item.result === result)
  );
}

function whyNot(
  { step, result, at, text, contains, subject, sender }: Expectation,
  item: DoneItem,
  counts: ReadonlyMap<string, number>,
  zone: string,
): string | null {
  const wanted = showStepName(step);
  const name = nameOf(item);
  if (!isNamed(step, item)) return `expected ${wanted}, but ${name} came`;
  if (step.nth !== null && counts.get(step.name) !== step.nth) return `expected ${wanted}, but ${name} came first`;
  if (result === null ? item.result !== 'done' && !isChoice(item) : item.result !== result) {
    const why = item.why === null ? '' : `: ${item.why}`;
    return `expected ${wanted} to come to ${result ?? 'done'}, but it came to ${item.result}${why}`;
  }
  if (at && !isWithin(item.at, zone, at)) {
    return `${name} came at ${formatLocalTime(item.at, zone)}, expected at ${at.text}`;
  }
  if (sender !== null && sender !== item.sender) {
    return `${name} went out from ${item.sender ?? 'nobody'}, expected from ${sender}`;
  }
  if (subject !== null && subject.trim() !== (item.subject ?? '').trim()) {
    return `the subject of ${name} is ${quoted(item.subject)}, expected ${quoted(subject)}`;
  }
  if (text !== null && text.trim() !== (item.text ?? '').trim()) {
    return `the text of ${name} is ${quoted(item.text)}, expected ${quoted(text)}`;
  }
  const absent = contains.find((part) => !(item.text ?? '').includes(part));
  return absent === undefined ? null : `the text of ${name} does not contain ${quoted(absent)}: ${quoted(item.text)}`;
}

const quoted = (text: string | null): string => (text === null ? 'nothing' : JSON.stringify(text.trim()));
