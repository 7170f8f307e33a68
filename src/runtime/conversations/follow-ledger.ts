import { IANAZone } from 'luxon';
import { groupBy } from '../../shared/kit/group-by.ts';
import { newId } from '../../shared/kit/ids.ts';
import type { Database, Queryable } from '../../shared/postgres/database.ts';
import { retryConflicts } from '../../shared/postgres/retry-conflicts.ts';
import { isMonthFirst } from '../events/reactions/apply-absence.ts';
import { returnDate } from '../events/reactions/return-date.ts';
import { type Announcement, announce } from '../store/announcements/announce.ts';
import type {
  ConversationHandling,
  ConversationRow,
  ConversationSummary,
} from '../store/conversations/conversation-row.ts';
import {
  deleteConversations,
  type KeptConversation,
  lockConversationsOf,
  lockPeople,
  mergeConversations,
  type PersonInConversation,
  saveConversations,
} from '../store/conversations/save-conversations.ts';
import { hasChanges, lockFollower, takeChanges } from '../store/conversations/take-changes.ts';
import { labelAnnounced } from './label-announced.ts';
import { type Message, messagesOf } from './messages-of-people.ts';
import { searchWords } from './search-words.ts';
import { summarize } from './summarize.ts';

const AT_A_TIME = 200;

/**
 * Reads the conversations of those people again of whom something has changed in the ledger: docs/decisions/inbox-behind-the-ledger.md. All of it
 * and the notes of the changes are one transaction, so whatever ends the process, it is done whole or again. True: there is more to do.
 */
export async function followLedger(db: Database): Promise<boolean> {
  if (!(await hasChanges(db))) return false;
  return retryConflicts(() =>
    db.transaction(async (tx) => {
      // One moment for all that is read: a merge that is committed in between would leave a person without messages for it.
      await tx.query('set transaction isolation level repeatable read');
      if (!(await lockFollower(tx))) return false;
      const { taken, lead_ids } = await takeChanges(tx, AT_A_TIME);
      await readAgain(tx, lead_ids);
      return taken === AT_A_TIME;
    }),
  );
}

async function readAgain(tx: Queryable, leadIds: readonly string[]): Promise<void> {
  if (leadIds.length === 0) return;
  const people = await lockPeople(tx, leadIds);
  const ids = people.flatMap((person) => person.ids);
  const known = await lockConversationsOf(tx, ids);
  const messages = groupBy(await messagesOf(tx, ids), ({ lead_id }) => lead_id);
  const conversations = groupBy(known, ({ lead_id }) => lead_id);
  const of = <Row>(rows: Map<string, Row[]>, { ids }: PersonInConversation) => ids.flatMap((id) => rows.get(id) ?? []);
  const changes = people.map((person) => changesOf(person, of(conversations, person), of(messages, person)));
  await mergeConversations(
    tx,
    changes.flatMap(({ merged }) => merged),
  );
  await deleteConversations(
    tx,
    changes.flatMap(({ gone }) => gone),
  );
  await saveConversations(
    tx,
    changes.flatMap(({ kept }) => kept),
  );
  await announce(tx, ...changes.flatMap(({ labeled }) => labeled));
}

interface Changes {
  readonly kept: readonly KeptConversation[];
  readonly merged: readonly { readonly id: string; readonly into: string }[];
  readonly gone: readonly string[];
  /** Labels that were given or taken off by themselves. */
  readonly labeled: readonly Announcement[];
}

