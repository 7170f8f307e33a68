import { slugKey } from '../../../../../shared/identity/profile.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import { setwise } from '../../../../../shared/postgres/shared-transaction.ts';
import type { Call, Outcome } from '../../call.ts';
import { notFound } from '../../refusals.ts';
import { referenceKey } from '../addresses.ts';
import { ensureWorld } from '../world/ensure-world.ts';
import { ownProfile } from './own-profile.ts';
import { CONNECTED_AT, type SeenPersonRow } from './person-row.ts';

/** The person whom a reference names (see `referenceKey`), as the account sees them. */
export async function findPerson(call: Call, reference: string): Promise<Outcome<SeenPersonRow>> {
  const key = referenceKey(reference);
  if (key === null) return notFound(`profile ${reference} not found: no profile URL of this network`);
  let person = await select(call, key);
  // Only who is not found may be of a world that is not there yet.
  if (!person && (await ensureWorld(call.tx, call.account.user_id, call.now))) person = await select(call, key);
  return person ? { ok: true, value: person } : notFound(`profile ${reference} not found`);
}

const select = ({ tx, account: { user_id, account_id } }: Call, key: string): Promise<SeenPersonRow | undefined> =>
  selectAll(tx, { user_id, account_id, key });

interface Named {
  readonly user_id: string;
  readonly account_id: string;
  readonly key: string;
}

/** Selects by each key on its own, with an index each: joined by `or`, the query would read all people of the owner. */
const selectAll = setwise(async (tx: Queryable, named: readonly Named[]): Promise<(SeenPersonRow | undefined)[]> => {
  const { rows } = await tx.query<SeenPersonRow & { place: number }>(
    `select place::int, p.*, ${CONNECTED_AT}
         from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as named (user_id, account_id, key, slug, place)
        cross join lateral (
          select person_id from sandbox_people where user_id = named.user_id and public_identifier = named.slug
           union all select person_id from sandbox_people where user_id = named.user_id and member_id = named.key
           union all select person_id from sandbox_people where user_id = named.user_id and lead_id = named.key) found
         join sandbox_people p using (person_id)
         left join sandbox_connections c on c.person_id = p.person_id and c.account_id = named.account_id`,
    [
      named.map(({ user_id }) => user_id),
      named.map(({ account_id }) => account_id),
      named.map(({ key }) => key),
      named.map(({ key }) => slugKey(key)),
    ],
  );
  const found = new Map(rows.map(({ place, ...row }) => [place, row]));
  return named.map((_, index) => found.get(index + 1));
});

export function isOwnProfile(call: Call, reference: string): boolean {
  const key = referenceKey(reference);
  const me = ownProfile(call.account);
  return key === me.member_id || (key !== null && slugKey(key) === me.public_identifier);
}
