import { condition, continueAsNew, defineSignal, log, patched, setHandler, workflowInfo } from '@temporalio/workflow';
import {
  CLOCK_SIGNAL,
  type EnrollmentStart,
  EVENT_SIGNAL,
  MOVE_SIGNAL,
  type ResolvedPlan,
} from '../src/core/engine/contracts.ts';
import type { MoveEvent } from '../src/core/engine/move.ts';
import type { EnrollmentEvent } from '../src/core/engine/state.ts';
import { type WalkHost, walkEnrollment } from '../src/core/engine/walk-enrollment.ts';
import type { ClockSetting } from '../src/shared/kit/clock.ts';
import { perform, settle } from './activities.ts';
import { inWholeSteps } from './in-whole-steps.ts';

const eventSignal = defineSignal<[EnrollmentEvent]>(EVENT_SIGNAL);
const moveSignal = defineSignal<[MoveEvent, ResolvedPlan]>(MOVE_SIGNAL);
const clockSignal = defineSignal<[ClockSetting]>(CLOCK_SIGNAL);

/** The walk of one enrollment, run by Temporal. */
export function enrollment(start: EnrollmentStart, begun: ResolvedPlan): Promise<string> {
  let cancel = (): void => undefined;
  const host: WalkHost = {
    ...temporal,
    listen(signals) {
      temporal.listen(signals);
      cancel = signals.cancel;
    },
  };
  return inWholeSteps(
    () => walkEnrollment(host, start, begun),
    () => cancel(),
  );
}

const temporal: WalkHost = {
  // The workflow's own time, which is the same at every replay.
  wallNow: () => Date.now(),
  perform,
  settle,
  waitFor: async (holds, milliseconds, summary) => {
    if (milliseconds !== null) return condition(holds, milliseconds, { summary });
    await condition(holds);
    return true;
  },
  isHistoryLong: () => workflowInfo().continueAsNewSuggested,
  runId: () => workflowInfo().runId,
  historyLength: () => workflowInfo().historyLength,
  continueAsNew: (start, version) => continueAsNew<typeof enrollment>(start, version),
  listen: (signals) => {
    setHandler(eventSignal, signals.event);
    setHandler(moveSignal, signals.move);
    setHandler(clockSignal, signals.clock);
  },
  warn: (text) => log.warn(text),
  has: (change) => patched(change),
};
