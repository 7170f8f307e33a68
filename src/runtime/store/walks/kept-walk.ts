/** A walk as it is kept: enough to go on from where Temporal has lost its workflow. */
export interface KeptWalk {
  /** The engine's `EnrollmentState`, with its schema. */
  readonly state: object;
  readonly run_id: string | null;
  readonly digest: string | null;
  readonly progress: readonly number[];
  /** The time by the clock of its workflow. Null: an older version wrote it. */
  readonly wall_told_at: Date | null;
}

/**
 * The rest of a statement that writes what a walk is kept beside, from the rows `of` with an `enrollment_id` and the columns of
 * `KEPT_COLUMNS`. A late write never replaces a later state of the walk.
 */
export const keepWalk = (of: string): string =>
  `insert into walks (enrollment_id, state, run_id, digest, progress, wall_told_at)
   select enrollment_id, walk_state, walk_run_id, walk_digest, walk_progress, walk_told_at from ${of} where walk_state is not null
   on conflict (enrollment_id) do update
      set state = excluded.state, run_id = excluded.run_id, digest = excluded.digest, progress = excluded.progress,
          wall_told_at = excluded.wall_told_at
    where walks.progress <= excluded.progress`;

export const KEPT_COLUMNS =
  'walk_state jsonb, walk_run_id text, walk_digest text, walk_progress int[], walk_told_at timestamptz';

/** Null: there is no walk to keep. */
export const keptColumns = (walk: KeptWalk | null) =>
  walk === null
    ? {}
    : {
        walk_state: walk.state,
        walk_run_id: walk.run_id,
        walk_digest: walk.digest,
        walk_progress: walk.progress,
        walk_told_at: walk.wall_told_at,
      };
