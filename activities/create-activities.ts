import type { Activities } from '../src/core/engine/contracts.ts';
import { createAccountCalendars } from '../src/runtime/slots/account-calendars.ts';
import { type AskedStep, loadSteps } from '../src/runtime/store/enrollments/load-step.ts';
import { wasCommitted } from '../src/runtime/store/intents/was-committed.ts';
import { createPlanCache } from '../src/runtime/store/sequences/plan-cache.ts';
import { batch } from '../src/shared/kit/batch.ts';
import { watchCrowd } from '../src/shared/kit/watch-crowd.ts';
import type { Database } from '../src/shared/postgres/database.ts';
import { createTransactionBatches, type TransactionBatches } from '../src/shared/postgres/transaction-batches.ts';
import { createAccountLanes } from './call/account-lanes.ts';
import { callsInLanes } from './call/calls-in-lanes.ts';
import { createWake } from './call/create-wake.ts';
import { type ActivityDeps, DEFAULT_SETTINGS, type StepDeps } from './deps.ts';
import { createPerform } from './perform.ts';
import { createRecordSnapshot } from './snapshot/record-snapshot.ts';
import { publishPoint } from './step-points.ts';

/** Creates the activities over what they depend on. */
export function createActivities(deps: ActivityDeps): Activities {
  const step = createStepDeps(deps);
  return { perform: createPerform(step), settle: createRecordSnapshot(step), importPage: deps.importPage };
}

/**
 * Makes the transactions that steps which begin at one moment share, whatever their accounts; a step whose account is
 * locked waits apart.
 */
export const createAdmissions = (db: Database): TransactionBatches =>
  createTransactionBatches(db, wasCommitted, { together: true, lingers: true });

/** Creates what the parts of a step are handed, also for what runs beside the activities: `sweepInDoubt`. */
export function createStepDeps(deps: Omit<ActivityDeps, 'importPage'>): StepDeps {
  const crowd = watchCrowd();
  const load = batch((asked: readonly AskedStep[]) => loadSteps(deps.db, asked), { lingerFor: crowd.lingerFor });
  const lanes = deps.lanes ?? createAccountLanes({ wake: createWake(deps) });
  return {
    db: deps.db,
    async loadStep(asked) {
      crowd.note(asked.enrollment_id);
      return (await load(asked)) ?? null;
    },
    admissions: createAdmissions(deps.db),
    recordings: createTransactionBatches(deps.db, wasCommitted, { lingers: true }),
    clock: deps.clock,
    v2: callsInLanes(deps.v2, lanes),
    v2_in_place: deps.v2,
    log: deps.log,
    settings: { ...DEFAULT_SETTINGS, ...deps.settings },
    wallNow: deps.wallNow ?? Date.now,
    reached: deps.reached ?? publishPoint,
    continueIn: deps.continueIn,
    findPlan: createPlanCache(),
    calendars: createAccountCalendars(),
    lanes,
    askForNews: deps.askForNews ?? (() => undefined),
    unsubscribeUrl: deps.unsubscribeUrl ?? (() => null),
    ...(deps.accountCheck === undefined ? {} : { accountCheck: deps.accountCheck }),
  };
}
