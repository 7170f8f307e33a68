import type { Queryable } from '../../postgres/database.ts';

export interface NewEnrollment {
  readonly id: string;
  readonly sequence: string;
  readonly version: number;
  readonly digest: string;
  readonly lead_id: string;
  readonly campaign_id: string | null;
  /** The enrollment that ended for this one. */
  readonly continues?: string | null;
  readonly senders: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
}

/** False when the person is in this sequence at present: the unique row decides, whatever was read before. */
export async function insertEnrollment(tx: Queryable, row: NewEnrollment): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into enrollments (id, sequence, version, digest, lead_id, campaign_id, senders, vars, status, created_at, continues)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'queued', $9, $10)
     on conflict (sequence, lead_id) where status <> 'finished' do nothing`,
    [
      row.id,
      row.sequence,
      row.version,
      row.digest,
      row.lead_id,
      row.campaign_id,
      JSON.stringify(row.senders),
      JSON.stringify(row.vars),
      row.created_at,
      row.continues ?? null,
    ],
  );
  return rowCount === 1;
}
