import type { Queryable } from '../../../shared/postgres/database.ts';
import type { Listing } from '../listing.ts';

/** One look at a campaign's source, and what it cost. */
export interface LookRow {
  readonly campaign_id: string;
  /** Number of the look; 1 is the first import. */
  readonly number: number;
  /** Everybody in the source, in place of those who have come since the last look. */
  readonly whole: boolean;
  readonly begun_at: Date;
  readonly ended_at: Date | null;
  /** People whom the source has shown. */
  readonly people: number;
  /** Credits as the answers said; those of a call whose answer was lost are not known. */
  readonly credits: number;
  readonly note: string | null;
}

/** A look with its results for the people whom it has found. */
export interface LookResult extends LookRow {
  /** Rows that were not there before. */
  readonly found: number;
  readonly enrolled: number;
  readonly duplicates: number;
  readonly refused: number;
}

const COUNT = (status: string) =>
  `(select count(*)::int from campaign_rows r where r.campaign_id = k.campaign_id and r.look = k.number${status})`;
const COLUMNS = `k.*, ${COUNT('')} as found, ${COUNT(" and r.status = 'created'")} as enrolled,
  ${COUNT(" and r.status = 'duplicate'")} as duplicates, ${COUNT(" and r.status = 'refused'")} as refused`;

export const lookListing = (campaignId: string): Listing<LookResult> => ({
  ...{ columns: COLUMNS, tables: 'campaign_looks k', where: 'k.campaign_id = $1', values: [campaignId] },
  orders: { number: [{ sql: 'k.number', of: ({ number }) => number, kind: 'number' }] },
  usual: '-number',
});

export async function findOpenLook(db: Queryable, campaignId: string): Promise<LookRow | null> {
  const { rows } = await db.query<LookRow & Record<string, unknown>>(
    'select * from campaign_looks where campaign_id = $1 and ended_at is null order by number desc limit 1',
    [campaignId],
  );
  return rows[0] ?? null;
}

/** Inserts a look. The campaign is locked. */
export async function insertLook(
  tx: Queryable,
  look: Pick<LookRow, 'campaign_id' | 'number' | 'whole' | 'begun_at'>,
): Promise<void> {
  await tx.query('insert into campaign_looks (campaign_id, number, whole, begun_at) values ($1, $2, $3, $4)', [
    look.campaign_id,
    look.number,
    look.whole,
    look.begun_at,
  ]);
}

export async function countLooks(db: Queryable, campaignId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select coalesce(max(number), 0) as count from campaign_looks where campaign_id = $1',
    [campaignId],
  );
  return rows[0]?.count ?? 0;
}

/** A look that begins again shows the same people again, but has paid for them twice. */
export async function addToLook(
  tx: Queryable,
  { campaign_id, number }: Pick<LookRow, 'campaign_id' | 'number'>,
  more: { readonly people: number; readonly credits: number; readonly from_start: boolean },
): Promise<void> {
  await tx.query(
    `update campaign_looks set people = case when $5 then 0 else people end + $3, credits = credits + $4
      where campaign_id = $1 and number = $2`,
    [campaign_id, number, more.people, more.credits, more.from_start],
  );
}

export async function endLook(
  tx: Queryable,
  { campaign_id, number }: Pick<LookRow, 'campaign_id' | 'number'>,
  at: Date,
  note: string | null,
): Promise<void> {
  await tx.query('update campaign_looks set ended_at = $3, note = $4 where campaign_id = $1 and number = $2', [
    campaign_id,
    number,
    at,
    note,
  ]);
}

/** Whether any of these rows of the source was there before this look. */
export async function hasEarlierRow(
  tx: Queryable,
  { campaign_id, number }: Pick<LookRow, 'campaign_id' | 'number'>,
  keys: readonly string[],
): Promise<boolean> {
  const { rows } = await tx.query<{ earlier: boolean }>(
    `select exists (select from campaign_rows where campaign_id = $1 and key = any($2) and coalesce(look, 0) < $3) as earlier`,
    [campaign_id, [...keys], number],
  );
  return rows[0]?.earlier ?? false;
}

/** Sums the people that all looks together have seen, and the credits that they cost. */
export async function sumLooks(
  db: Queryable,
  campaignId: string,
): Promise<{ readonly looks: number; readonly credits: number }> {
  const { rows } = await db.query<{ looks: number; credits: number }>(
    'select count(*)::int as looks, coalesce(sum(credits), 0)::int as credits from campaign_looks where campaign_id = $1',
    [campaignId],
  );
  return rows[0] ?? { looks: 0, credits: 0 };
}
