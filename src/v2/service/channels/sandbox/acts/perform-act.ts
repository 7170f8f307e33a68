import { unreachable } from '../../../../../shared/kit/result.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { bounce } from './bounce.ts';
import { complain } from './complain.ts';
import { type ActOutcome, DONE, type Encounter } from './encounter.ts';
import { followUnsubscribeLink } from './follow-unsubscribe-link.ts';
import { inviteAccount } from './invite-account.ts';
import type { PersonAct } from './person-act.ts';
import { declineInMail, reply } from './reply.ts';

/** The person acts: effect and event in the caller's transaction. */
export async function performAct(
  deps: SandboxDeps,
  tx: Queryable,
  encounter: Encounter,
  act: PersonAct,
): Promise<ActOutcome> {
  switch (act.do) {
    case 'accept_invitation':
      return acceptInvitation(deps, tx, encounter, act);
    case 'reply':
      return reply(deps, tx, encounter, act);
    case 'decline_inmail':
      return declineInMail(deps, tx, encounter, act);
    case 'invite_me':
      return inviteAccount(deps, tx, encounter, act);
    case 'unsubscribe':
      await followUnsubscribeLink(deps, tx, encounter);
      return DONE;
    case 'complain':
      return complain(deps, tx, encounter, act);
    case 'bounce':
      return bounce(deps, tx, encounter, act);
    default:
      return unreachable(act);
  }
}
