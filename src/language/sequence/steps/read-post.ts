import { type Entries, readChoice, readKeys, reportForm } from '../check/check-context.ts';
import type { StepInput } from './step-kind.ts';

const POSTS = ['latest_post'] as const;

/** `on: latest_post`, which may be left out, with the other keys of a content step. Null after a report. */
export function readPost(
  { context, value }: StepInput,
  word: string,
  keys: readonly string[],
  example: string,
): { readonly on: (typeof POSTS)[number]; readonly entries: Entries } | null {
  if (value.kind === 'null') return { on: 'latest_post', entries: new Map() };
  if (value.kind !== 'map') return reportForm(context, value, `\`${word}\` is a mapping`, `Write \`${example}\`.`);
  const entries = readKeys(context, value, { of: `\`${word}\``, known: keys });
  const given = entries.get('on');
  const on = given ? readChoice(context, given.value, { of: '`on`', values: POSTS }) : 'latest_post';
  return on && { on, entries };
}
