import { backoff } from '../../../../../shared/kit/backoff.ts';
import { HOUR, SECOND } from '../../../../../shared/kit/duration.ts';
import type { Resolution } from '../../adapter.ts';
import { findMailbox } from '../connections/mailbox.ts';
import { type End, endSend } from './end-send.ts';
import { findSend, listAbandoned, noteLook, type SendRow } from './send-journal.ts';
import type { SendingDeps } from './sending-deps.ts';
import { findSentFolder, holdsMail } from './sent-folder.ts';

/** How often a mail that may have gone out is looked for before it stays unknown: over about six hours. */
const LOOKS = 8;
const FIRST_WAIT = 5 * SECOND;
const LONGEST_WAIT = 3 * HOUR;
const BATCH = 20;

const CUT_OFF: End = {
  ending: {
    status: 'not_done',
    code: 'RATE_LIMITED',
    message: 'the service stopped before the mail was handed to its server: nothing was sent',
  },
  outcome: 'never handed over',
};

const NOWHERE: End = {
  ending: { status: 'unknown', message: 'the mail was handed to its server, but nothing proves that it was accepted' },
  outcome: 'nowhere found',
};

/** Ends what processes that are gone have left open. Returns how many it ended. */
export async function resolveAbandoned(deps: SendingDeps): Promise<number> {
  let ended = 0;
  for (const send of await listAbandoned(deps.db, deps.sender, BATCH)) {
    try {
      if (await resolve(deps, send)) ended++;
      else await noteLook(deps.db, send.send_id, backoff(send.looks + 1, FIRST_WAIT, LONGEST_WAIT, 4));
    } catch (err) {
      deps.log.warn(
        { err, send_id: send.send_id },
        'could not find out whether an interrupted send went out; retrying',
      );
      await noteLook(deps.db, send.send_id, LONGEST_WAIT / 10);
    }
  }
  return ended;
}

async function resolve(deps: SendingDeps, send: SendRow): Promise<boolean> {
  if (send.state === 'begun') {
    // A process that is only slow may hand it over at this moment: then the row says so.
    return (await endSend(deps, send.send_id, CUT_OFF, ['begun'])) !== null;
  }
  const found = await lookForMail(deps, send);
  if (found) return (await endSend(deps, send.send_id, found)) !== null;
  if (send.looks + 1 < LOOKS) return false;
  return (await endSend(deps, send.send_id, NOWHERE, ['handed_over'])) !== null;
}

/** For a repeat of the call: see `RemoteAdapter.resolve`. */
export async function resolveSend(deps: SendingDeps, sendId: string): Promise<Resolution | null> {
  const first = await findSend(deps.db, sendId);
  if (!first) return null;
  const own = first.process_id === deps.sender.process_id;
  // One of this process that is not active any more may have ended since its row was read: then the row says so now.
  const send = own && !deps.sender.active.has(sendId) ? await findSend(deps.db, sendId) : first;
  if (!send) return null;
  switch (send.state) {
    case 'accepted':
    case 'refused':
      return 'ended';
    case 'begun':
    case 'handed_over':
      if (own ? deps.sender.active.has(sendId) : send.is_seen) return 'running';
      if (send.state === 'begun') return (await resolve(deps, send)) ? 'ended' : 'running';
  }
  const found = await lookForMail(deps, send);
  if (!found) return 'unknown';
  await endSend(deps, sendId, found);
  return 'ended';
}

/**
 * The proof that it was sent: from where only sent mails are, else from what came back or was answered. Null: none, which proves
 * nothing.
 */
export async function lookForMail(deps: LookDeps, send: Sent): Promise<End | null> {
  if (await liesInSentFolder(deps, send)) {
    return { ending: { status: 'done' }, outcome: 'found in the sent folder', filed: true };
  }
  const { rows } = await deps.db.query<{ proof: string }>(
    `select coalesce(proof, 'it came back') as proof from mail_sends
      where send_id = $1 and (proof is not null or bounced_at is not null)`,
    [send.send_id],
  );
  return rows[0] ? { ending: { status: 'done' }, outcome: rows[0].proof } : null;
}

type LookDeps = Pick<SendingDeps, 'db' | 'secrets' | 'connections' | 'log'>;
type Sent = Pick<SendRow, 'send_id' | 'account_id' | 'message_id'>;

async function liesInSentFolder(deps: LookDeps, { account_id, message_id }: Sent): Promise<boolean> {
  const mailbox = await findMailbox(deps.db, deps.secrets, account_id);
  if (!mailbox) return false;
  try {
    return await deps.connections.imap(mailbox, async (client) => {
      const folder = await findSentFolder(client);
      return folder !== null && (await holdsMail(client, folder, message_id));
    });
  } catch (err) {
    deps.log.warn({ err, account_id }, 'the sent folder could not be read');
    return false;
  }
}
