import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import type { DecidedMeaning } from '../tasks/unclear-reply.ts';
import { ERASED_TEXT } from './table-answer.ts';

/** Parameters of calls that are words. Whom a mail went to stays: the link in it still has to unsubscribe them. */
const WORDS = ['message_text', 'subject', 'html', 'text', 'comment_text', 'note', 'attachments', 'media'];
const without = (column: string, path: string, words: readonly string[]): string =>
  words.reduce((value, word) => `${value} #- '{${path},${word}}'`, column);
const hasAny = (column: string, path: string, words: readonly string[]): string =>
  `${column} #> '{${path}}' ?| array[${words.map((word) => `'${word}'`).join(', ')}]`;

/** Some rows of a pass: how many were looked at decides whether it goes on after `cursor`. */
export interface Part {
  readonly cursor: string;
  readonly looked: number;
}

interface PartAsked {
  readonly cursor: string;
  /** Virtual time: what is older is over. */
  readonly before: Date;
  readonly limit: number;
}

/** Enrollments that ended before, in the order of their ids. */
async function listEnded(tx: Queryable, { cursor, before, limit }: PartAsked): Promise<{ part: Part; ids: string[] }> {
  const { rows } = await tx.query<{ id: string; over: boolean }>(
    `select id, status = 'finished' and finished_at < $2 as over from enrollments where id > $1 order by id limit $3`,
    [cursor, before, limit],
  );
  const ids = rows.filter(({ over }) => over).map(({ id }) => id);
  return { part: { cursor: rows.at(-1)?.id ?? cursor, looked: rows.length }, ids };
}

/** Purges messages to people whose enrollment has ended, and the requests for them. */
export async function purgeSent(tx: Queryable, asked: PartAsked): Promise<Part> {
  const { part, ids } = await listEnded(tx, asked);
  await purgeCalls(tx, 'enrollment_id', ids);
  return part;
}

/** Purges answers of people of ours that were sent, or will not be. */
export async function purgeAnswers(tx: Queryable, { cursor, before, limit }: PartAsked): Promise<Part> {
  const { rows } = await tx.query<{ id: string; over: boolean }>(
    `select id, coalesce(ended_at < $2 and state in ('sent', 'not_sent', 'withdrawn'), false) as over
       from answers where id > $1 order by id limit $3`,
    [cursor, before, limit],
  );
  const ids = rows.filter(({ over }) => over).map(({ id }) => id);
  await tx.query(
    `update answers set text = ${ERASED_TEXT}, subject = null, attachments = '[]'
      where id = any($1) and text <> ${ERASED_TEXT}`,
    [ids],
  );
  await tx.query(
    `update audit_log set before = null, after = null, wall_erased_at = now()
      where target_kind = 'answer' and target_id = any($1) and wall_erased_at is null`,
    [ids],
  );
  await purgeCalls(tx, 'answer_id', ids);
  return { cursor: rows.at(-1)?.id ?? cursor, looked: rows.length };
}

/** Purges notes on conversations. A conversation that was put off keeps them as long after the day on which it comes back. */
export async function purgeNotes(tx: Queryable, { cursor, before, limit }: PartAsked): Promise<Part> {
  const { rows } = await tx.query<{ id: string; over: boolean }>(
    `select n.id, greatest(n.created_at, c.snoozed_until, c.label_until) < $2 as over
       from conversation_notes n join conversations own on own.id = n.conversation_id
       join conversations c on c.id = coalesce(own.merged_into, own.id)
      where n.id > $1 order by n.id limit $3`,
    [cursor, before, limit],
  );
  const ids = rows.filter(({ over }) => over).map(({ id }) => id);
  await tx.query(
    `with emptied as (
       update conversation_notes set text = ${ERASED_TEXT} where id = any($1) and text <> ${ERASED_TEXT} returning id, conversation_id)
     update audit_log a set before = null, after = null, wall_erased_at = now() from emptied
      where a.target_kind = 'conversation' and a.target_id = emptied.conversation_id and a.after ->> 'note_id' = emptied.id
        and a.wall_erased_at is null`,
    [ids],
  );
  return { cursor: rows.at(-1)?.id ?? cursor, looked: rows.length };
}

/** The inbox reads what is left again. */
async function purgeCalls(tx: Queryable, of: 'enrollment_id' | 'answer_id', ids: readonly string[]): Promise<void> {
  const lead = of === 'answer_id' ? '(select lead_id from answers where id = answer_id)' : 'null';
  await tx.query(
    `with emptied as (
       update intents set request = ${without('request', 'params', WORDS)}, result = null
        where ${of} = any($1) and state in ('done', 'refused', 'not_done') and ${hasAny('request', 'params', WORDS)}
       returning enrollment_id, answer_id)
     insert into conversation_changes (enrollment_id, lead_id) select distinct enrollment_id, ${lead} from emptied`,
    [ids],
  );
  await tx.query(
    `update tasks set text = ${ERASED_TEXT}, preview = '{}', request = null, note = null, comments = '[]'
      where ${of} = any($1) and status <> 'open' and text <> ${ERASED_TEXT}`,
    [ids],
  );
}

