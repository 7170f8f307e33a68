import type { Call, Outcome } from '../../call.ts';
import { referenceKey } from '../addresses.ts';
import { notFound } from '../refusals.ts';
import { ensureWorld } from '../world/ensure-world.ts';
import { ownProfile } from './own-profile.ts';
import { SEEN_PEOPLE, type SeenPersonRow } from './person-row.ts';

/** The person whom a reference names (see `referenceKey`), as the account sees them. */
export async function findPerson(call: Call, reference: string): Promise<Outcome<SeenPersonRow>> {
  await ensureWorld(call.tx, call.account.user_id, call.now);
  const key = referenceKey(reference);
  if (key === null) return notFound(`profile ${reference} not found: no profile URL of this network`);
  const { rows } = await call.tx.query<SeenPersonRow>(
    `${SEEN_PEOPLE} and (p.public_identifier = lower($3) or p.member_id = $3 or p.lead_id = $3)`,
    [call.account.user_id, call.account.account_id, key],
  );
  const person = rows[0];
  return person ? { ok: true, value: person } : notFound(`profile ${reference} not found`);
}

export function isOwnProfile(call: Call, reference: string): boolean {
  const key = referenceKey(reference);
  const me = ownProfile(call.account);
  return key === me.member_id || key?.toLowerCase() === me.public_identifier;
}
