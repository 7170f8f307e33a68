import type { Behavior } from '../../../v2/service/channels/sandbox/behavior.ts';
import { dueAfter } from '../../../v2/service/channels/sandbox/behavior.ts';
import type { Route } from '../mail-server/start-submission.ts';

/** Somebody of the demo's world, as the sandbox tells. */
export interface Person {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly behavior: Behavior;
}

/** An answer of a person to a mail: at `due`, virtual time, epoch milliseconds. */
export interface PlannedAnswer {
  readonly due: number;
  readonly is: 'reply' | 'absence' | 'unsubscribe';
  /** The words of it; empty for a click. */
  readonly text: string;
}

const DEFAULT_REPLY = 'Thank you for your message. Let us talk.';

const FAILURES = {
  hard: { status: '5.1.1', reply: '550 5.1.1 the mailbox does not exist' },
  soft: { status: '4.2.2', reply: '452 4.2.2 the mailbox is full' },
} as const;

/** Decides what the mail server of the person makes of a mail; nobody has an address that the world does not know. */
export function routeTo(person: Person | null): Route {
  const failure = person === null ? 'hard' : person.behavior.bounces;
  return failure === undefined ? { to: 'mailbox' } : { to: 'sender', ...FAILURES[failure] };
}

/** Plans what the person makes of a mail that reached them at `at`. Nothing: they read it, or not, and stay silent. */
export function planAnswers(
  { behavior }: Pick<Person, 'behavior'>,
  at: number,
  absenceText: (until: string) => string,
): PlannedAnswer[] {
  const { auto_reply_until: until, replies_after, reply_text = DEFAULT_REPLY, unsubscribes_after } = behavior;
  const away: PlannedAnswer[] =
    until !== undefined && at < Date.parse(until) ? [{ due: at, is: 'absence', text: absenceText(until) }] : [];
  const replies = dueAfter(at, replies_after?.email);
  const clicks = dueAfter(at, unsubscribes_after);
  return [
    ...away,
    ...(replies === null ? [] : [{ due: replies, is: 'reply', text: reply_text } as const]),
    ...(clicks === null ? [] : [{ due: clicks, is: 'unsubscribe', text: '' } as const]),
  ];
}