/** Purges the words of the lines of ended enrollments. The lines stay, with the arm of a split that was taken. */
export async function purgeTimelines(tx: Queryable, asked: PartAsked): Promise<Part> {
  const { part, ids } = await listEnded(tx, asked);
  await tx.query(
    `update timeline set title = ${ERASED_TEXT},
            detail = case when type = 'branch' and detail ? 'arm' then jsonb_build_object('arm', detail -> 'arm') else '{}' end
      where enrollment_id = any($1) and title <> ${ERASED_TEXT}`,
    [ids],
  );
  return part;
}

export interface OldEvent {
  readonly event_id: string;
  readonly account_id: string;
  readonly platform: string;
  readonly type: string;
  readonly payload: unknown;
  readonly occurred_at: Date;
  readonly lead_id: string | null;
  readonly decided: DecidedMeaning | null;
}

export interface ForgottenEvent extends Pick<OldEvent, 'event_id' | 'lead_id' | 'decided'> {
  /** The rest of the payload. The inbox has to look at the event again only where it had words. */
  readonly payload: unknown;
  readonly had_words: boolean;
}

const PLACE = `to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const IN_THEIR_ORDER =
  '(received_at, event_id) > ($1::timestamptz, $2) and received_at < $3 order by received_at, event_id limit $4';

const placeOf = ({ cursor, before, limit }: PartAsked): unknown[] => {
  const [at = '', id = ''] = cursor.split(' ');
  return [at === '' ? '-infinity' : at, id, before, limit];
};

function partOf({ cursor }: PartAsked, rows: readonly { readonly place: string; readonly event_id: string }[]): Part {
  const last = rows.at(-1);
  return { cursor: last === undefined ? cursor : `${last.place} ${last.event_id}`, looked: rows.length };
}

/**
 * Events in the order in which they came, locked, each with its words; one that is being ingested, or of which a person has to say what it means, is
 * left for a later pass.
 */
export async function readOldEvents(
  tx: Queryable,
  asked: PartAsked,
): Promise<{ readonly part: Part; readonly events: OldEvent[] }> {
  const { rows } = await tx.query<OldEvent & { place: string; left: boolean } & Record<string, unknown>>(
    `select event_id, account_id, platform, type, payload, occurred_at, lead_id, decided, ${PLACE} as place,
            state = 'pending' or event_id in (select event_id from tasks where status = 'open' and event_id is not null) as left
       from events where not forgotten and ${IN_THEIR_ORDER} for no key update`,
    placeOf(asked),
  );
  return { part: partOf(asked, rows), events: rows.filter(({ left }) => !left) };
}

/** Saves events without their words, and takes their words out of lines of the timeline that quote them. The inbox reads the rest again. */
export async function saveForgotten(tx: Queryable, events: readonly ForgottenEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query(
    `update events e set payload = f.payload, decided = f.decided, forgotten = true
       from ${rowsOf('event_id text, payload jsonb, decided jsonb')} as f where e.event_id = f.event_id`,
    [jsonRows(events)],
  );
  const leads = [...new Set(events.flatMap(({ lead_id, had_words }) => (had_words && lead_id) || []))];
  await tx.query(
    `update timeline t set detail = t.detail - '{text,subject,signs}'::text[]
       from enrollments e
      where e.lead_id = any($1) and t.enrollment_id = e.id and t.once = any($2) and t.detail ?| '{text,subject,signs}'`,
    [leads, events.flatMap(({ event_id }) => [`event/${event_id}`, `event/${event_id}/unclear`])],
  );
  await tx.query('insert into conversation_changes (lead_id) select unnest($1::text[])', [leads]);
}

/** All that events carry goes. */
export async function purgeEvents(tx: Queryable, asked: PartAsked): Promise<Part> {
  const { rows } = await tx.query<{ event_id: string; place: string }>(
    `select event_id, ${PLACE} as place from events where ${IN_THEIR_ORDER}`,
    placeOf(asked),
  );
  await tx.query(
    `update events set payload = '{}' where event_id = any($1) and state <> 'pending' and payload <> '{}'`,
    [rows.map(({ event_id }) => event_id)],
  );
  return partOf(asked, rows);
}

/**
 * Purges announcements of webhooks and streams that belong to no line, but not those that a webhook has still to be sent; true while there may be
 * more.
 */
export async function purgeAnnouncements(tx: Queryable, before: Date, limit: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `delete from announcements where id in (
       select id from announcements
        where at < $1 and id <= coalesce((select min(cursor) from webhooks where status = 'active'), 9223372036854775807)
        order by id limit $2)`,
    [before, limit],
  );
  return rowCount === limit;
}

/** Purges jobs, searches and checks that are done. */
export async function purgeJobs(tx: Queryable, before: Date): Promise<void> {
  await tx.query(`delete from control_jobs where status = 'done' and finished_at < $1`, [before]);
  await tx.query(`delete from reconciliations where state <> 'pending' and requested_at < $1`, [before]);
  await tx.query(`delete from erasure_checks where status = 'done' and finished_at < $1`, [before]);
}
