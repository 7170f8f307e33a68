import type { Queryable } from '../../../shared/postgres/database.ts';

/** The published sequences by name, each with the names that its current version continues in by `run`. */
export async function listRuns(db: Queryable): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await db.query<{ name: string; runs: string[] }>(
    `select s.name, jsonb_path_query_array(p.plan, '$.nodes.* ? (@.kind == "run").sequence') as runs
       from sequences s
       join sequence_versions v on v.sequence = s.name and v.version = s.current_version
       join plans p on p.digest = v.digest
      order by s.name`,
  );
  return new Map(rows.map(({ name, runs }) => [name, runs]));
}
