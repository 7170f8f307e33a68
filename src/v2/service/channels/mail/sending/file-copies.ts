import type { ImapFlow } from 'imapflow';
import { backoff } from '../../../../../shared/kit/backoff.ts';
import { MINUTE, SECOND } from '../../../../../shared/kit/duration.ts';
import { findMailbox } from '../connections/mailbox.ts';
import { appendTogether, SEEN } from './append-together.ts';
import { isSeen } from './sender-process.ts';
import type { SendingDeps } from './sending-deps.ts';
import { filesItself, findSentFolder, holdsMail } from './sent-folder.ts';

type Deps = Pick<SendingDeps, 'db' | 'log' | 'secrets' | 'connections'> & {
  readonly sender: Pick<SendingDeps['sender'], 'process_id'>;
};

/** After so many the mail is sent all the same, and its copy is missed: about a month, as long as the journal is kept. */
const TRIES = 30 * 24;
const FIRST_WAIT = 10 * SECOND;
const LONGEST_WAIT = 60 * MINUTE;
/** A copy that is being filed is not another process's, for as long, unless its own is dead. */
const CLAIM = 5 * MINUTE;
/** SQL: its time has come, or the process that was filing it was killed. */
const IS_DUE = `(c.wall_next_try_at <= now()
  or (c.claimed_by is not null and c.wall_next_try_at < 'infinity' and not ${isSeen('c.claimed_by')}))`;
const BATCH = 50;

interface Copy extends Record<string, unknown> {
  readonly send_id: string;
  readonly message_id: string;
  readonly raw: Buffer;
  /** With this one. */
  readonly tries: number;
  readonly wall_handed_over_at: Date;
}

/**
 * Files what was sent from the mailbox in its sent folder, the oldest first. What cannot be filed is tried again later; no send
 * fails for it. Returns how many were taken up.
 */
export async function fileCopies(deps: Deps, accountId: string): Promise<number> {
  const mailbox = await findMailbox(deps.db, deps.secrets, accountId);
  const copies = await claim(deps, accountId);
  if (!mailbox || copies.length === 0) return 0;
  const filed: string[] = [];
  try {
    if (filesItself(mailbox)) filed.push(...copies.map(({ send_id }) => send_id));
    else await deps.connections.imap(mailbox, (client) => fileAll(client, copies, filed));
  } catch (err) {
    deps.log.warn({ err, account_id: accountId }, 'copies of sent mails could not be filed; retrying');
  }
  await deps.db.query('delete from mail_copies where send_id = any ($1::text[])', [filed]);
  const left = copies.filter(({ send_id }) => !filed.includes(send_id));
  for (const { send_id, tries } of left) await putOff(deps, send_id, tries);
  return copies.length;
}

async function fileAll(client: ImapFlow, copies: readonly Copy[], filed: string[]): Promise<void> {
  // Made where there is none, as mail programs do.
  const folder = (await findSentFolder(client)) ?? (await client.mailboxCreate('Sent')).path;
  const untried = copies.filter(({ tries }) => tries === 1);
  const mails = untried.map(({ raw, wall_handed_over_at }) => ({ raw, date: wall_handed_over_at }));
  if (await appendTogether(client, folder, mails)) filed.push(...untried.map(({ send_id }) => send_id));
  for (const { send_id, raw, message_id, tries, wall_handed_over_at } of copies) {
    if (filed.includes(send_id)) continue;
    // An earlier try was perhaps cut off after the server had it.
    if (!(tries > 1 && (await holdsMail(client, folder, message_id)))) {
      await client.append(folder, raw, SEEN, wall_handed_over_at);
    }
    filed.push(send_id);
  }
}

/** Counts the try before it is made: who is killed in it has tried. */
async function claim({ db, sender }: Deps, accountId: string): Promise<readonly Copy[]> {
  const { rows } = await db.query<Copy>(
    `with due as (
       select c.send_id from mail_copies c join mail_sends s using (send_id)
        where s.account_id = $1 and ${IS_DUE}
        order by c.send_id limit ${BATCH} for update of c skip locked)
     update mail_copies c set wall_next_try_at = now() + $2 * interval '1 millisecond', claimed_by = $3, tries = c.tries + 1
       from due join mail_sends s using (send_id) where c.send_id = due.send_id
     returning c.send_id, s.message_id, c.raw, c.tries, s.wall_handed_over_at`,
    [accountId, CLAIM, sender.process_id],
  );
  return rows.toSorted((one, other) => (one.send_id < other.send_id ? -1 : 1));
}

async function putOff({ db, log }: Deps, sendId: string, tries: number): Promise<void> {
  if (tries >= TRIES) {
    await db.query('delete from mail_copies where send_id = $1', [sendId]);
    log.warn({ send_id: sendId }, 'a sent mail could not be copied to its sent folder');
    return;
  }
  const wait = backoff(tries, FIRST_WAIT, LONGEST_WAIT);
  await db.query(
    `update mail_copies set claimed_by = null, wall_next_try_at = now() + $2 * interval '1 millisecond' where send_id = $1`,
    [sendId, wait],
  );
}

/** Mailboxes with copies that are due. */
export async function listDueMailboxes({ db }: Pick<Deps, 'db'>): Promise<readonly string[]> {
  const { rows } = await db.query<{ account_id: string }>(
    `select distinct s.account_id from mail_copies c join mail_sends s using (send_id) where ${IS_DUE}`,
  );
  return rows.map(({ account_id }) => account_id);
}
