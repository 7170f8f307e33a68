import { findIntent } from '../../../src/runtime/store/intents/find-intent.ts';
import type { IntentRow } from '../../../src/runtime/store/intents/intent.ts';
import { type Identity, identityKey, profileIdentity } from '../../../src/shared/identity/identity.ts';
import type { StepDeps } from '../../deps.ts';
import { profileOf, type StepContext } from '../../look/context.ts';
import type { V2Outcome } from '../../v2-caller.ts';
import { type Absorbed, type Completed, nothingFound, type Preparation } from '../prepared.ts';
import { listAt, textAt, valueAt } from '../read-data.ts';

/** The network took no invitation, because one is pending: whose it is, the same step asks next. */
const PENDING = 'PENDING_OF_WHOM';
/** The lead has invited us: the same step accepts that invitation next. */
const THEIRS = 'INVITED_BY_THEM';
const ASKS_WHOSE = 'check_invitation';
const ACCEPTS = 'accept';

/** The number of newest invitations that are looked through: as many as the network gives at a time. */
const LOOKED_THROUGH = 100;
/** The credits for looking through them, and for accepting. */
const CREDITS_TO_ACCEPT = 3;

/**
 * Finds the phase in which the step of an invitation is. The phases follow one another under one intent, each with a
 * key of its own.
 */
export async function phaseOf(deps: StepDeps, { begun, key }: StepContext): Promise<'invite' | 'check' | 'accept'> {
  const intent = begun ? await findIntent(deps.db, key) : null;
  if (intent?.state !== 'not_done') return 'invite';
  if (intent.error_code === PENDING) return 'check';
  if (intent.error_code === THEIRS) return 'accept';
  // A call of a later phase that did not go through is made again.
  if (intent.action === ASKS_WHOSE) return 'check';
  return intent.action === ACCEPTS ? 'accept' : 'invite';
}

/** Finds what the answer leaves open, so that the same step calls once more; null: nothing. */
export function openAfterInvitation(
  { node }: StepContext,
  intent: IntentRow,
  outcome: V2Outcome,
): { readonly code: string; readonly text: string } | null {
  if (node.kind !== 'invite') return null;
  if (outcome.kind === 'refused') {
    const isPending = intent.action === 'invite' && outcome.sub_code === 'INVITATION_PENDING';
    return isPending ? { code: PENDING, text: 'an invitation between the two is pending' } : null;
  }
  const isTheirs = outcome.kind === 'success' && intent.action === ASKS_WHOSE && isReceived(outcome.data);
  return isTheirs && node.accept_theirs !== false ? { code: THEIRS, text: 'they have invited us' } : null;
}

/** spec: network / check_invitation */
export const askWhose = (account_id: string, profile_url: string): Preparation => ({
  is: 'call',
  request: { account_id, category: 'network', action: ASKS_WHOSE, params: { profile_url } },
  limit_class: null,
});

/** spec: network / accept, which takes what `list_invitations` says of the invitation. */
export const acceptTheirs = (account_id: string): Preparation => ({
  is: 'call',
  request: {
    ...{ account_id, category: 'network', action: ACCEPTS, params: {} },
    first: {
      part: 'invitations',
      category: 'network',
      action: 'list_invitations',
      params: { count: LOOKED_THROUGH, offset: 0 },
    },
  },
  limit_class: null,
  credits: CREDITS_TO_ACCEPT,
});

export function completeAcceptance(context: StepContext, data: unknown): Completed {
  const known = new Set([...context.identities, ...namesIn(profileOf(context))].map(identityKey));
  const theirs = listAt(data, 'invitations').find((one) =>
    namesIn(textAt(valueAt(one, 'sender'), 'linkedin_url')).some((name) => known.has(identityKey(name))),
  );
  const [entity_urn, shared_secret] = [textAt(theirs, 'entity_urn'), textAt(theirs, 'shared_secret')];
  if (entity_urn !== null && shared_secret !== null) return { is: 'request', params: { entity_urn, shared_secret } };
  const text = `the invitation of ${context.whom} is not among the newest ${LOOKED_THROUGH} that we have received`;
  return { is: 'over', absorbed: nothingFound('INVITATION_NOT_FOUND', text) };
}

/** Takes the `else`: the lead has invited us, and the step is not to accept that. */
export const notAccepted = ({ whom }: StepContext): Absorbed =>
  nothingFound(THEIRS, `${whom} has invited us, and the step is not to accept that`);

export const isReceived = (data: unknown): boolean =>
  textAt(data, 'invitation_state') === 'PENDING' && textAt(data, 'invitation_type') === 'RECEIVED';

function namesIn(profile: string | null): Identity[] {
  const name = profile === null ? null : profileIdentity(profile);
  return name === null ? [] : [name];
}
