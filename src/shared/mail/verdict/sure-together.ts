import type { SignName, Verdict } from './sign.ts';

/** The maker of each sign: two by one maker are not independent of each other. */
export const MADE_BY: Readonly<
  Record<Exclude<SignName, 'says_no_machine' | 'answers_us' | 'sounds_like_a_wish'>, string>
> = {
  auto_replied: 'a standard',
  auto_generated: 'a standard',
  report: 'a standard',
  bulk: 'a standard',
  answers_generated: 'the program',
  autoresponder_header: 'the program',
  subject_mark: 'the subject',
  seconds: 'the time',
  nobodys_address: 'the sender',
  no_return_path: 'the servers',
  bare: 'what is missing',
  declares_itself: 'what it calls itself',
  absence: 'what it tells',
  leave: 'what it tells',
  away: 'what it tells',
  confirmation: 'what it tells',
  sounds_automatic: 'what it tells',
  repeated: 'the mail before',
  list: 'the list',
};

/** Sure by itself: a standard defines that a machine wrote it. */
export const SURE_ALONE: readonly SignName[] = ['auto_replied', 'auto_generated', 'report', 'bulk'];

/**
 * The one table of which signs together are sure: two that are independent of each other. What is missing here is missing on purpose: people repeat
 * themselves, answer within seconds, and are away, so none of these is sure with another one of them.
 */
export const SURE_TOGETHER: readonly (readonly [SignName, SignName])[] = [
  ['answers_generated', 'subject_mark'],
  ['answers_generated', 'nobodys_address'],
  ['answers_generated', 'no_return_path'],
  ['answers_generated', 'declares_itself'],
  ['answers_generated', 'absence'],
  ['answers_generated', 'leave'],
  ['answers_generated', 'confirmation'],
  ['answers_generated', 'sounds_automatic'],
  ['autoresponder_header', 'subject_mark'],
  ['autoresponder_header', 'seconds'],
  ['autoresponder_header', 'nobodys_address'],
  ['autoresponder_header', 'no_return_path'],
  ['autoresponder_header', 'declares_itself'],
  ['autoresponder_header', 'absence'],
  ['autoresponder_header', 'leave'],
  ['autoresponder_header', 'away'],
  ['autoresponder_header', 'confirmation'],
  ['autoresponder_header', 'sounds_automatic'],
  ['autoresponder_header', 'repeated'],
  ['subject_mark', 'seconds'],
  ['subject_mark', 'nobodys_address'],
  ['subject_mark', 'no_return_path'],
  ['subject_mark', 'declares_itself'],
  ['subject_mark', 'absence'],
  ['subject_mark', 'leave'],
  ['subject_mark', 'away'],
  ['subject_mark', 'confirmation'],
  ['subject_mark', 'sounds_automatic'],
  ['subject_mark', 'repeated'],
  ['seconds', 'nobodys_address'],
  ['seconds', 'no_return_path'],
  ['seconds', 'declares_itself'],
  ['seconds', 'confirmation'],
  ['nobodys_address', 'no_return_path'],
  ['nobodys_address', 'declares_itself'],
  ['nobodys_address', 'absence'],
  ['nobodys_address', 'leave'],
  ['nobodys_address', 'confirmation'],
  ['nobodys_address', 'sounds_automatic'],
  ['nobodys_address', 'repeated'],
  ['nobodys_address', 'list'],
  ['no_return_path', 'declares_itself'],
  ['no_return_path', 'absence'],
  ['no_return_path', 'leave'],
  ['no_return_path', 'confirmation'],
  ['no_return_path', 'sounds_automatic'],
  ['no_return_path', 'list'],
  ['no_return_path', 'bare'],
  ['autoresponder_header', 'bare'],
  ['subject_mark', 'bare'],
  ['nobodys_address', 'bare'],
  ['bare', 'declares_itself'],
  ['bare', 'absence'],
  ['bare', 'leave'],
  ['bare', 'confirmation'],
  ['declares_itself', 'absence'],
  ['declares_itself', 'leave'],
  ['declares_itself', 'confirmation'],
  ['declares_itself', 'repeated'],
  ['declares_itself', 'list'],
  ['confirmation', 'list'],
];

/** Alone they prove nothing, and raise no doubt either. */
const NO_DOUBT_ALONE: ReadonlySet<SignName> = new Set([
  ...(['seconds', 'repeated', 'leave', 'away', 'confirmation', 'sounds_automatic', 'bare'] as const),
  ...(['says_no_machine', 'answers_us', 'sounds_like_a_wish'] as const),
]);

/** Words: where nothing else speaks for a machine, an answer to us makes them a person's again. */
const OF_WORDS: ReadonlySet<SignName> = new Set([
  'absence',
  'leave',
  'away',
  'confirmation',
  'sounds_automatic',
  'declares_itself',
]);

/** Only programs that answer for somebody make it: beside it words are theirs, even where they ask us something. A mark in the subject may be quoted. */
const OF_AUTORESPONDERS: ReadonlySet<SignName> = new Set(['autoresponder_header']);

/** Decides who wrote a mail with these signs. */
export function verdictOn(signs: ReadonlySet<SignName>): Verdict {
  if (SURE_ALONE.some((sign) => signs.has(sign))) return 'machine';
  const answersUs = signs.has('answers_us');
  const speaking = [...signs].filter((sign) => !NO_DOUBT_ALONE.has(sign));
  if (answersUs && speaking.every((sign) => OF_WORDS.has(sign))) return 'person';
  const isSure = SURE_TOGETHER.some(
    (pair) => pair.every((sign) => signs.has(sign)) && !(answersUs && isTakenBack(pair)),
  );
  if (isSure) return signs.has('says_no_machine') ? 'in_doubt' : 'machine';
  return speaking.length > 0 ? 'in_doubt' : 'person';
}

/** Words, or what is missing, beside what a ticket system or a relay sets on a person's mail, too. */
const isTakenBack = (pair: readonly SignName[]): boolean =>
  pair.some((sign) => sign === 'bare' || OF_WORDS.has(sign)) && !pair.some((sign) => OF_AUTORESPONDERS.has(sign));
