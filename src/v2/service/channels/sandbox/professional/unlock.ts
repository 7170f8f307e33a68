import { UNLOCKS_PER_SEAT_AND_MONTH } from '../../../../contract/limits.ts';
import type { Call, Outcome } from '../../call.ts';
import type { UnlockedMember } from '../../profiles-channel.ts';
import { done, invalid, refused } from '../../refusals.ts';
import { leadUrn, memberUrn, profileUrl } from '../addresses.ts';
import { findPerson, isOwnProfile } from '../people/find-person.ts';
import { fullName, type SeenPersonRow } from '../people/person-row.ts';
import { hasPremiumSeat, lockSeat } from './seat.ts';

/** spec: profiles / unlock. Every refusal by the network has the one sub code that the specification shows. */
const REFUSED = 'PREMIUM_NAV_ACCESS_DENIED';

export async function unlock(call: Call, profile: string): Promise<Outcome<UnlockedMember>> {
  const { tx, account, now } = call;
  if (!hasPremiumSeat(account)) return refused(REFUSED, 'access denied: the account has no premium seat');
  if (isOwnProfile(call, profile)) return invalid('an account cannot unlock its own profile');
  const found = await findPerson(call, profile);
  if (!found.ok) return found;
  const person = found.value;
  const seat = await lockSeat(call);
  const key = [account.user_id, seat.contract, person.person_id];
  const known = await tx.query(
    'select 1 from sandbox_unlocks where user_id = $1 and contract = $2 and person_id = $3',
    key,
  );
  if (known.rowCount === 1) return done(memberOf(person, true));
  if (seat.unlocks_used >= UNLOCKS_PER_SEAT_AND_MONTH) {
    return refused(REFUSED, `the seat has used its ${UNLOCKS_PER_SEAT_AND_MONTH} unlocks of this month`);
  }
  const { rowCount } = await tx.query(
    `insert into sandbox_unlocks (user_id, contract, person_id, account_id, unlocked_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [...key, account.account_id, new Date(now)],
  );
  // Another seat of the contract was faster: it has paid.
  if (rowCount === 0) return done(memberOf(person, true));
  await tx.query('update sandbox_seats set unlocks_used = unlocks_used + 1 where account_id = $1', [
    account.account_id,
  ]);
  return done(memberOf(person, false));
}

function memberOf(person: SeenPersonRow, repeated: boolean): UnlockedMember {
  return {
    lead_id: person.lead_id,
    recipient_urn: leadUrn(person.lead_id),
    member_urn: memberUrn(person.member_id),
    full_name: fullName(person),
    degree: person.connected_at ? 1 : person.degree,
    profile_url: profileUrl(person.public_identifier),
    inmail_restriction: person.inmail_restriction,
    repeated,
  };
}
