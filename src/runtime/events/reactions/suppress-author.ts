import type { Identity } from '../../../shared/identity/identity.ts';
import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { listIdentities } from '../../store/leads/list-identities.ts';
import { insertNames, insertSuppression, insertSuppressions } from '../../store/suppressions/insert-suppression.ts';

export async function suppressAddresses(
  tx: Queryable,
  names: readonly Identity[],
  reason: string,
  at: Date,
): Promise<void> {
  const addresses = names.filter(({ kind }) => kind === 'email');
  await insertSuppressions(
    tx,
    addresses.map((name) => ({ id: newId('sup'), ...name, reason, created_at: at })),
  );
}

/**
 * Suppresses a person by an entry of their own with all their names: it holds on every channel, and when they are imported anew. Their names are
 * locked.
 */
export async function suppressPerson(tx: Queryable, leadId: string, reason: string, at: Date): Promise<void> {
  const name = { kind: 'lead', value: leadId } as const;
  const { row } = await insertSuppression(tx, { id: newId('sup'), ...name, reason, created_at: at });
  const own = (await listIdentities(tx, [leadId])).filter(({ kind }) => kind !== 'conversation');
  await insertNames(tx, row, own);
}
