import { newId } from '../../shared/kit/ids.ts';
import type { Database, Queryable } from '../../shared/postgres/database.ts';
import { retryConflicts } from '../../shared/postgres/retry-conflicts.ts';
import { suppressIn } from '../enroll/suppress.ts';
import { announce } from '../store/announcements/announce.ts';
import { recordChange, recordNoChange } from '../store/audit-log/record-change.ts';
import type { ConversationRow } from '../store/conversations/conversation-row.ts';
import { findConversations } from '../store/conversations/find-conversations.ts';
import {
  type Handling,
  handleConversations,
  lockConversations,
  setUnread,
} from '../store/conversations/handle-conversations.ts';
import type { LabelEffect } from '../store/conversations/labels.ts';
import type { ConversationFilter } from '../store/conversations/list-conversations.ts';
import { lockEnrollmentsOf } from '../store/enrollments/lock-enrollments.ts';
import { listEnrollmentsOf, noteLabel } from '../store/enrollments/note-label.ts';
import { stopEnrollments } from '../store/enrollments/stop-enrollments.ts';
import { listUnfinished } from '../store/leads/find-duplicates.ts';
import { addSignals } from '../store/outbox/add-to-outbox.ts';
import { addLines } from '../store/timeline/add-line.ts';
import { hasAny, type Within } from '../store/within.ts';
import { labelAnnounced } from './label-announced.ts';
import { type Message, messagesOf } from './messages-of-people.ts';

/** A change of a conversation, and its effect for the person. */
export interface ConversationChange {
  readonly handling: Handling;
  /** The effect of the label that is given. */
  readonly effect: LabelEffect;
  readonly at: Date;
}

/** The last message that the person who makes the change has seen, among those of the accounts that they are limited to. */
export interface SeenUpTo {
  readonly id: string;
  readonly within: Within;
}

export type Handled =
  | { readonly kind: 'done' }
  | { readonly kind: 'unknown' }
  /** No message of this conversation has the id that was seen last. */
  | { readonly kind: 'unknown_message' }
  /** The person has written since. */
  | { readonly kind: 'answered_meanwhile'; readonly message: Message };

/** `seen` null: they do not say. In the caller's transaction, which has locked nothing yet. */
export async function handleConversation(
  tx: Queryable,
  id: string,
  seen: SeenUpTo | null,
  change: ConversationChange,
): Promise<Handled> {
  if (seen === null) return (await handleIn(tx, [id], change)) === 0 ? { kind: 'unknown' } : { kind: 'done' };
  const [row] = await lockConversations(tx, [id]);
  if (row === undefined) return { kind: 'unknown' };
  const all = await messagesOf(tx, [row.lead_id]);
  const messages = all.filter(({ account_id }) => hasAny(seen.within, [account_id]));
  const place = messages.findIndex((message) => message.id === seen.id);
  if (place === -1) return { kind: 'unknown_message' };
  const isTheirs = ({ account_id, by, automatic }: Message) =>
    account_id === row.account_id && by === 'them' && !automatic;
  const known = messages.slice(0, place + 1).filter(isTheirs).length;
  const next = messages.slice(place + 1).find(isTheirs);
  // Reading a conversation says nothing about messages that came after the last one that was seen.
  if (change.handling.action === 'read') {
    await record(tx, change.handling, [row], await setUnread(tx, id, Math.max(0, row.received - known)));
  } else if (next !== undefined) return { kind: 'answered_meanwhile', message: next };
  else await record(tx, change.handling, [row], await handleConversations(tx, [id], change.handling));
  return { kind: 'done' };
}

const AT_A_TIME = 100;

/**
 * The same to all that fit a filter, part by part: whoever writes meanwhile is found by the filter or not, and done twice is done once. Returns
 * how many there were.
 */
export async function handleMatching(
  db: Database,
  filter: ConversationFilter,
  change: ConversationChange,
): Promise<number> {
  let done = 0;
  for (let after = ''; ; ) {
    const ids = await findConversations(db, filter, { after, limit: AT_A_TIME });
    if (ids.length === 0) {
      if (done === 0) recordNoChange();
      return done;
    }
    done += await retryConflicts(() => db.transaction((tx) => handleIn(tx, ids, change)));
    after = ids.at(-1) ?? after;
  }
}

/** Handles conversations. The effect of a label comes first, because names and enrollments are locked before conversations. */
async function handleIn(
  tx: Queryable,
  ids: readonly string[],
  { handling, effect, at }: ConversationChange,
): Promise<number> {
  const locked = handling.action === 'label' ? await actOnLabel(tx, ids, { label: handling.label, effect, at }) : [];
  const found = await lockConversations(tx, ids);
  const done = await handleConversations(
    tx,
    found.map(({ id }) => id),
    handling,
  );
  const changed = await record(tx, handling, found, done);
  if (handling.action === 'label') {
    const lead_ids = changed.map(({ lead_id }) => lead_id);
    await tellSequences(tx, { lead_ids, locked, label: handling.label, at }, effect);
  }
  return found.length;
}

