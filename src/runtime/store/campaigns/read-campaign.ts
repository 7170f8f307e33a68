import type { Queryable } from '../../../shared/postgres/database.ts';

/** As it is shown: `paused` by whoever pauses it, `finished` once nobody of it is under way or still to come. */
export type ShownCampaignStatus = CampaignRow['status'] | 'finished';

export interface CampaignRow {
  readonly id: string;
  readonly name: string;
  readonly sequence: string;
  readonly version: number;
  readonly source: Readonly<Record<string, unknown>>;
  readonly fingerprint: string;
  readonly status: 'importing' | 'running' | 'paused' | 'stopped' | 'failed';
  readonly error: string | null;
  /** Weight of the campaign where several want the same slots; 1 to 100. */
  readonly weight: number;
  /** Whether values in its source replace those that are known of people who are in the sequence already. */
  readonly updates: boolean;
  /** Accounts to send from, in place of those that the sequence names; by channel. */
  readonly senders: Readonly<Record<string, readonly string[]>>;
  /** The place at which a source that is read in pages is read on; null: it is exhausted. */
  readonly next_offset: number | null;
  /** The part of the source that is read once, for all pages; null: it was not read yet. */
  readonly source_read: unknown;
  /** Imports of it that were started. */
  readonly runs: number;
  readonly created_at: Date;
  /** True where the actions for its people are counted as they happen, from the campaign's beginning. */
  readonly actions_tallied: boolean;
  /** Rows of its source that were looked at each second, and when that was said, wall time; null: nobody has imported it yet. */
  readonly import_rate: number | null;
  readonly wall_rated_at: Date | null;
  /** The row behind which those are still to be put on the do-not-contact list whom the list says not to contact; null: none is left. */
  readonly opt_outs_after: string | null;
  /** Those of them whom an entry was made for, who were on the list already, and of whom no name can be read. */
  readonly opt_outs_added: number;
  readonly opt_outs_present: number;
  readonly opt_outs_nameless: number;
}

export async function readCampaign(
  db: Queryable,
  by: { readonly id: string } | { readonly fingerprint: string },
): Promise<CampaignRow | null> {
  const { rows } = await db.query<CampaignRow & Record<string, unknown>>(
    'id' in by ? 'select * from campaigns where id = $1' : 'select * from campaigns where fingerprint = $1',
    ['id' in by ? by.id : by.fingerprint],
  );
  return rows[0] ?? null;
}

/** Nobody else starts, ends or changes its import until the transaction ends. */
export async function lockCampaign(tx: Queryable, id: string): Promise<CampaignRow | null> {
  const { rows } = await tx.query<CampaignRow & Record<string, unknown>>(
    'select * from campaigns where id = $1 for no key update',
    [id],
  );
  return rows[0] ?? null;
}
