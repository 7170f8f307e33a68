import type { Run } from './scenario.ts';

/** Wall milliseconds: each day of a limit takes a minute or more. */
const LONGEST = 900_000;

/** Waits until no answer of ours waits for a slot: one that goes takes its conversation over, and pauses the sequence once more. */
export async function untilAnswersGo({ system, pause }: Run): Promise<void> {
  for (const end = Date.now() + LONGEST; Date.now() < end; await pause(500)) {
    const { rows } = await system.engine_db.query("select from answers where state in ('waiting', 'sending') limit 1");
    if (rows.length === 0) return;
  }
}
