import type { Queryable } from '../../postgres/database.ts';

export interface CampaignRow {
  readonly id: string;
  readonly name: string;
  readonly sequence: string;
  readonly version: number;
  readonly source: Readonly<Record<string, unknown>>;
  readonly fingerprint: string;
  readonly status: 'importing' | 'running' | 'paused' | 'stopped' | 'failed';
  readonly error: string | null;
  /** Row of the source → code of the refusal. */
  readonly refusals: Readonly<Record<string, string>>;
  readonly created_at: Date;
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

/** Newest first, before the id `before`. */
export async function listCampaigns(
  db: Queryable,
  page: { readonly before: string | null; readonly limit: number },
): Promise<CampaignRow[]> {
  const { rows } = await db.query<CampaignRow & Record<string, unknown>>(
    'select * from campaigns where ($1::text is null or id < $1) order by id desc limit $2',
    [page.before, page.limit],
  );
  return rows;
}
