import { expect, vi } from 'vitest';
import { type Looked, reconcileWalks } from '../../activities/reconcile/lost-walks/reconcile-walk.ts';
import type { Workflows } from '../../activities/reconcile/lost-walks/workflows.ts';
import type { StepClient } from '../../activities/v2-caller.ts';
import { enrollmentWorkflowId } from '../../src/core/engine/contracts.ts';
import type { Node } from '../../src/language/plan/node.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { type ControlRequest, controlEnrollment } from '../../src/runtime/control/control-enrollment.ts';
import { startOutboxDispatcher } from '../../src/runtime/outbox/dispatch-outbox.ts';
import { createPlanCache } from '../../src/runtime/store/sequences/plan-cache.ts';
import { endRun, lookUpEnrollment } from '../../src/runtime/temporal/look-up.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { newId } from '../../src/shared/kit/ids.ts';
import { type Bench, openBench, VISIT } from '../activities/bench.ts';
import { type EngineInTemporal, startEngineInTemporal } from '../support/engine-in-temporal.ts';

const WAIT: Node = {
  ...{ id: 'wait', kind: 'wait', duration: { unit: 'ms', count: 30 * DAY }, next: 'again', on_error: { do: 'stop' } },
};
export const STEPS: readonly Node[] = [{ ...VISIT, next: 'wait' }, WAIT, { ...VISIT, id: 'again' }];

type WorkflowHandle = ReturnType<EngineInTemporal['environment']['client']['workflow']['getHandle']>;

/** Walks in a real Temporal beside a real Postgres, either of which may lose what the other has. */
export interface WalksBench {
  readonly bench: Bench;
  readonly engine: EngineInTemporal;
  readonly workflows: Workflows;
  /** Nobody is under way, and no account is behind. */
  forget(): Promise<unknown>;
  row(id: string): Promise<Record<string, unknown> | undefined>;
  until(condition: () => Promise<void>): Promise<void>;
  handle(id: string): WorkflowHandle;
  keysOf(id: string): Promise<{ key: string; sends: number }[]>;
  /** Somebody enters a sequence of these steps. */
  begin(nodes?: readonly Node[], more?: Partial<Plan>): Promise<string>;
  control(request: Omit<ControlRequest, 'event_id' | 'note'>): ReturnType<typeof controlEnrollment>;
  /**
   * Looks at all that are missed, or, told so, at everybody; once. Whoever is still told of in the outbox, or written of by a step that ends,
   * is left for the next look: `atRest` waits for that.
   */
  look(v2: StepClient, every_ms: number): Promise<Looked>;
  /** The same; how many were mended. */
  reconcile(v2: StepClient, every_ms?: number): Promise<number>;
  working(v2: StepClient, work: () => Promise<void>): Promise<void>;
  /** The workflow is known to have begun, and nothing that it asked for is under way: from now on nobody writes of it by themselves. */
  atRest(id: string): Promise<void>;
  /** At the `wait` of `STEPS`, and at rest. */
  waits(id: string): Promise<void>;
  ends(id: string, outcome: string): Promise<void>;
  close(): Promise<void>;
}

export async function openWalksBench(): Promise<WalksBench> {
  const [bench, engine] = await Promise.all([openBench(), startEngineInTemporal()]);
  await bench.account('acc_anna');
  const workflows: Workflows = {
    look: (id, snapshot) => lookUpEnrollment(engine.environment.client, id, snapshot),
    end: (id, run) => endRun(engine.environment.client, id, run),
  };
  const row = async (id: string) => (await bench.db.query('select * from enrollments where id = $1', [id])).rows[0];
  const until = (condition: () => Promise<void>) => vi.waitFor(condition, { timeout: 120_000, interval: 50 });
  const handle = (id: string) => engine.environment.client.workflow.getHandle(enrollmentWorkflowId(id));
  const look = (v2: StepClient, every_ms: number) => reconcileWalks(bench.deps(v2), workflows, { every_ms });

  /** Activities that the worker carries out just now, also of workflows that were ended meanwhile. */
  let underWay = 0;
  const counted =
    <Input, Result>(perform: (input: Input) => Promise<Result>) =>
    async (input: Input): Promise<Result> => {
      underWay += 1;
      return perform(input).finally(() => {
        underWay -= 1;
      });
    };
  const atRest = (id: string) =>
    until(async () => {
      expect((await bench.db.query('select from outbox where target_id = $1', [id])).rowCount).toBe(0);
      expect(underWay).toBe(0);
      const { status, raw } = await handle(id).describe();
      if (status.name !== 'RUNNING') return;
      expect(raw.pendingWorkflowTask ?? null).toBeNull();
      expect(raw.pendingActivities ?? []).toEqual([]);
    });

  return {
    ...{ bench, engine, workflows, row, until, handle, look, atRest },
    forget: () =>
      bench.db.query(
        `truncate outbox; update enrollments set status = 'finished'; update accounts set behind_since = null, wall_behind_since = null`,
      ),
    async keysOf(id) {
      const { rows } = await bench.db.query<{ key: string; sends: number }>(
        'select key, sends from intents where enrollment_id = $1 order by key',
        [id],
      );
      return rows;
    },
    async begin(nodes = STEPS, more = {}) {
      const plan = await bench.sequence(nodes, more);
      engine.shelf.add(plan);
      const lead = { profile_url: `https://n.example/in/${plan.sequence}`, first_name: 'Ada' };
      const { id } = await bench.enroll(plan, lead, { professional: 'acc_anna' });
      await bench.db.query(`insert into outbox (kind, target_id, created_at) values ('start_enrollment', $1, now())`, [
        id,
      ]);
      return id;
    },
    control: (request) =>
      bench.db.transaction((tx) =>
        controlEnrollment({ clock: bench.clock, profiles: [], findPlan: createPlanCache() }, tx, {
          ...request,
          note: null,
          event_id: newId('act'),
        }),
      ),
    reconcile: async (v2, every_ms = 3_600_000) => (await look(v2, every_ms)).mended,
    async working(v2, work) {
      const outbox = startOutboxDispatcher({
        ...{ db: bench.db, clock: bench.clock, idle_ms: 20, onError: () => undefined },
        workflows: engine.workflows,
      });
      const { perform, settle, importPage } = bench.activities(v2);
      const activities = { perform: counted(perform), settle: counted(settle), importPage };
      try {
        await engine.working(activities, work);
      } finally {
        await outbox.stop();
      }
    },
    async waits(id) {
      await until(async () =>
        expect(await row(id)).toMatchObject({ node: 'wait', waiting_kind: 'time', status: 'active' }),
      );
      await atRest(id);
    },
    ends: (id, outcome) => until(async () => expect(await row(id)).toMatchObject({ status: 'finished', outcome })),
    async close() {
      await engine.close();
      await bench.close();
    },
  };
}
