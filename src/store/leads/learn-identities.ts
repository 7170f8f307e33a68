import type { Database, Queryable } from '../../postgres/database.ts';
import { type Identity, identityKey } from './identity.ts';
import { lockNames } from './lock-names.ts';

/**
 * Remembers that this person is known by these names too; a name that another person has stays theirs. Events that came
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

/** The same where the names are locked already. */
export async function addIdentities(tx: Queryable, leadId: string, identities: readonly Identity[]): Promise<void> {
  if (identities.length === 0) return;
  const { rowCount } = await tx.query(
    `insert into identities (kind, value, lead_id)
     select kind, value, $3 from unnest($1::text[], $2::text[]) as given (kind, value)
     on conflict do nothing`,
    [identities.map(({ kind }) => kind), identities.map(({ value }) => value), leadId],
  );
  if (rowCount === 0) return;
  await tx.query(
    `update events set state = 'pending' where keys <> '{}' and keys && $1::text[] and state <> 'pending'`,
    [identities.map(identityKey)],
  );
}
