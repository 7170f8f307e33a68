import { advance } from '../../src/core/engine/advance.ts';
import type { Activities } from '../../src/core/engine/contracts.ts';
import { initialState } from '../../src/core/engine/initial-state.ts';
import { isEnrollmentEvent } from '../../src/core/engine/is-enrollment-event.ts';
import type { EngineCommand, EngineInput, EnrollmentState } from '../../src/core/engine/state.ts';
import { snapshotOf } from '../../src/core/engine/status-snapshot.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import type { Bench, EnrolledLead } from './bench.ts';

/** One enrollment walked by the engine and the activities themselves, without Temporal: what the workflow does, by hand. */
export function createWalk(
  bench: Bench,
  activities: Activities,
  plan: Plan,
  { id }: EnrolledLead,
  of: Pick<EnrollmentState, 'looks_back'> = {},
) {
  let state: EnrollmentState = { ...initialState(plan, id), ...of };
  let command: EngineCommand;
  let inputs = 0;
  let written = 0;
  const take = (input: EngineInput): void => {
    inputs += 1;
    ({ state, command } = advance(plan, state, input));
  };
  take({ type: 'start', at: bench.clock.now() });

  /** Takes what the outbox would signal, in its order. */
  async function hear(): Promise<void> {
    const { rows } = await bench.db.query<{ payload: unknown }>(
      `with told as (delete from outbox where target_id = $1 and kind = 'signal_enrollment' returning id, payload)
       select payload from told order by id`,
      [id],
    );
    for (const { payload } of rows) {
      if (isEnrollmentEvent(payload)) take({ type: 'event', at: bench.clock.now(), event: payload });
    }
  }

  return {
    get node(): string {
      return state.node;
    },
    /** Goes on until it must wait for something other than `sleep` allows; returns what it waits for, or how it ended. */
    async go(sleep: 'sleep' | 'stay' = 'stay'): Promise<{ waits?: string; text?: string; ended?: string }> {
      for (let steps = 0; steps < 100; steps++) {
        await hear();
        if (command.do === 'perform') {
          const { request } = command;
          const walk = of.looks_back ? state : { ...state, seen: [] };
          const { settled, ...result } = await activities.perform({ ...request, walk, by_inputs: true });
          if (settled?.ended !== undefined) return { ended: settled.ended };
          const asked = inputs;
          await hear();
          const isAlone = inputs === asked;
          take({ type: 'performed', at: settled?.at ?? bench.clock.now(), result, request });
          if (settled !== undefined && isAlone) written = inputs;
          continue;
        }
        const snapshot = snapshotOf(plan, state);
        if (snapshot && inputs !== written) await activities.settle(snapshot);
        written = inputs;
        if (command.do === 'finish') return { ended: command.outcome };
        if (sleep === 'stay' || command.until === null) return { waits: command.kind, text: command.text };
        bench.travel(command.until);
        take({ type: 'time', at: Math.max(command.until, bench.clock.now()) });
      }
      throw new Error('the walk does not come to rest');
    },
  };
}
