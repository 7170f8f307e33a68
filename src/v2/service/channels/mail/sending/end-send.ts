import { afterCommit } from '../../../../../shared/postgres/transaction.ts';
import { type EndedAnswer, endCall } from '../../../open-calls/end-call.ts';
import type { Ending } from '../../../open-calls/open-call.ts';
import { type EndingSend, endState, type SendRow } from './send-journal.ts';
import type { SendingDeps } from './sending-deps.ts';

type Deps = Pick<SendingDeps, 'ends' | 'clock' | 'events' | 'onSent'>;

const STATES = { done: 'accepted', refused: 'refused', not_done: 'refused', unknown: 'unknown' } as const;

export interface End {
  readonly ending: Ending;
  /** For the journal: what the server said, or what proves it. */
  readonly outcome: string;
  /** A copy of it lies in the sent folder. */
  readonly filed?: true;
  /** The server refused a recipient for good. */
  readonly bounced?: true;
}

const OPEN: readonly SendRow['state'][] = ['begun', 'handed_over', 'unknown'];

/**
 * Ends a send and its call, in one transaction, which sends that end at the same moment share. Null where it was ended already: by a process that took this one for
 * dead, or by a proof. `from`: the states that it may be ended from.
 */
export async function endSend(
  deps: Deps,
  sendId: string,
  { ending, outcome, filed, bounced }: End,
  from: readonly SendRow['state'][] = OPEN,
): Promise<EndedAnswer | null> {
  return deps.ends.run({ queue: 'sends', row: sendId }, async (tx) => {
    const now = deps.clock.now();
    const bounced_at = bounced ? new Date(now) : null;
    const to = STATES[ending.status];
    const send = await endState(tx, { send_id: sendId, from, to, outcome, filed: filed ?? false, bounced_at });
    if (!send) return null;
    const answer = await endCall(tx, send.call, ending, { now, refunded: send.state === 'unknown' });
    if (ending.status === 'done') {
      await deps.events.emit(tx, sentEvent(send));
      afterCommit(tx, () => deps.onSent(send.account_id));
    }
    return answer;
  });
}

/** spec: Email events / new email, of one that the mailbox sent. Told here alone: who reads the sent folder leaves it out. */
function sentEvent(send: EndingSend) {
  return {
    account_id: send.account_id,
    type: 'message' as const,
    direction: 'outgoing' as const,
    at: send.at.getTime(),
    fields: {
      subject: send.subject,
      message_id: send.message_id,
      in_reply_to: send.in_reply_to,
      sender: { name: send.sender_name, email: send.sender_email, is_self_sent: true },
      message_text: send.text,
      raw_data: { entityUrn: send.send_id },
    },
  };
}
