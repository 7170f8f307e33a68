import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import { isInMail } from '../../src/v2/contract/actions/messages/send.ts';
import type { ReadBack } from '../../src/v2/contract/definition.ts';
import type { StepDeps } from '../deps.ts';
import { type Correspondents, channelOf } from '../look/context.ts';
import { findConnection } from './find-connection.ts';
import { findEmail } from './find-email.ts';
import { findInvitation } from './find-invitation.ts';
import { findLog } from './find-log.ts';
import { findMessage } from './find-message.ts';
import { PROBES, type ReadableSend } from './probes.ts';
import type { Proof } from './proof.ts';

/** `known`: that it went out is proven already; what is looked for is its receipt. */
type Look = (deps: StepDeps, context: Correspondents, intent: IntentRow, known: boolean) => Promise<Proof>;

const LOOKS: Readonly<Record<ReadBack, Look>> = {
  check_connection: findConnection,
  check_invitation: findInvitation,
  conversation: (deps, context, intent) => findMessage(deps, context, intent, false),
  premium_inbox: (deps, context, intent) => findMessage(deps, context, intent, true),
  sent_mail: (deps, _, intent) => findEmail(deps, intent),
  logs: (deps, _, intent) => findLog(deps, intent),
};

/** Asks the probes of the send in their order. A proof without its receipt is kept while a later probe may find the receipt. */
export async function lookForEffect(deps: StepDeps, context: Correspondents, intent: IntentRow): Promise<Proof> {
  const send = sendOf(context, intent);
  if (send === null) return { is: 'unclear', why: 'this step leaves nothing that could be looked up' };
  const seen: Proof[] = [];
  for (const { read } of PROBES[send]) {
    const known = seen.some(({ is }) => is === 'done');
    const proof = await LOOKS[read](deps, context, intent, known);
    if (proof.is === 'done' && proof.data !== null) return proof;
    // An earlier invitation may be what connects them, or is pending; asked again, the network takes no second one.
    if (send === 'invite' && proof.is === 'absent' && proof.alone) return proof;
    // The log is not where the effect would show, so an unreadable log proves nothing.
    seen.push(read === 'logs' && proof.is === 'unreadable' ? { is: 'unclear', why: proof.why } : proof);
  }
  return judge(seen);
}

/** Draws the conclusion from all probes together. */
export function judge(seen: readonly Proof[]): Proof {
  const done = seen.find((proof) => proof.is === 'done');
  if (done) return { ...done, data: done.data ?? {} };
  const doubted = seen.find((proof) => proof.is === 'unclear' && proof.doubted === true);
  if (doubted) return doubted;
  const absent = seen.filter((proof) => proof.is === 'absent');
  const sure = absent.find(({ alone }) => alone);
  if (sure) return sure;
  if (absent.length > 1) return { is: 'absent', where: absent.map(({ where }) => where).join(', and '), alone: true };
  const unreadable = seen.find((proof) => proof.is === 'unreadable');
  if (unreadable) return unreadable;
  const unclear = seen.findLast((proof) => proof.is === 'unclear');
  const [half] = absent;
  if (half) {
    const why = `${half.where}, but a decline or a withdrawal could also explain that`;
    return { is: 'unclear', why: unclear ? `${why}; ${unclear.why}` : why };
  }
  return unclear ?? { is: 'unclear', why: 'nothing shows whether it went out' };
}

function sendOf(context: Correspondents, intent: IntentRow): ReadableSend | null {
  if (intent.action === 'invite') return 'invite';
  if (intent.action !== 'send') return null;
  const channel = channelOf(context, intent);
  if (channel === 'email') return 'email';
  return channel === 'professional' && isInMail(intent.request.params) ? 'inmail' : 'message';
}
