import type { Activities, Settlement, StepAnswer } from '../../src/engine/contracts.ts';
import type { PerformRequest } from '../../src/engine/perform.ts';

export type Answer = (request: PerformRequest) => StepAnswer | Promise<StepAnswer>;

/** Activities that answer by a script and remember what they were asked. Nodes without an answer are done. */
export function scriptedActivities(answers: Readonly<Record<string, Answer>> = {}) {
  const performed: PerformRequest[] = [];
  const settled: Settlement[] = [];
  const imported: number[] = [];
  const activities: Activities = {
    async perform(request) {
      performed.push(request);
      return (await answers[request.node]?.(request)) ?? { status: 'done' };
    },
    async settle(settlement) {
      settled.push(settlement);
    },
    async importPage({ offset }) {
      imported.push(offset);
      return { next_offset: offset < 200 ? offset + 100 : null };
    },
  };
  const of = (id: string) => ({
    performed: performed.filter(({ enrollment_id }) => enrollment_id === id),
    settled: settled.filter(({ enrollment_id }) => enrollment_id === id),
  });
  return {
    activities,
    imported,
    /** `node/visit/attempt`, in order. */
    walk: (id: string) => of(id).performed.map(({ node, visit, attempt }) => `${node}/${visit}/${attempt}`),
    /** The versions that it was asked for. */
    digests: (id: string) => of(id).performed.map(({ digest }) => digest),
    standing: (id: string) => of(id).settled.at(-1)?.standing,
    /** How far the walk said that it was, in order. */
    progress: (id: string) => of(id).settled.map(({ progress }) => progress),
    standings: (id: string) => of(id).settled.map(({ node, standing }) => `${node} ${standing.status}`),
  };
}
