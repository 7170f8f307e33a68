import type { Queryable } from '../../../shared/postgres/database.ts';
import { ERASED_TEXT } from './table-answer.ts';

/** Parameters of calls that are words. Whom a mail went to stays: the link in it still has to unsubscribe them. */
const WORDS = ['message_text', 'subject', 'html', 'text', 'comment_text', 'note', 'attachments', 'media'];
/** The same of an event that reports a message. */
const EVENT_WORDS = [...WORDS, 'message_html', 'raw_data', 'conversation', 'quoted'];

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

/** What was written to people whose enrollment has ended, and what was asked of us about it. */
export async function purgeSent(tx: Queryable, asked: PartAsked): Promise<Part> {
  const { part, ids } = await listEnded(tx, asked);
  await tx.query(
    `update intents set request = ${without('request', 'params', WORDS)}, result = null
      where enrollment_id = any($1) and state in ('done', 'refused', 'not_done') and ${hasAny('request', 'params', WORDS)}`,
    [ids],
  );
  await tx.query(
    `update tasks set text = ${ERASED_TEXT}, preview = '{}', request = null, note = null
      where enrollment_id = any($1) and status <> 'open' and text <> ${ERASED_TEXT}`,
    [ids],
  );
  return part;
}

/** What the lines of ended enrollments say; that they are there, and which arm of a split was taken, stays. */
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

/** Events in the order in which they came; `what`: their words alone, or all that they carry. */
export async function purgeEvents(
  tx: Queryable,
  what: 'words' | 'payload',
  { cursor, before, limit }: PartAsked,
): Promise<Part> {
  const [at = '', id = ''] = cursor.split(' ');
  const change =
    what === 'payload'
      ? { set: `payload = '{}'`, where: `payload <> '{}'` }
      : {
          set: `payload = ${without('payload', 'event', EVENT_WORDS)}`,
          where: hasAny('payload', 'event', EVENT_WORDS),
        };
  const { rows } = await tx.query<{ event_id: string; received_at: string }>(
    `select event_id, to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as received_at from events
      where (received_at, event_id) > ($1::timestamptz, $2) and received_at < $3 order by received_at, event_id limit $4`,
    [at === '' ? '-infinity' : at, id, before, limit],
  );
  await tx.query(
    `update events set ${change.set} where event_id = any($1) and state <> 'pending' and ${change.where}`,
    [rows.map(({ event_id }) => event_id)],
  );
  const last = rows.at(-1);
  return { cursor: last === undefined ? cursor : `${last.received_at} ${last.event_id}`, looked: rows.length };
}

/** What was done for many, and looked for, and is done. */
export async function purgeJobs(tx: Queryable, before: Date): Promise<void> {
  await tx.query(`delete from control_jobs where status = 'done' and finished_at < $1`, [before]);
  await tx.query(`delete from reconciliations where state <> 'pending' and requested_at < $1`, [before]);
  await tx.query(`delete from erasure_checks where status = 'done' and finished_at < $1`, [before]);
}
