import { cutText } from '../../../shared/kit/cut-text.ts';
import type { OnError } from '../../plan/nodes/common.ts';
import { COMPLETED } from '../compile/compile.ts';
import { keysOf } from '../schema/describe.ts';
import { retryForm } from '../schema/values.ts';
import type { StepKind } from '../steps/step-kind.ts';
import type { YamlEntry } from '../yaml/yaml-value.ts';
import { type CheckContext, readChoice, readFlag, readKeys, readText } from './check-context.ts';

const ID = /^[a-z][a-z0-9_-]{0,63}$/;
const MOST_RETRIES = 10;

/** The id that was given; null when none was, or not a usable one. Derived ids begin with a digit, so they never clash. */
export function checkId(context: CheckContext, entry: YamlEntry | undefined): string | null {
  const text = entry && readText(context, entry.value, 'an id', 'a name like first-message');
  if (!text) return null;
  const id = text.value;
  if (!ID.test(id) || id === COMPLETED) {
    const message =
      id === COMPLETED
        ? `the id "${id}" is reserved for the end of every sequence`
        : `"${cutText(id, 60)}" cannot be an id`;
    context.report(
      'SEQ010',
      text.place,
      message,
      'Use small letters, digits, _ and -, beginning with a letter, like first-message.',
    );
    return null;
  }
  if (context.ids.has(id)) {
    context.report(
      'SEQ011',
      text.place,
      `the id "${id}" is used by an earlier step`,
      'Give each step an id of its own.',
    );
    return null;
  }
  context.ids.set(id, text.place);
  return id;
}

export function checkOnError(context: CheckContext, entry: YamlEntry | undefined): OnError {
  if (!entry) return { do: 'stop' };
  if (entry.value.kind !== 'map') {
    const choice = readChoice(context, entry.value, {
      of: 'on_error',
      values: ['stop', 'continue'],
      or: '{ retry: 3 }',
    });
    return choice === 'continue' ? { do: 'continue' } : { do: 'stop' };
  }
  const retry = readKeys(context, entry.value, { of: 'on_error', known: keysOf(retryForm) }).get('retry')?.value;
  if (retry?.kind === 'number' && Number.isInteger(retry.value) && retry.value >= 1 && retry.value <= MOST_RETRIES) {
    return { do: 'retry', times: retry.value };
  }
  const place = retry?.place ?? entry.value.place;
  const fix = 'Write `on_error: { retry: 3 }`.';
  context.report('SEQ015', place, `\`retry\` is a whole number from 1 to ${MOST_RETRIES}`, fix);
  return { do: 'stop' };
}

/** `review: true`: the step waits for a person's approval. */
export function checkReview(context: CheckContext, kind: StepKind, entry: YamlEntry | undefined): boolean {
  if (!entry) return false;
  const review = readFlag(context, entry.value, '`review`') ?? false;
  if (!review || kind.form.reviewable) return review;
  const fix = 'Remove it; a `task` asks a person anything else.';
  context.report('SEQ007', entry.key_place, `\`${kind.form.word}\` sends nothing that could be reviewed`, fix);
  return false;
}
