import type { WithdrawNode } from '../../../src/language/plan/nodes/withdraw.ts';
import { MINUTE } from '../../../src/shared/kit/duration.ts';
import type { StepDeps } from '../../deps.ts';
import { profileOf, type StepContext, senderOf } from '../../look/context.ts';
import { callV2 } from '../../v2-caller.ts';
import { virtualAfterWall } from '../../virtual-time.ts';
import { fromSender } from '../../wording.ts';
import { type Absorbed, NO_PROFILE, NO_SENDER, type Preparation } from '../prepared.ts';
import { textAt } from '../read-data.ts';
import type { CallStep } from '../step.ts';
import { connectedChanges } from './invite.ts';

export const withdrawStep: CallStep<WithdrawNode> = {
  prepare: prepareWithdraw,
  absorb: absorbWithdraw,
};

const gone = (now: number) => ({ facts: { invited: false }, invitation: { withdrawn_at: new Date(now) } });

/** spec: network / withdraw. None pending is nothing to do. */
async function prepareWithdraw(deps: StepDeps, context: StepContext): Promise<Preparation> {
  const sender = senderOf(context, 'professional');
  if (!sender) return NO_SENDER('professional');
  if (context.state.connected)
    return { is: 'nothing_to_do', title: `${context.whom} has accepted; nothing to withdraw` };
  if (!context.state.invited) return { is: 'nothing_to_do', title: 'No invitation is pending; nothing to withdraw' };
  const known = context.enrollment.invitation_id;
  if (known !== null) return withdrawal(sender.id, known);
  return lookUp(deps, context, sender.id);
}

/** Looks up the id of an invitation that was found pending, and not sent by us. */
async function lookUp(deps: StepDeps, context: StepContext, accountId: string): Promise<Preparation> {
  const profile = profileOf(context);
  if (!profile) return NO_PROFILE;
  const params = { profile_url: profile };
  const request = { account_id: accountId, category: 'network', action: 'check_invitation', params };
  const outcome = await callV2(deps.v2, request);
  if (outcome.kind !== 'success') {
    const text = 'Waits to learn which invitation is pending';
    const until = Math.max(deps.clock.now() + MINUTE, virtualAfterWall(deps, 5_000));
    return { is: 'later', result: { status: 'deferred', until, kind: 'time', text } };
  }
  if (textAt(outcome.data, 'invitation_state') === 'ACCEPTED') {
    const changes = connectedChanges(deps.clock.now());
    return { is: 'nothing_to_do', title: `${context.whom} has accepted; nothing to withdraw`, changes };
  }
  const id = textAt(outcome.data, 'invitation_id');
  const ours = textAt(outcome.data, 'invitation_type') !== 'RECEIVED';
  return id !== null && ours
    ? withdrawal(accountId, id)
    : { is: 'nothing_to_do', title: 'No invitation is pending; nothing to withdraw', changes: gone(deps.clock.now()) };
}

function withdrawal(accountId: string, invitationId: string): Preparation {
  return {
    is: 'call',
    request: {
      account_id: accountId,
      category: 'network',
      action: 'withdraw',
      params: { invitation_id: /^\d{1,15}$/.test(invitationId) ? Number(invitationId) : invitationId },
    },
  };
}

function absorbWithdraw(context: StepContext, _node: WithdrawNode, _data: unknown, now: number): Absorbed {
  return { title: `Withdrew the invitation to ${context.whom}${fromSender(context)}`, changes: gone(now) };
}
