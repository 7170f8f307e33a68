import { DAY } from '../../../../../../shared/kit/duration.ts';
import { newId } from '../../../../../../shared/kit/ids.ts';
import type { Queryable } from '../../../../../../shared/postgres/database.ts';
import type { IndexedMail } from './indexed-mail.ts';

/** How far apart a mail and its answer may be where nothing but their subject and their people says that they belong together. */
const WINDOW = 30 * DAY;

export type ToThread = Pick<
  IndexedMail,
  'identity' | 'message_id' | 'in_reply_to' | 'reference_ids' | 'is_answer' | 'at'
> & {
  /** Subject and people; empty: says nothing. */
  readonly thread_key: string;
};

/** Names a Message-ID, or else a subject, that a thread is known by. */
type Names = Map<string, string>;

/**
 * The thread of each mail, by its identity: that of any mail it refers to, or that refers to it, known or only mentioned; else, of an
 * answer without references, that of the last mail of this subject between the same people. Threads that turn out to be one are
 * merged, and the id of the other still finds it. In the transaction that inserts the mails, under the lock of their account.
 */
export async function threadMails(
  tx: Queryable,
  accountId: string,
  mails: readonly ToThread[],
): Promise<ReadonlyMap<string, string>> {
  const known = await knownThreads(tx, accountId, [...new Set(mails.flatMap(namesOf))]);
  const alike = await mailsAlike(tx, accountId, mails);
  const merged: Names = new Map();
  const resolve = (thread: string): string => {
    let now = thread;
    for (let into = merged.get(now); into !== undefined; into = merged.get(now)) now = into;
    return now;
  };
  const threads: Names = new Map();
  // The oldest first: an answer within one batch finds what it answers.
  for (const mail of mails.toSorted((one, other) => one.at - other.at)) {
    const names = namesOf(mail);
    const bySubject = findAlike(mail, alike);
    const met = [...names.flatMap((name) => known.get(name) ?? []), ...(bySubject === null ? [] : [bySubject])];
    const [thread = newId('thread', mail.at), ...others] = [...new Set(met.map(resolve))].toSorted();
    for (const other of others) merged.set(other, thread);
    for (const name of names) known.set(name, thread);
    threads.set(mail.identity, thread);
    if (mail.thread_key !== '') alike.push({ ...mail, thread_id: thread, seeks: seeks(mail) && bySubject === null });
  }
  await storeThreads(tx, accountId, { known, merged, resolve });
  return new Map([...threads].map(([identity, thread]) => [identity, resolve(thread)]));
}

const namesOf = ({ message_id, in_reply_to, reference_ids }: ToThread): string[] => [
  ...new Set([message_id, ...(in_reply_to === null ? [] : [in_reply_to]), ...reference_ids]),
];

/** An answer of which no header says what it answers. */
const seeks = ({ is_answer, in_reply_to, reference_ids }: ToThread): boolean =>
  is_answer && in_reply_to === null && reference_ids.length === 0;

async function knownThreads(tx: Queryable, accountId: string, names: readonly string[]): Promise<Names> {
  const { rows } = await tx.query<{ message_id: string; thread_id: string }>(
    'select message_id, thread_id from mail_threads where account_id = $1 and message_id = any ($2::text[])',
    [accountId, names],
  );
  return new Map(rows.map(({ message_id, thread_id }) => [message_id, thread_id]));
}

interface Alike {
  readonly thread_key: string;
  readonly thread_id: string;
  readonly at: number;
  readonly seeks: boolean;
}

/** Mails of the same subject and people: all where one of these looks for them, else those that look for one of these and found none. */
async function mailsAlike(tx: Queryable, accountId: string, mails: readonly ToThread[]): Promise<Alike[]> {
  const keyed = mails.filter(({ thread_key }) => thread_key !== '');
  const { rows } = await tx.query<Omit<Alike, 'at'> & { at: Date }>(
    `select thread_key, thread_id, at, seeks
       from (select *, is_answer and in_reply_to is null and reference_ids = '{}' and not exists (
                      select 1 from mails o where o.account_id = $1 and o.thread_id = m.thread_id and o.mail_id <> m.mail_id) as seeks
               from mails m where account_id = $1 and thread_key = any ($2::text[])) m
      where seeks or thread_key = any ($3::text[])`,
    [accountId, keyed.map(({ thread_key }) => thread_key), keyed.filter(seeks).map(({ thread_key }) => thread_key)],
  );
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

function findAlike(mail: ToThread, alike: readonly Alike[]): string | null {
  if (mail.thread_key === '') return null;
  const near = alike.filter(
    (one) =>
      one.thread_key === mail.thread_key &&
      (seeks(mail)
        ? one.at <= mail.at && mail.at - one.at <= WINDOW
        : one.seeks && one.at >= mail.at && one.at - mail.at <= WINDOW),
  );
  return near.toSorted((one, other) => Math.abs(one.at - mail.at) - Math.abs(other.at - mail.at))[0]?.thread_id ?? null;
}

async function storeThreads(
  tx: Queryable,
  accountId: string,
  { known, merged, resolve }: { known: Names; merged: Names; resolve: (thread: string) => string },
): Promise<void> {
  const names = [...known.keys()];
  await tx.query(
    `insert into mail_threads (account_id, message_id, thread_id) select $1, unnest($2::text[]), unnest($3::text[])
     on conflict (account_id, message_id) do update set thread_id = excluded.thread_id
       where mail_threads.thread_id <> excluded.thread_id`,
    [accountId, names, names.map((name) => resolve(known.get(name) ?? ''))],
  );
  if (merged.size === 0) return;
  const gone = [...merged.keys()];
  const into = gone.map(resolve);
  const moved = '(select unnest($2::text[]) as gone, unnest($3::text[]) as stays) as moved';
  const values = [accountId, gone, into];
  await tx.query(`update mails set thread_id = stays from ${moved} where account_id = $1 and thread_id = gone`, values);
  await tx.query(
    `update mail_threads set thread_id = stays from ${moved} where account_id = $1 and thread_id = gone`,
    values,
  );
  await tx.query(
    `update merged_mail_threads set into_thread_id = stays from ${moved} where account_id = $1 and into_thread_id = gone`,
    values,
  );
  await tx.query(
    `insert into merged_mail_threads (account_id, thread_id, into_thread_id)
     select $1, unnest($2::text[]), unnest($3::text[]) on conflict do nothing`,
    values,
  );
}
