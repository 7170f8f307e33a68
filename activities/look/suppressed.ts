import type { IntentRequest } from '../../src/runtime/store/intents/intent.ts';
import { findSuppression } from '../../src/runtime/store/suppressions/find-suppression.ts';
import { suppressionNames } from '../../src/runtime/store/suppressions/suppression-names.ts';
import {
  emailIdentity,
  type Identity,
  identityKey,
  phoneIdentity,
  profileIdentity,
} from '../../src/shared/identity/identity.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { findAction } from '../../src/v2/contract/actions.ts';
import type { StepContext } from './context.ts';

/**
 * Finds somebody on the do-not-contact list whom the call would reach beside the lead: a copy of a mail, or whoever an action is
 * about. Null: there is nobody.
 */
export async function findSuppressedRecipient(
  tx: Queryable,
  context: StepContext,
  request: IntentRequest,
): Promise<string | null> {
  if (findAction(request.category, request.action)?.effect === 'read') return null;
  const own = new Set(context.identities.map(identityKey));
  for (const identity of namedIn(request)) {
    if (own.has(identityKey(identity))) continue;
    const names = suppressionNames([identity], null);
    if (await findSuppression(tx, { names, lead_ids: [] })) return identity.value;
  }
  return null;
}

function namedIn({ params }: IntentRequest): Identity[] {
  const read = (names: readonly string[], identityOf: (text: string) => Identity | null): Identity[] =>
    names
      .flatMap((name) => params[name] ?? [])
      .flatMap((value) => (typeof value === 'string' ? value.split(',') : []))
      .flatMap((text) => identityOf(text) ?? []);
  return [
    ...read(['to', 'cc', 'bcc'], emailIdentity),
    ...read(['phone_number'], phoneIdentity),
    ...read(['profile_url', 'profile', 'recipient_urn'], profileIdentity),
  ];
}
