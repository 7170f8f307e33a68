import { advance } from '../../src/core/engine/advance.ts';
import { initialState } from '../../src/core/engine/initial-state.ts';
import type { PerformResult } from '../../src/core/engine/perform.ts';
import type { EngineCommand, EnrollmentEvent, EnrollmentState } from '../../src/core/engine/state.ts';
import type { Plan } from '../../src/language/plan/plan.ts';

type EventParts = EnrollmentEvent extends infer E ? (E extends { id: string } ? Omit<E, 'id'> : never) : never;

/** Walks one enrollment by hand, at a time the test sets. */
export function walkOf(plan: Plan, startAt = 0) {
  let state = initialState(plan, 'enr_1');
  let command: EngineCommand;
  let now = startAt;
  let events = 0;
  const step = (input: Parameters<typeof advance>[2]): EngineCommand => {
    ({ state, command } = advance(plan, state, input));
    return command;
  };
  command = step({ type: 'start', at: now });
  return {
    get state(): EnrollmentState {
      return state;
    },
    get command(): EngineCommand {
      return command;
    },
    performed: (result: PerformResult) => step({ type: 'performed', at: now, result }),
    done: () => step({ type: 'performed', at: now, result: { status: 'done' } }),
    event: (event: EventParts, id = `evt_${++events}`) => step({ type: 'event', at: now, event: { ...event, id } }),
    at(time: number) {
      now = time;
      return step({ type: 'time', at: now });
    },
    input: step,
  };
}