/** Returns the enrollments of these people, which it has locked. */
async function actOnLabel(
  tx: Queryable,
  ids: readonly string[],
  { label, effect, at }: { readonly label: string | null; readonly effect: LabelEffect; readonly at: Date },
): Promise<readonly string[]> {
  const people = await listPeople(tx, ids);
  if (label !== null && effect === 'suppress') {
    const locking = await listEnrollmentsOf(tx, people);
    const reason = `labeled ${label}`;
    const names = people.map((value) => ({ name: { kind: 'lead' as const, value }, reason }));
    await suppressIn(tx, names, at, { locking });
    return locking;
  }
  const locked = await lockEnrollmentsOf(tx, people);
  if (label !== null && effect === 'stop') await stopSequencesOf(tx, people, label, at);
  return locked;
}

/** A label is a fact of the sequences that the person is in, and `wait_for: label` goes on by it. */
async function tellSequences(
  tx: Queryable,
  labeled: Parameters<typeof noteLabel>[1],
  effect: LabelEffect,
): Promise<void> {
  const { label, at } = labeled;
  const going = await noteLabel(tx, labeled);
  // Those that it stops have their line, and hear of the stop.
  if (going.length === 0 || (label !== null && effect !== 'continue')) return;
  const id = newId('act', at.getTime());
  const type = label === null ? 'unlabeled' : 'labeled';
  const title = label === null ? 'The label was taken off' : `Labeled ${label.replaceAll('_', ' ')}`;
  const line = { at, node: null, type, title, once: `event/${id}` };
  await addLines(
    tx,
    going.map((enrollment_id) => ({ ...line, enrollment_id })),
  );
  await addSignals(tx, going, { id, type }, at);
}

const DID: Readonly<Record<Handling['action'], (what: string) => string>> = {
  read: (what) => `marked ${what} as read`,
  unread: (what) => `marked ${what} as unread`,
  done: (what) => `marked ${what} as done`,
  open: (what) => `opened ${what}`,
  snooze: (what) => `snoozed ${what}`,
  assign: (what) => `assigned ${what}`,
  label: (what) => `labeled ${what}`,
};

/** One line of the audit log for all of them; returns those that have changed. */
async function record(
  tx: Queryable,
  handling: Handling,
  before: readonly ConversationRow[],
  after: readonly ConversationRow[],
): Promise<readonly ConversationRow[]> {
  const { action } = handling;
  const old = new Map(before.map((row) => [row.id, JSON.stringify(handlingIn(row))]));
  const changed = after.filter((row) => old.get(row.id) !== JSON.stringify(handlingIn(row)));
  const [first, ...others] = changed;
  if (first === undefined) {
    recordNoChange();
    return changed;
  }
  if (handling.action === 'label') await announce(tx, ...changed.map((row) => labelAnnounced(row, handling.at)));
  if (others.length > 0) {
    const ids = changed.map(({ id }) => id);
    const target = { kind: 'conversation', id: null };
    await recordChange(tx, {
      did: DID[action](`${ids.length} conversations`),
      target,
      after: { ids, ...WHAT[action](handlingIn(first)) },
    });
    return changed;
  }
  const was = before.find(({ id }) => id === first.id);
  await recordChange(tx, {
    did: DID[action](`the conversation ${first.id}`),
    target: { kind: 'conversation', id: first.id },
    ...(was === undefined ? {} : { before: handlingIn(was) }),
    after: handlingIn(first),
    lead_id: first.lead_id,
  });
  return changed;
}

type HandlingFields = ReturnType<typeof handlingIn>;

/** The fields that each action sets. Where they are all as they should be, the action changes nothing. */
const WHAT: Readonly<Record<Handling['action'], (handling: HandlingFields) => Partial<HandlingFields>>> = {
  read: ({ unread }) => ({ unread }),
  unread: ({ unread }) => ({ unread }),
  done: ({ state }) => ({ state }),
  open: ({ state }) => ({ state }),
  snooze: ({ state, snoozed_until }) => ({ state, snoozed_until }),
  assign: ({ assignee }) => ({ assignee }),
  label: ({ label, labeled_at, label_until }) => ({ label, labeled_at, label_until }),
};

const handlingIn = (row: ConversationRow) => ({
  ...{ state: row.state, snoozed_until: row.snoozed_until, unread: row.unread, assignee: row.assignee },
  ...{ label: row.label, labeled_at: row.labeled_at, label_until: row.label_until },
});

async function listPeople(tx: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ lead_id: string }>(
    'select distinct lead_id from conversations where id = any($1) and merged_into is null order by 1',
    [[...ids]],
  );
  return rows.map(({ lead_id }) => lead_id);
}

/** Stops the sequences of people whose enrollments are locked. */
async function stopSequencesOf(tx: Queryable, people: readonly string[], label: string, at: Date): Promise<void> {
  const event_id = newId('act', at.getTime());
  const stopped = await stopEnrollments(tx, {
    ids: await listUnfinished(tx, people),
    outcome: 'stopped',
    event_id,
    at,
  });
  const line = {
    at,
    node: null,
    type: 'stop',
    title: `Stopped: labeled ${label.replaceAll('_', ' ')}`,
    once: event_id,
  };
  await addLines(
    tx,
    stopped.map((enrollment_id) => ({ ...line, enrollment_id })),
  );
  await addSignals(tx, stopped, { id: event_id, type: 'stop' }, at);
}
