import { asksSomebody } from '../../src/language/plan/node-traits.ts';
import { closeLeftTasks } from '../../src/runtime/store/tasks/close-tasks.ts';
import type { StepDeps } from '../deps.ts';
import type { StepContext } from '../look/context.ts';

/** Closes the tasks of the steps before this one, so that the timeline says so before it says what this step did. */
export async function leaveTasks({ db, clock }: StepDeps, context: StepContext): Promise<void> {
  const { plan, enrollment, request } = context;
  if (!Object.values(plan.nodes).some(({ kind }) => asksSomebody(kind))) return;
  await closeLeftTasks(db, enrollment.id, request, new Date(clock.now()), request.progress);
}
