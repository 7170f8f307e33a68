import { conversationIdentity, type Identity } from '../../../shared/identity/identity.ts';
import { DAY } from '../../../shared/kit/duration.ts';
import { isRecord } from '../../../shared/kit/is-record.ts';
import { readMoment } from '../../../shared/kit/read-moment.ts';
import type { AccountRow } from '../../store/accounts/account.ts';
import { findAccount } from '../../store/accounts/find-account.ts';
import { isKnownMessage, wasEverEnrolled } from '../../store/events/find-waiting.ts';
import { insertEvents, type NewEvent } from '../../store/events/insert-events.ts';
import type { ReconciliationRow } from '../../store/events/reconciliation.ts';
import { findPeople } from '../../store/leads/find-people.ts';
import { type JsonObject, objectAt, textAt } from '../reading/json.ts';
import { isOurs, namesOfPerson } from '../reading/names-in.ts';
import { foundEvent } from './found-event.ts';
import { type Budget, canPay, paid } from './paid-reading.ts';
import type { ReconcileDeps, Search } from './search.ts';

/** The period to search where it is not known since when events are missing. */
const LOOK_BACK = 7 * DAY;
const PAGE = 20;

/**
 * Finds answers that no event reported: the inbox, newest first, back to when events began to be missed; then the conversations with
 * people who are or were in a sequence, oldest first. Where credits end it says how far it came.
 */
export async function findMessages(deps: ReconcileDeps, row: ReconciliationRow, budget: Budget): Promise<Search> {
  const account = await findAccount(deps.db, row.account_id);
  if (account === null) return { found: 0, credits: 0, note: 'the account is gone' };
  const since = (row.since ?? new Date(deps.clock.now() - LOOK_BACK)).getTime();
  const of = { deps, account, since, budget };
  const talks = await readInboxes(of, row.read_until?.getTime() ?? 0);
  const events: NewEvent[] = [];
  let read = talks === null ? row.read_until : null;
  for (const talk of talks ?? []) {
    const messages = (await isWorthReading(of, talk)) ? await readTalk(of, talk) : [];
    if (messages === null) {
      // One of the same moment comes again with it.
      if (read?.getTime() === talk.time) read = new Date(talk.time - 1);
      break;
    }
    events.push(...messages);
    read = new Date(talk.time);
  }
  const found = await insertEvents(deps.db, events);
  const left = (talks ?? []).filter(({ time }) => time > (read?.getTime() ?? 0)).length;
  const counted = `${found} messages of the inbox since ${new Date(since).toISOString()} were new`;
  if (talks !== null && left === 0) return { found, credits: budget.spent, note: counted };
  const note = `${counted}, as far as credits reached`;
  const waits = { for: budget.broke ? 'balance' : 'budget', read_until: read ?? row.read_until } as const;
  return { found, credits: budget.spent, note, waits };
}

interface Reading {
  readonly deps: ReconcileDeps;
  readonly account: AccountRow;
  /** Epoch milliseconds: nothing from before is of interest. */
  readonly since: number;
  readonly budget: Budget;
}

interface Talk {
  readonly conversation_id: string;
  readonly premium: boolean;
  readonly names: readonly Identity[];
  /** Time of its newest message, in epoch milliseconds. */
  readonly time: number;
  readonly last: JsonObject;
  /** Whether it answers a mail, maybe one of ours, from an address by which nobody is known. */
  readonly answers_a_mail: boolean;
}

/** Oldest first, those after `read_until`; null: credits did not suffice to list them all. */
async function readInboxes(of: Reading, read_until: number): Promise<Talk[] | null> {
  const talks: Talk[] = [];
  for (const premium of of.account.products.includes('premium_navigator') ? [false, true] : [false]) {
    const listed = await readInbox(of, premium);
    if (listed === null) return null;
    talks.push(...listed.filter(({ time }) => time > read_until));
  }
  return talks.sort((one, other) => one.time - other.time);
}