/** The person's conversations as they are now, by what they were and by all messages of theirs. */
function changesOf(
  person: PersonInConversation,
  known: readonly ConversationRow[],
  messages: readonly Message[],
): Changes {
  const inOrder = messages.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const campaigns = [...new Set(inOrder.flatMap(({ step }) => step?.campaign_id ?? []))].sort();
  const byAccount = groupBy(inOrder, ({ account_id }) => account_id);
  const merged: { id: string; into: string }[] = [];
  const labeled: Announcement[] = [];
  const kept = [...byAccount].map(([account_id, written]): KeptConversation => {
    // The older person's own goes on; where there is none, that of the one who was merged with them.
    const before = known
      .filter((row) => row.account_id === account_id)
      .toSorted(
        (one, other) =>
          Number(other.lead_id === person.id) - Number(one.lead_id === person.id) || (one.id < other.id ? -1 : 1),
      );
    const id = before[0]?.id ?? newId('cnv');
    merged.push(...before.slice(1).map((row) => ({ id: row.id, into: id })));
    const summary = summarize(written, campaigns);
    const words = searchWords([
      person.named,
      ...written.toReversed().flatMap(({ subject, text }) => [subject ?? '', text]),
    ]);
    const handling = handlingOf(before, summary, () => returnOf(person, written));
    const kept = { ...{ id, lead_id: person.id, account_id }, ...summary, ...handling, words };
    if (kept.label !== labelIn(before).label) labeled.push(labelAnnounced(kept, summary.last_at));
    return kept;
  });
  const gone = known.filter(({ account_id }) => !byAccount.has(account_id)).map(({ id }) => id);
  return { kept, merged, gone, labeled };
}

/**
 * The handling of a conversation after new messages: it stays as people of ours left it, but a new message of the person opens what is done or
 * snoozed.
 */
function handlingOf(
  before: readonly ConversationRow[],
  {
    received,
    automatic,
    last_at,
    messages,
  }: Pick<ConversationSummary, 'received' | 'automatic' | 'last_at' | 'messages'>,
  absence: () => Date | null,
): ConversationHandling {
  const own = before[0] ?? NEW;
  const sum = (what: 'received' | 'automatic' | 'unread') => before.reduce((total, row) => total + row[what], 0);
  const fresh = received - sum('received');
  const unread = fresh < 0 ? Math.min(received, sum('unread')) : sum('unread') + fresh;
  const urgent = before.find(({ state }) => state === 'open') ?? before.find(({ state }) => state === 'snoozed') ?? own;
  const labeled = labelIn(before);
  const { label } = labeled;
  const assignee = own.assignee ?? before.find((row) => row.assignee !== null)?.assignee ?? null;
  if (fresh > 0) {
    // Whoever writes is back, and is asked by nobody but us now.
    const answered = label === ABSENT ? NO_LABEL : { ...labeled, enters: null };
    return { state: 'open', snoozed_until: null, unread, assignee, ...answered };
  }
  const handled = { state: urgent.state, snoozed_until: urgent.snoozed_until, unread, assignee };
  const isAbsent = automatic > sum('automatic') && (label === null || label === ABSENT);
  if (!isAbsent) return { ...handled, ...labeled };
  const given = { label: ABSENT, labeled_at: last_at, labeled_messages: messages };
  return { ...handled, ...given, label_until: absence(), enters: null };
}

type LabelOf = Pick<ConversationHandling, 'label' | 'labeled_at' | 'labeled_messages' | 'label_until' | 'enters'>;

const NO_LABEL: LabelOf = { label: null, labeled_at: null, labeled_messages: 0, label_until: null, enters: null };

function labelIn(before: readonly ConversationRow[]): LabelOf {
  const { label, labeled_at, labeled_messages, label_until, enters } =
    before.find((row) => row.label !== null) ?? NO_LABEL;
  return { label, labeled_at, labeled_messages, label_until, enters };
}

const ABSENT = 'out_of_office';

/** Nobody waits for anything where only we have written. */
const NEW: ConversationHandling = {
  ...{ state: 'done', snoozed_until: null, unread: 0, assignee: null },
  ...NO_LABEL,
};

/** When somebody is back, by the newest answer that a machine gave for them; null: it does not say. */
function returnOf({ timezone, country }: PersonInConversation, messages: readonly Message[]): Date | null {
  const answer = messages.findLast(({ automatic }) => automatic);
  if (answer === undefined) return null;
  const zone = timezone !== null && IANAZone.isValidZone(timezone) ? timezone : 'UTC';
  const reader = { now: answer.at.getTime(), zone, month_first: isMonthFirst(country, zone) };
  const named = returnDate(answer.text, reader) ?? returnDate(answer.subject ?? '', { ...reader, after_word: true });
  return named === null ? null : new Date(named);
}
