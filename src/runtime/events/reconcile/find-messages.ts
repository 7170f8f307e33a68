import { conversationIdentity, type Identity } from '../../../shared/identity/identity.ts';
import { DAY } from '../../../shared/kit/duration.ts';
import { isRecord } from '../../../shared/kit/is-record.ts';
import { readMoment } from '../../../shared/kit/read-moment.ts';
import type { CallOutcome } from '../../../v2/client/outcome.ts';
import { findAccount } from '../../store/accounts/find-account.ts';
import { findActive, isKnownMessage } from '../../store/events/find-waiting.ts';
import { insertEvents, type NewEvent } from '../../store/events/insert-events.ts';
import type { ReconciliationRow } from '../../store/events/reconciliation.ts';
import { findPeople } from '../../store/leads/find-people.ts';
import { answered } from '../answered.ts';
import { type JsonObject, objectAt, textAt } from '../reading/json.ts';
import { isOurs, namesOfPerson } from '../reading/names-in.ts';
import { foundEvent } from './found-event.ts';
import type { ReconcileDeps, Search } from './search.ts';

/** What one search may cost. */
const BUDGET = 20;
/** Where nothing says since when events are missing. */
const LOOK_BACK = 7 * DAY;
const PAGE = 20;
/** Read of one conversation. */
const MESSAGES = 10;

/**
 * Finds answers that no event reported: the inbox, newest first, back to when events began to be missed; then the conversations with
 * people who are in a sequence, oldest first, within a budget of credits.
 */
export async function findMessages(deps: ReconcileDeps, row: ReconciliationRow): Promise<Search> {
  const account = await findAccount(deps.db, row.account_id);
  if (account === null) return { found: 0, credits: 0, note: 'the account is gone' };
  const since = (row.since ?? new Date(deps.clock.now() - LOOK_BACK)).getTime();
  const budget = { left: BUDGET };
  const inboxes = account.products.includes('premium_navigator') ? [false, true] : [false];
  const events: NewEvent[] = [];
  for (const premium of inboxes) {
    const talks = await readInbox(deps, account.id, { premium, since, budget });
    for (const talk of talks.reverse()) {
      if (budget.left <= 0) break;
      if (!(await isWithSomebody(deps, talk))) continue;
      events.push(...(await readTalk(deps, account, talk, { premium, since, budget })));
    }
  }
  const found = await insertEvents(deps.db, events);
  const limit = budget.left <= 0 ? `, as far as ${BUDGET} credits reach` : '';
  const note = `${found} messages of the inbox since ${new Date(since).toISOString()} were new${limit}`;
  return { found, credits: BUDGET - budget.left, note };
}

interface Reading {
  readonly premium: boolean;
  readonly since: number;
  readonly budget: { left: number };
}

interface Talk {
  readonly conversation_id: string;
  readonly names: readonly Identity[];
}

/** A refusal (a seat that does not exist, for instance) finds nothing; where no answer came, the whole search is repeated. */
function paid<Data>(what: string, outcome: CallOutcome<Data>, { budget }: Reading): Data | null {
  if (outcome.kind === 'refused') {
    if (outcome.code === 'INSUFFICIENT_CREDITS') budget.left = 0;
    return null;
  }
  const data = answered(what, outcome);
  if (outcome.kind === 'success') budget.left -= outcome.credits;
  return data;
}

async function readInbox({ v2 }: ReconcileDeps, account_id: string, reading: Reading): Promise<Talk[]> {
  const talks: Talk[] = [];
  let cursor: string | undefined;
  while (reading.budget.left > 0) {
    const params = { count: PAGE, premium_nav: reading.premium, ...(cursor === undefined ? {} : { cursor }) };
    const data = paid('the inbox', await v2.call('messages', 'list_inbox', { account_id, params }), reading);
    if (data === null) return talks;
    for (const item of data.conversations) {
      if (item.last_message.time < reading.since) return talks;
      const { conversation_id, participant } = item;
      const names = [...namesOfPerson(participant), conversationIdentity(account_id, conversation_id)];
      talks.push({ conversation_id, names });
    }
    if (data.next_cursor === null || data.next_cursor === undefined) return talks;
    cursor = data.next_cursor;
  }
  return talks;
}

async function isWithSomebody({ db }: ReconcileDeps, { names }: Talk): Promise<boolean> {
  const people = await findPeople(db, names);
  return (
    people.length > 0 &&
    (
      await findActive(
        db,
        people.map(({ lead_id }) => lead_id),
      )
    ).length > 0
  );
}

async function readTalk(
  { db, v2, clock }: ReconcileDeps,
  account: { readonly id: string; readonly platform: string },
  { conversation_id }: Talk,
  reading: Reading,
): Promise<NewEvent[]> {
  const params = { conversation_id, count: MESSAGES, premium_nav: reading.premium };
  const outcome = await v2.call('messages', 'get_conversation', { account_id: account.id, params });
  const data = paid('a conversation', outcome, reading);
  const events: NewEvent[] = [];
  for (const message of data?.messages ?? []) {
    if (!isRecord(message)) continue;
    const sender = objectAt(message, ['sender']) ?? {};
    const id = textAt(message, ['message_id']);
    const time = readMoment(message.time);
    if (id === null || time === null || time < reading.since || isOurs(sender)) continue;
    if (await isKnownMessage(db, account.id, id)) continue;
    events.push(
      foundEvent({
        account_id: account.id,
        platform: account.platform,
        type: 'message',
        key: id,
        occurred_at: time,
        now: clock.now(),
        fields: fieldsOf(message, { id, conversation_id, premium: reading.premium }),
      }),
    );
  }
  return events;
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
