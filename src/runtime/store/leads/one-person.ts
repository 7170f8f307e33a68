import type { Identity } from '../../../shared/identity/identity.ts';
import { isSharedAddress } from '../../../shared/identity/shared-address.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

export interface PendingMerge {
  readonly lead_id: string;
  readonly other_id: string;
  /** The name (`kind:value`) that proved to be of both. */
  readonly name: string;
}

export type Named = Identity & { readonly lead_id: string };

/** All names of both. */
export async function namesOf(db: Queryable, { lead_id, other_id }: PendingMerge): Promise<Named[]> {
  const { rows } = await db.query<Named & Record<string, unknown>>(
    'select kind, value, lead_id from identities where lead_id in ($1, $2) order by kind, value',
    [lead_id, other_id],
  );
  return rows;
}

/** Why they are two people after all. */
export function reasonAgainst({ name }: PendingMerge, names: readonly Named[]): string | null {
  if (name.startsWith('email:') && isSharedAddress(name.slice('email:'.length))) {
    return 'several people may share this address';
  }
  // The network's ids never change hands, unlike the names in profile addresses.
  for (const one of names) {
    if (one.kind !== 'profile_id' && one.kind !== 'urn') continue;
    const other = names.find(
      (name) => name.lead_id !== one.lead_id && isSameSeries(one, name) && name.value !== one.value,
    );
    if (other) return `they have different ids on the network: ${one.value} and ${other.value}`;
  }
  return null;
}

/** Ids of one series can be compared: a person has another id in each of the network's products. */
function isSameSeries(one: Identity, other: Identity): boolean {
  if (one.kind !== other.kind) return false;
  const series = ({ kind, value }: Identity) =>
    kind === 'urn' ? value.slice(0, value.lastIndexOf(':')) : value.slice(0, 3);
  return series(one) === series(other);
}