async function readInbox({ deps, account, since, budget }: Reading, premium: boolean): Promise<Talk[] | null> {
  const talks: Talk[] = [];
  let cursor: string | undefined;
  while (canPay(budget)) {
    const params = { count: PAGE, premium_nav: premium, ...(cursor === undefined ? {} : { cursor }) };
    const asked = { account_id: account.id, params };
    const data = paid('the inbox', await deps.v2.call('messages', 'list_inbox', asked), budget);
    if (data === null) return budget.broke ? null : talks;
    for (const item of data.conversations) {
      const { conversation_id, participant, last_message: last } = item;
      if (last.time < since) return talks;
      const names = [...namesOfPerson(participant), conversationIdentity(account.id, conversation_id)];
      const answers_a_mail = textAt(item, ['in_reply_to']) !== null;
      talks.push({ conversation_id, premium, names, time: last.time, last, answers_a_mail });
    }
    if (data.next_cursor === null || data.next_cursor === undefined) return talks;
    cursor = data.next_cursor;
  }
  return null;
}

/** Whether a conversation is with somebody who is or was in a sequence, or who may be, by another name than we know. */
async function isWorthReading({ deps: { db }, account }: Reading, talk: Talk): Promise<boolean> {
  const people = await findPeople(db, talk.names);
  if (people.length > 0) {
    return wasEverEnrolled(
      db,
      people.map(({ lead_id }) => lead_id),
    );
  }
  if (account.platform === 'email') return talk.answers_a_mail;
  // The network may name by an id whom we know by their profile's address alone: ingesting it asks whose it is.
  return account.platform === 'professional' && !isOurs(objectAt(talk.last, ['sender']) ?? {});
}

/** Finds what they have written in it since then and no event has reported. Null: credits did not suffice. */
async function readTalk(of: Reading, talk: Talk): Promise<NewEvent[] | null> {
  const { deps, account, since, budget } = of;
  const { conversation_id, premium } = talk;
  const events: NewEvent[] = [];
  let cursor: string | undefined;
  while (canPay(budget)) {
    const params = { conversation_id, count: PAGE, premium_nav: premium, ...(cursor === undefined ? {} : { cursor }) };
    const asked = { account_id: account.id, params };
    const data = paid('a conversation', await deps.v2.call('messages', 'get_conversation', asked), budget);
    if (data === null) return budget.broke ? null : events;
    for (const message of data.messages) {
      if (!isRecord(message)) continue;
      const time = readMoment(message.time);
      if (time !== null && time < since) return events;
      const event = time === null ? null : await eventOf(of, talk, message, time);
      if (event !== null) events.push(event);
    }
    if (data.next_cursor === null || data.next_cursor === undefined) return events;
    cursor = data.next_cursor;
  }
  return null;
}

/** Null: it is ours, or known. */
async function eventOf(
  { deps: { db, clock }, account }: Reading,
  { conversation_id, premium }: Talk,
  message: JsonObject,
  time: number,
): Promise<NewEvent | null> {
  const id = textAt(message, ['message_id']);
  if (id === null || isOurs(objectAt(message, ['sender']) ?? {})) return null;
  if (await isKnownMessage(db, account.id, id)) return null;
  return foundEvent({
    account_id: account.id,
    platform: account.platform,
    type: 'message',
    key: id,
    occurred_at: time,
    now: clock.now(),
    fields: fieldsOf(message, { id, conversation_id, premium }),
  });
}

const fieldsOf = (
  message: JsonObject,
  talk: { readonly id: string; readonly conversation_id: string; readonly premium: boolean },
): Record<string, unknown> => ({
  inbox: talk.premium ? 'premium_navigator' : 'classic',
  message_text: textAt(message, ['text']) ?? '',
  subject: textAt(message, ['subject']) ?? '',
  in_reply_to: textAt(message, ['in_reply_to']),
  references: message.references ?? [],
  headers: message.headers ?? {},
  sender: message.sender,
  conversation: { participants: [], is_group_chat: false },
  message_id: talk.id,
  metadata: { entity_urn: talk.id, conversation_urn: talk.conversation_id },
});
