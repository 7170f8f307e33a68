import type { Call, Outcome } from '../../call.ts';
import { notFound } from '../../refusals.ts';
import { referenceKey } from '../addresses.ts';
import { ensureWorld } from '../world/ensure-world.ts';
import { ownProfile } from './own-profile.ts';
import { SEEN_PEOPLE, type SeenPersonRow } from './person-row.ts';

/** The person whom a reference names (see `referenceKey`), as the account sees them. */
export async function findPerson(call: Call, reference: string): Promise<Outcome<SeenPersonRow>> {
  const key = referenceKey(reference);
  if (key === null) return notFound(`profile ${reference} not found: no profile URL of this network`);
  let person = await select(call, key);
  // Only who is not found may be of a world that is not there yet.
  if (!person && (await ensureWorld(call.tx, call.account.user_id, call.now))) person = await select(call, key);
  return person ? { ok: true, value: person } : notFound(`profile ${reference} not found`);
}

async function select({ tx, account }: Call, key: string): Promise<SeenPersonRow | undefined> {
  const { rows } = await tx.query<SeenPersonRow>(
    `${SEEN_PEOPLE} and (p.public_identifier = lower($3) or p.member_id = $3 or p.lead_id = $3)`,
    [account.user_id, account.account_id, key],
  );
  return rows[0];
}

export function isOwnProfile(call: Call, reference: string): boolean {
  const key = referenceKey(reference);
  const me = ownProfile(call.account);
  return key === me.member_id || key?.toLowerCase() === me.public_identifier;
}
