import type { Plan } from '../../../language/plan/plan.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { equal, type Listing } from '../listing.ts';
import type { Keeper } from './keeper.ts';

export interface SequenceVersion {
  /** The id of the sequence, for places where its name must not be read. */
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly current: boolean;
  readonly digest: string;
  readonly source: string;
  readonly plan: Plan;
  readonly created_at: Date;
  /** The keeper of the sequence. `has_draft` is the sequence's, too. */
  readonly kept_by: Keeper;
  readonly has_draft: boolean;
}

const COLUMNS = `s.id, s.name, v.version, v.version = s.current_version as current, v.digest, v.source, p.plan, v.created_at,
  s.kept_by, exists (select from sequence_drafts d where d.sequence = s.name) as has_draft`;
const TABLES = `sequences s join sequence_versions v on v.sequence = s.name join plans p on p.digest = v.digest`;

/** `version` null: the current one. */
export async function readSequenceVersion(
  db: Queryable,
  name: string,
  version: number | null,
): Promise<SequenceVersion | null> {
  const { rows } = await db.query<SequenceVersion & Record<string, unknown>>(
    `select ${COLUMNS} from ${TABLES} where s.name = $1 and v.version = coalesce($2::int, s.current_version)`,
    [name, version],
  );
  return rows[0] ?? null;
}

/** The current versions. */
export const sequenceListing: Listing<SequenceVersion> = {
  ...{ columns: COLUMNS, tables: TABLES, where: 'v.version = s.current_version', values: [] },
  orders: { name: [{ sql: 's.name', of: ({ name }) => name, kind: 'text' }] },
  usual: 'name',
};

export const versionListing = (name: string): Listing<SequenceVersion> => ({
  ...{ columns: COLUMNS, tables: TABLES, ...equal({ 's.name': name }) },
  orders: { version: [{ sql: 'v.version', of: ({ version }) => version, kind: 'number' }] },
  usual: '-version',
});

/** Which version of the sequence has this digest; null: none yet. */
export async function findVersionByDigest(db: Queryable, name: string, digest: string): Promise<number | null> {
  const { rows } = await db.query<{ version: number }>(
    'select version from sequence_versions where sequence = $1 and digest = $2',
    [name, digest],
  );
  return rows[0]?.version ?? null;
}

/** The number that a new version would get. */
export async function nextVersion(db: Queryable, name: string): Promise<number> {
  const { rows } = await db.query<{ version: number }>(
    'select coalesce(max(version), 0) + 1 as version from sequence_versions where sequence = $1',
    [name],
  );
  return rows[0]?.version ?? 1;
}
