import type { Queryable } from '../../shared/postgres/database.ts';
import { readActivities } from '../events/reading/correspondence.ts';
import type { Activity } from '../events/reading/read-activity.ts';
import { contentOf } from '../events/reading/read-envelopes.ts';
import { readMessage } from '../events/reading/read-message.ts';
import { type EventOfPerson, listEventsOf, listSentTo, type SentMessage } from '../store/conversations/read-sources.ts';

/** The mail that an answer answers: the newest of either side in this mailbox. */
export interface LastMail {
  /** The id by which the mailbox knows the mail; null: nothing tells it. */
  readonly message_id: string | null;
  /** The person's: whence they wrote last, else where we did. */
  readonly address: string;
  readonly subject: string;
  readonly at: Date;
}

/** Null: there was no mail between them yet. */
export async function findLastMail(db: Queryable, leadId: string, accountId: string): Promise<LastMail | null> {
  const sent = await listSentTo(db, [leadId]);
  const events = await listEventsOf(db, [leadId]);
  const mails = [
    ...sent.flatMap((mail) => ofOurs(mail, accountId)),
    ...readActivities(events, sent).flatMap(({ event, activity }) => ofTheirs(event, activity, accountId)),
  ];
  return mails.toSorted((one, other) => one.at.getTime() - other.at.getTime()).at(-1) ?? null;
}

function ofOurs(
  { account_id, limit_class, params, message_id, created_at }: SentMessage,
  accountId: string,
): LastMail[] {
  const { to, subject } = params;
  if (account_id !== accountId || limit_class !== 'email' || typeof to !== 'string') return [];
  return [{ message_id, address: to, subject: typeof subject === 'string' ? subject : '', at: created_at }];
}

function ofTheirs(event: EventOfPerson, activity: Activity, accountId: string): LastMail[] {
  if (event.account_id !== accountId || event.platform !== 'email') return [];
  // A mail that a machine sent in their name does not tell where they read.
  if (activity.kind !== 'reply') return [];
  const { message_id } = readMessage(contentOf(event.payload), { id: event.account_id, platform: 'email' });
  const address = activity.author.from.find(({ kind }) => kind === 'email')?.value;
  return address === undefined
    ? []
    : [{ message_id, address, subject: activity.author.subject, at: event.occurred_at }];
}
