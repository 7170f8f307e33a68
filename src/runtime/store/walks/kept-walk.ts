/** A walk as it is kept: enough to go on from where Temporal has lost its workflow. */
export interface KeptWalk {
  /** The engine's `EnrollmentState`, with its schema. */
  readonly state: object;
  readonly run_id: string | null;
  readonly digest: string | null;
  readonly progress: readonly number[];
  /** By the clock of its workflow. Null: an older version told. */
  readonly wall_told_at: Date | null;
}

/**
 * The rest of a statement that writes what a walk is kept beside, from the rows `of` with an `enrollment_id`; the values of `keptValues`
 * begin at `$first`. What a walk has said since is never written over by what comes late.
 */
export const keepWalk = (of: string, first: number): string =>
  `insert into walks (enrollment_id, state, run_id, digest, progress, wall_told_at)
   select enrollment_id, $${first}::jsonb, $${first + 1}::text, $${first + 2}::text, $${first + 3}::int[], $${first + 4}::timestamptz from ${of} where $${first}::jsonb is not null
   on conflict (enrollment_id) do update
      set state = excluded.state, run_id = excluded.run_id, digest = excluded.digest, progress = excluded.progress,
          wall_told_at = excluded.wall_told_at
    where walks.progress <= excluded.progress`;

/** Null: there is no walk to keep. */
export const keptValues = (walk: KeptWalk | null): readonly unknown[] =>
  walk === null
    ? [null, null, null, null, null]
    : [JSON.stringify(walk.state), walk.run_id, walk.digest, walk.progress, walk.wall_told_at];
