import type { Queryable } from '../../../shared/postgres/database.ts';
import type { CampaignRow } from './read-campaign.ts';

export type NewCampaign = Pick<
  CampaignRow,
  | 'id'
  | 'name'
  | 'sequence'
  | 'version'
  | 'source'
  | 'fingerprint'
  | 'weight'
  | 'updates'
  | 'senders'
  | 'next_offset'
  | 'created_at'
>;

/** False when this very campaign is there already: the fingerprint decides between two starts at once. */
export async function insertCampaign(tx: Queryable, row: NewCampaign): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into campaigns (id, name, sequence, version, source, fingerprint, status, weight, updates, next_offset, created_at, senders)
     values ($1, $2, $3, $4, $5, $6, 'importing', $7, $8, $9, $10, $11) on conflict (fingerprint) do nothing`,
    [
      row.id,
      row.name,
      row.sequence,
      row.version,
      JSON.stringify(row.source),
      row.fingerprint,
      row.weight,
      row.updates,
      row.next_offset,
      row.created_at,
      JSON.stringify(row.senders),
    ],
  );
  return rowCount === 1;
}
