import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { type Identity, identityKey } from './identity.ts';
import { lockNames } from './lock-names.ts';

/**
 * Remembers that this person is known by these names too; a name that another lead has stays theirs, and the two are merged soon
 * if it proves them one person. Events that came
 * before anyone had one of the names are read again. Opens its own transaction: inside another one, its locks could wait in
 * the opposite order to the dispatcher's.
 */
export async function learnIdentities(db: Database, leadId: string, identities: readonly Identity[]): Promise<void> {
  if (identities.length === 0) return;
  await db.transaction(async (tx) => {
    await lockNames(tx, identities.map(identityKey));
    await addIdentities(tx, leadId, identities);
  });
}

/** The same where the names are locked already. True where two were found to be one person, whom somebody has to merge. */
export function addIdentities(tx: Queryable, leadId: string, identities: readonly Identity[]): Promise<boolean> {
  return addNames(
    tx,
    identities.map((identity) => ({ ...identity, lead_id: leadId })),
  );
}

/** The same of many people; of two who are given one name, the first has it. */
export const addNames = setwise(
  async (
    tx: Queryable,
    asked: readonly (readonly (Identity & { readonly lead_id: string })[])[],
  ): Promise<boolean[]> => {
    const clashes = await addAll(tx, asked.flat());
    return asked.map(() => clashes);
  },
  { writes: true },
);

async function addAll(tx: Queryable, names: readonly (Identity & { readonly lead_id: string })[]): Promise<boolean> {
  if (names.length === 0) return false;
  // Whoever has claimed one of the events meanwhile waits for the names, and sees them: waited for in turn, they would wait for ever.
  const { rows } = await tx.query<{ clashes: boolean }>(
    `with given as (
       select given.kind, given.value, coalesce(l.merged_into, l.id) as lead_id
         from unnest($1::text[], $2::text[], $3::text[]) as given (kind, value, lead_id) join leads l on l.id = given.lead_id
        order by l.id
          -- A merge that is under way is waited for, and seen.
          for share of l
     ), added as (
       insert into identities (kind, value, lead_id) select kind, value, lead_id from given on conflict do nothing returning 1
     ), clashes as (
       insert into merges (lead_id, other_id, name)
       select distinct on (1, 2) least(given.lead_id, i.lead_id), greatest(given.lead_id, i.lead_id), i.kind || ':' || i.value
         from given join identities i on i.kind = given.kind and i.value = given.value and i.lead_id <> given.lead_id
        where i.kind in ('slug', 'profile_id', 'urn', 'email')
        order by 1, 2, array_position(array['profile_id', 'urn', 'slug', 'email'], i.kind)
       on conflict do nothing returning 1
     ), again as (
       update events set state = 'pending'
        where event_id in (select event_id from events
                            where keys <> '{}' and keys && $4::text[] and state <> 'pending' and exists (select from added)
                            order by event_id for update skip locked)
     )
     select exists (select from clashes) as clashes`,
    [
      names.map(({ kind }) => kind),
      names.map(({ value }) => value),
      names.map(({ lead_id }) => lead_id),
      names.map(identityKey),
    ],
  );
  return rows[0]?.clashes ?? false;
}
