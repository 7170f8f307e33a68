/**
 * How far a walk was when it asked for something: its run (each one that continued as new, or was begun again, has the
 * next number), the events of that run's history, and the inputs taken since the run began. Later ones compare as
 * greater, item by item, here as in Postgres. Events come first, because a task of Temporal that is done again may take
 * another way, with fewer inputs.
 */
export type Progress = readonly [run: number, events: number, inputs: number];

/** Whole seconds are counted from here, so that they are small numbers for long. */
const FIRST_SECOND = Date.UTC(2020) / 1000;

/**
 * Adds the walk's own time as the last item. A task of Temporal that is done again, by another worker, has no more
 * events from its second try on, but begins ten seconds later at least: so a worker that was frozen in the earlier try
 * is behind. Without `wall_now`, from an older version, the progress stays as it is.
 */
export function timedProgress(progress: Progress, wall_now: number | undefined): readonly number[] {
  return wall_now === undefined ? progress : [...progress, Math.floor(wall_now / 1000) - FIRST_SECOND];
}

/** Whether what was asked then is behind what was written by now. `written`: empty where nothing was. */
export function isBehind(asked: readonly number[], written: readonly number[]): boolean {
  for (const [place, number] of asked.entries()) {
    const other = written[place] ?? Number.NEGATIVE_INFINITY;
    if (number !== other) return number < other;
  }
  return false;
}
