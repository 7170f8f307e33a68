import { afterCommit, type Queryable } from '../../../../postgres/database.ts';
import { retryConflicts } from '../../../../postgres/retry-conflicts.ts';
import { type EndedAnswer, endCall } from '../../../open-calls/end-call.ts';
import type { Ending } from '../../../open-calls/open-call.ts';
import { lockSend, type SendRow, writeState } from './send-journal.ts';
import type { SendingDeps } from './sending-deps.ts';

type Deps = Pick<SendingDeps, 'db' | 'clock' | 'events' | 'onSent'>;

const STATES = { done: 'accepted', refused: 'refused', not_done: 'refused', unknown: 'unknown' } as const;

export interface End {
  readonly ending: Ending;
  /** For the journal: what the server said, or what proves it. */
  readonly outcome: string;
  /** The server refused a recipient for good. */
  readonly bounced?: true;
}

/**
 * Ends a send and its call, in one transaction. Null where that has been done: by whoever took this process for dead, or by a
 * proof. `still`: what must hold of the row, looked at under its lock.
 */
export async function endSend(
  deps: Deps,
  sendId: string,
  { ending, outcome, bounced }: End,
  still: (send: SendRow) => boolean = () => true,
): Promise<EndedAnswer | null> {
  return retryConflicts(() =>
    deps.db.transaction(async (tx) => {
      const send = await lockSend(tx, sendId);
      if (!send || send.state === 'accepted' || send.state === 'refused' || !still(send)) return null;
      const now = deps.clock.now();
      const answer = await endCall(tx, send.call, ending, { now, refunded: send.state === 'unknown' });
      await writeState(tx, sendId, STATES[ending.is], outcome);
      if (bounced) {
        await tx.query(`update mail_sends set bounced_at = $2, bounce_kind = 'hard' where send_id = $1`, [
          sendId,
          new Date(now),
        ]);
      }
      if (ending.is === 'done') {
        await deps.events.emit(tx, await sentEvent(tx, send));
        afterCommit(tx, () => deps.onSent(send.account_id));
      }
      return answer;
    }),
  );
}

/** spec: Email events / new email, of one that the mailbox sent. Told here alone: who reads the sent folder leaves it out. */
async function sentEvent(tx: Queryable, send: SendRow) {
  const { rows } = await tx.query<{ name: string; email: string | null }>(
    'select name, email from accounts where account_id = $1',
    [send.account_id],
  );
  return {
    account_id: send.account_id,
    type: 'message' as const,
    direction: 'outgoing' as const,
    at: send.at.getTime(),
    fields: {
      subject: send.subject,
      message_id: send.message_id,
      in_reply_to: send.in_reply_to,
      sender: { name: rows[0]?.name ?? '', email: rows[0]?.email ?? '', is_self_sent: true },
      message_text: send.text,
      raw_data: { entityUrn: send.send_id },
    },
  };
}
