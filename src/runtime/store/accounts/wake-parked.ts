import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { wakeDoubtfulAnswers } from '../answers/schedule-answer.ts';
import { countMatching } from '../control/find-matching.ts';
import { insertJob } from '../control/jobs.ts';

/**
 * Asks those again whose steps were turned away without a deadline: of an account, or all. At a measured pace, so that they do not
 * come back as one burst; each books its slot anew. Answers in doubt that could not be
 * looked for are few, and are looked for at once.
 */
export async function wakeParked(tx: Queryable, of: { readonly account_id?: string }, at: Date): Promise<void> {
  await wakeDoubtfulAnswers(tx, of.account_id ?? null);
  const filter = { ...of, open: true, held: true };
  const matched = await countMatching(tx, filter);
  if (matched === 0) return;
  const job = { id: newId('job'), action: 'wake', filter, given: {}, note: null, matched, created_at: at } as const;
  await insertJob(tx, job);
}
