import { nameOf } from './compare.ts';
import { formatLocalTime } from './local-time.ts';
import { showStepName } from './read-step-name.ts';
import type { TestOutcome } from './run-test-file.ts';
import type { Expectation } from './test-file.ts';
import { type DoneItem, isChoice, type TimelineItem } from './timeline.ts';

/** A step in the words of a test: a name, or a name with what is known of it. */
export type ShownStep = string | { readonly [step: string]: unknown };

/** Shows what was expected, in the form in which it was written. */
export function showExpected({ test }: TestOutcome): ShownStep[] {
  return [...test.expect.map((item) => showExpectation(item)), { end: test.end }];
}

function showExpectation({ step, result, at, text, contains, subject, sender }: Expectation): ShownStep {
  const fields = {
    ...(result === null ? {} : { result }),
    ...(at === null ? {} : { at: at.text }),
    ...(subject === null ? {} : { subject }),
    ...(text === null ? {} : { text }),
    ...(contains.length === 0 ? {} : { contains }),
    ...(sender === null ? {} : { sender }),
  };
  return Object.keys(fields).length === 0 ? showStepName(step) : { [showStepName(step)]: fields };
}

/** Shows what happened, in the same form, so that it can be copied into the test. */
export function showGot({ test, played, comparison }: TestOutcome): ShownStep[] {
  const names = new Map([...comparison.pairs].map(([expected, got]) => [got, test.expect[expected]?.step]));
  // A sender that stands for whichever is chosen at enrollment says nothing.
  const senders = new Set<string | null>(Object.values(test.senders).map(({ id }) => id));
  const steps = played.items.flatMap((item, index): ShownStep[] => {
    if (item.is === 'event' || !isShown(item, names.has(index))) return [];
    const step = names.get(index);
    const name = step ? showStepName(step) : nameOf({ ...item, result: 'done' });
    return [
      {
        [name]: {
          at: formatLocalTime(item.at, played.zone),
          ...(item.result === 'done' ? {} : { result: item.result }),
          ...(item.subject === null ? {} : { subject: item.subject }),
          ...(item.text === null ? {} : { text: item.text }),
          ...(senders.has(item.sender) ? { sender: item.sender } : {}),
        },
      },
    ];
  });
  return [...steps, { end: played.outcome }];
}

/** Tells whether a step is shown: one that only waits or chooses is of no interest unless it was named. */
export function isShown(item: TimelineItem, isExpected: boolean): item is DoneItem {
  if (item.is === 'event') return false;
  const isQuiet = isChoice(item) || item.result === 'done';
  return item.required || isExpected || !isQuiet;
}
