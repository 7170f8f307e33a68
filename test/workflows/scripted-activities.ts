import { advance } from '../../src/core/engine/advance.ts';
import type { Activities, StatusSnapshot, StepAnswer, StepRequest } from '../../src/core/engine/contracts.ts';
import type { PerformRequest } from '../../src/core/engine/perform.ts';
import { snapshotOf } from '../../src/core/engine/status-snapshot.ts';
import type { Plan } from '../../src/language/plan/plan.ts';

export type Answer = (request: PerformRequest) => StepAnswer | Promise<StepAnswer>;

/** Answers that the event of a `wait_for` had not happened by its deadline. */
const unanswered = ({ deadline }: PerformRequest): StepAnswer =>
  deadline === undefined ? { status: 'done' } : { status: 'impossible', code: 'DEADLINE', text: 'not in time' };

/**
 * Activities that answer by a script and remember what they were asked. Nodes without an answer are done, and their deadlines over. With a plan they write where
 * the walk stands together with the result, as those over Postgres do.
 */
export function scriptedActivities(answers: Readonly<Record<string, Answer>> = {}, plan?: Plan) {
  const performed: PerformRequest[] = [];
  const settled: StatusSnapshot[] = [];
  const imported: (number | 'cancelled')[] = [];
  let held = Promise.resolve();
  const activities: Activities = {
    async perform(request) {
      performed.push(request);
      const answer = (await answers[request.node]?.(request)) ?? unanswered(request);
      return plan === undefined ? answer : withSnapshot(plan, request, answer);
    },
    async settle(snapshot) {
      settled.push(snapshot);
    },
    async importPage({ offset, cancelled }) {
      imported.push(cancelled ? 'cancelled' : offset);
      if (cancelled) return { next_offset: null };
      await held;
      return { next_offset: offset < 200 ? offset + 100 : null };
    },
  };
  function withSnapshot(plan: Plan, request: StepRequest, answer: StepAnswer): StepAnswer {
    if (request.walk === undefined || !request.by_inputs) return answer;
    const at = Date.now();
    const { state } = advance(plan, request.walk, { type: 'performed', at, result: answer, request });
    const snapshot = snapshotOf(plan, state);
    if (snapshot === null) return answer;
    settled.push(snapshot);
    const { standing } = snapshot;
    const ended = standing.status === 'finished' ? { ended: standing.outcome } : {};
    return { ...answer, settled: { at, ...ended } };
  }
  const of = (id: string) => ({
    performed: performed.filter(({ enrollment_id }) => enrollment_id === id),
    settled: settled.filter(({ enrollment_id }) => enrollment_id === id),
  });
  return {
    activities,
    imported,
    /** Every page waits until it is released. */
    holdImport() {
      let release = (): void => undefined;
      held = new Promise((resolve) => {
        release = resolve;
      });
      return { release: () => release() };
    },
    /** `node/visit/attempt`, in order. */
    walk: (id: string) => of(id).performed.map(({ node, visit, attempt }) => `${node}/${visit}/${attempt}`),
    /** The versions that it was asked for. */
    digests: (id: string) => of(id).performed.map(({ digest }) => digest),
    standing: (id: string) => of(id).settled.at(-1)?.standing,
    /** How far the walk said that it was, in order. */
    progress: (id: string) => of(id).settled.map(({ progress }) => progress),
    endings: (id: string) => of(id).settled.filter(({ standing }) => standing.status === 'finished'),
    snapshots: (id: string) => of(id).settled.map(({ node, standing }) => `${node} ${standing.status}`),
  };
}
