import type { CursorPage, Outcome } from '../../../call.ts';
import { openList, type Place } from '../../../cursor.ts';
import type { EmailChannel, EmailConversation } from '../../../email-channel.ts';
import type { MailTerm } from '../../../mail-query.ts';
import { done } from '../../../refusals.ts';
import { EVERYWHERE } from '../index/find-folders.ts';
import type { ReadingSession } from '../open-session.ts';
import { findInBodies } from './find-in-bodies.ts';
import { SNIPPET_BYTES } from './list-mailbox.ts';
import { listedMail } from './mail-records.ts';
import { type ListedRow, ROW_COLUMNS } from './mail-row.ts';
import { readTexts } from './read-texts.ts';
import { conditionOf, headerMatch } from './search-conditions.ts';

/** Mails of which the server is asked at once whether a word is in their text. */
const WINDOW = 2000;
/** Milliseconds: then what was found so far is answered. */
const PATIENCE = 20_000;

/** Columns `in_headers_0` and so on: whether the words of a term are in sender, recipients or subject. */
type Candidate = ListedRow & { readonly in_headers: readonly boolean[] };
type AnyTerm = Extract<MailTerm, { kind: 'text' }>;

/**
 * The mails that match every term, newest first. Trash and spam are searched only where the query asks for them. The index
 * decides what it can; the server is asked about the texts of the remaining mails, from the newest down.
 */
export async function searchMails(
  session: ReadingSession,
  query: Parameters<EmailChannel['search']>[1],
): Promise<Outcome<CursorPage<EmailConversation>>> {
  const { deps, account_id } = session;
  const scope = `mail search ${account_id} ${query.query}`;
  const list = openList(deps.secrets, scope, query);
  if (!list.ok) return list;
  await session.sync(EVERYWHERE);
  const { rows, looked_to } = await find(session, query.terms, list.value.after, query.count + 1);
  const ids = rows.slice(0, query.count).map(({ mail_id }) => mail_id);
  const texts = await readTexts(deps.db, session.client, ids, { most_bytes: SNIPPET_BYTES });
  const page = list.value.page(rows, {
    item: (row) => listedMail(row, texts(row.mail_id)),
    place: (row) => ({ at: row.position, id: row.mail_id }),
  });
  return page.ok && looked_to ? done({ ...page.value, next_cursor: list.value.cursorAt(looked_to) }) : page;
}

interface Found {
  readonly rows: readonly ListedRow[];
  /** Set where the server took too long with the texts: the next page goes on there, and this one may be empty. */
  readonly looked_to: Place | null;
}

async function find(
  session: ReadingSession,
  terms: readonly MailTerm[],
  after: Place | null,
  count: number,
): Promise<Found> {
  const words = terms.filter((term): term is AnyTerm & MailTerm => term.kind === 'text' && term.field === 'any');
  const found: ListedRow[] = [];
  const end = Date.now() + PATIENCE;
  let below = after;
  for (;;) {
    const limit = words.length === 0 ? count : WINDOW;
    const rows = await session.untilFound(limit, () => candidates(session, terms, words, below, limit));
    found.push(...(words.length === 0 ? rows : await inText(session, words, rows)));
    const last = rows.at(-1);
    if (found.length >= count || rows.length < limit || !last) return { rows: found.slice(0, count), looked_to: null };
    below = { at: last.position, id: last.mail_id };
    if (Date.now() > end) return { rows: found, looked_to: below };
  }
}

async function candidates(
  { deps, account_id }: ReadingSession,
  terms: readonly MailTerm[],
  words: readonly AnyTerm[],
  below: Place | null,
  limit: number,
): Promise<readonly Candidate[]> {
  const values: unknown[] = [account_id, below?.at ?? null, below?.id ?? null, limit];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const conditions = terms.flatMap((term) => {
    const condition = conditionOf(term, add);
    return condition === null ? [] : [`${term.negated ? 'not ' : ''}(${condition})`];
  });
  if (!terms.some(({ kind }) => kind === 'label')) conditions.push(`m.role not in ('trash', 'junk')`);
  const { rows } = await deps.db.query<Candidate>(
    `select ${ROW_COLUMNS}, array[${words.map(({ text }) => headerMatch(text, add)).join(', ')}]::boolean[] as in_headers,
            (select count(*)::int from mails t
              where t.account_id = m.account_id and t.thread_id = m.thread_id and t.unread) as unread_count
       from mails m
      where m.account_id = $1 and m.role is not null and ($2::bigint is null or (m.position, m.mail_id) < ($2, $3))
        ${conditions.map((one) => `and ${one}`).join(' ')}
      order by m.position desc, m.mail_id desc limit $4`,
    values,
  );
  return rows;
}

/** Those of the candidates for which all words hold. */
async function inText(
  session: ReadingSession,
  words: readonly (AnyTerm & { readonly negated: boolean })[],
  rows: readonly Candidate[],
): Promise<readonly ListedRow[]> {
  let left = rows;
  for (const [index, { text, negated }] of words.entries()) {
    const undecided = left.filter(({ in_headers }) => !in_headers[index]).map(({ mail_id }) => mail_id);
    const inBodies = await findInBodies(session, undecided, text);
    left = left.filter((row) => (row.in_headers[index] || inBodies.has(row.mail_id)) !== negated);
  }
  return left;
}
