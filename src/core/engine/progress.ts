/**
 * How far a walk was when it asked for something: its run (each one that continued as new, or was begun again, has the next
 * number), the events of that run's history, and the inputs taken since the run began. Later ones compare as greater, item by item,
 * here as in Postgres. Events come first, because a task of Temporal that is done again may take another way, with fewer inputs.
 */
export type Progress = readonly [run: number, events: number, inputs: number];

/** Whether what was asked then is behind what was written by now. `written`: empty where nothing was. */
export function isBehind(asked: readonly number[], written: readonly number[]): boolean {
  for (const [place, number] of asked.entries()) {
    const other = written[place] ?? Number.NEGATIVE_INFINITY;
    if (number !== other) return number < other;
  }
  return false;
}
