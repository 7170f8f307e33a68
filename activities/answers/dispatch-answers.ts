import { listDueAnswers } from '../../src/runtime/store/answers/find-answer.ts';
import { purgePresences } from '../../src/runtime/store/presences/presence.ts';
import { MINUTE, SECOND } from '../../src/shared/kit/duration.ts';
import { LaneFull } from '../call/account-lanes.ts';
import type { StepDeps } from '../deps.ts';
import { performAnswer } from './perform-answer.ts';

export interface AnswerDispatcher {
  /** Begins what is due, and waits for none of it: an account that answers slowly delays no other. True: there may be more. */
  dispatch(): Promise<boolean>;
  /** Resolves once everything that was begun is over. */
  settled(): Promise<void>;
}

/**
 * The number of answers under way at once. Answers of people are few: so many are more than ever come, and leave
 * connections to the steps.
 */
const MOST = 8;
/** Wall milliseconds before one that failed by itself is tried again. */
const PAUSE = 5 * SECOND;

export function createAnswerDispatcher(deps: StepDeps): AnswerDispatcher {
  const under_way = new Map<string, Promise<void>>();
  const paused = new Map<string, number>();
  let purged = 0;

  async function begin(id: string): Promise<void> {
    try {
      await performAnswer(deps, id);
    } catch (err) {
      paused.set(id, deps.wallNow() + PAUSE);
      // Other calls of its account are not answered yet.
      if (!(err instanceof LaneFull))
        deps.log.warn({ err, answer: id }, 'an answer could not be sent or looked up; trying again');
    } finally {
      under_way.delete(id);
    }
  }

  return {
    async dispatch() {
      const wall = deps.wallNow();
      for (const [id, until] of paused) if (until <= wall) paused.delete(id);
      if (wall - purged > MINUTE) {
        purged = wall;
        await purgePresences(deps.db);
      }
      const free = MOST - under_way.size;
      if (free <= 0) return false;
      const due = await listDueAnswers(deps.db, new Date(deps.clock.now()), MOST + paused.size + under_way.size);
      const begun = due.filter(({ id }) => !under_way.has(id) && !paused.has(id)).slice(0, free);
      for (const { id } of begun) under_way.set(id, begin(id));
      return false;
    },
    async settled() {
      while (under_way.size > 0) await Promise.allSettled(under_way.values());
    },
  };
}
