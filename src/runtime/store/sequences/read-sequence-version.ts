import type { Plan } from '../../../language/plan/plan.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

export interface SequenceVersion {
  readonly name: string;
  readonly version: number;
  readonly current: boolean;
  readonly digest: string;
  readonly source: string;
  readonly plan: Plan;
  readonly created_at: Date;
}

const COLUMNS = `s.name, v.version, v.version = s.current_version as current, v.digest, v.source, p.plan, v.created_at`;
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

/** The current versions, by name, after the name `after`. */
export async function listSequences(
  db: Queryable,
  query: { readonly after: string | null; readonly limit: number },
): Promise<SequenceVersion[]> {
  const { rows } = await db.query<SequenceVersion & Record<string, unknown>>(
    `select ${COLUMNS} from ${TABLES}
      where v.version = s.current_version and ($1::text is null or s.name > $1) order by s.name limit $2`,
    [query.after, query.limit],
  );
  return rows;
}

/** Newest first, below the number `before`. */
export async function listSequenceVersions(
  db: Queryable,
  name: string,
  page: { readonly before: number | null; readonly limit: number },
): Promise<SequenceVersion[]> {
  const { rows } = await db.query<SequenceVersion & Record<string, unknown>>(
    `select ${COLUMNS} from ${TABLES}
      where s.name = $1 and ($2::int is null or v.version < $2) order by v.version desc limit $3`,
    [name, page.before, page.limit],
  );
  return rows;
}

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
