import type { Queryable } from '../../../shared/postgres/database.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { type CampaignRow, lockCampaign } from './read-campaign.ts';

/** Moves the campaign on, if it is still in one of the states `from`. */
export async function moveCampaign(
  tx: Queryable,
  id: string,
  move: {
    readonly from: readonly CampaignRow['status'][];
    readonly to: CampaignRow['status'];
    readonly error?: string;
  },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update campaigns set status = $3, error = $4 where id = $1 and status = any($2)',
    [id, [...move.from], move.to, move.error ?? null],
  );
  return rowCount === 1;
}

/** The page at `from` was read and its rows are kept; false when somebody else did so, or the campaign was stopped meanwhile. */
export async function moveOffset(tx: Queryable, id: string, from: number, to: number | null): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update campaigns set next_offset = $3 where id = $1 and next_offset = $2 and status <> 'stopped'`,
    [id, from, to],
  );
  return rowCount === 1;
}

/** Lets the source be read again from its beginning. The campaign is locked. */
export async function restartSource(tx: Queryable, id: string): Promise<void> {
  await tx.query('update campaigns set next_offset = 0 where id = $1', [id]);
}

/** Keeps what was read of the source once, for the pages that follow. */
export async function keepSourceRead(tx: Queryable, id: string, read: unknown): Promise<void> {
  await tx.query('update campaigns set source_read = $2 where id = $1', [id, JSON.stringify(read)]);
}

/** How fast it is imported, rows each second, for who waits for its end. */
export async function noteImportRate(db: Queryable, id: string, rate: number): Promise<void> {
  await db.query(
    `update campaigns set import_rate = $2, wall_rated_at = clock_timestamp() where id = $1 and status = 'importing'`,
    [id, rate],
  );
}

/** One import more; its number. */
export async function countRun(tx: Queryable, id: string): Promise<number> {
  const { rows } = await tx.query<{ runs: number }>(
    'update campaigns set runs = runs + 1 where id = $1 returning runs',
    [id],
  );
  return rows[0]?.runs ?? 1;
}

/** Changes a campaign; what is not given stays. `follow`, which is set elsewhere, is recorded with it. */
export async function changeCampaign(
  tx: Queryable,
  id: string,
  change: { readonly name?: string | undefined; readonly weight?: number | undefined; readonly follow?: unknown },
): Promise<void> {
  const before = await lockCampaign(tx, id);
  if (before === null) return;
  const { name, weight } = before;
  await tx.query('update campaigns set name = coalesce($2, name), weight = coalesce($3, weight) where id = $1', [
    id,
    change.name ?? null,
    change.weight ?? null,
  ]);
  await recordChange(tx, {
    did: `changed the campaign ${id}`,
    target: { kind: 'campaign', id },
    before: { name, weight },
    after: {
      ...{ name: change.name ?? name, weight: change.weight ?? weight },
      ...(change.follow === undefined ? {} : { follow: change.follow }),
    },
  });
}

/** Sets the source of a campaign once it was read. Nothing changes where another campaign has this fingerprint; that one is waited for. */
export async function setSource(
  tx: Queryable,
  id: string,
  { source, fingerprint }: Pick<CampaignRow, 'source' | 'fingerprint'>,
): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 4400))', [fingerprint]);
  await tx.query(
    `update campaigns set source = $2, fingerprint = $3
      where id = $1 and not exists (select from campaigns other where other.fingerprint = $3)`,
    [id, JSON.stringify(source), fingerprint],
  );
}
