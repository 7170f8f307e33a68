import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { StepClient } from '../../activities/v2-caller.ts';
import { enrollmentWorkflowId } from '../../src/core/engine/contracts.ts';
import type { Node } from '../../src/language/plan/node.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { type ControlRequest, controlEnrollment } from '../../src/runtime/control/control-enrollment.ts';
import type { StepControlled } from '../../src/runtime/control/control-step.ts';
import { beginJob, carryOnJob } from '../../src/runtime/control/job.ts';
import { changePause } from '../../src/runtime/control/pause.ts';
import { startOutboxDispatcher } from '../../src/runtime/outbox/dispatch-outbox.ts';
import { createTokenBucket, type TokenBucket } from '../../src/runtime/outbox/token-bucket.ts';
import { createPlanCache } from '../../src/runtime/store/sequences/plan-cache.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { newId } from '../../src/shared/kit/ids.ts';
import { type Bench, openBench, VISIT } from '../activities/bench.ts';
import { createCountingClient } from '../activities/counting-client.ts';
import { type EngineInTemporal, startEngineInTemporal } from '../support/engine-in-temporal.ts';

/** CONTROL_ENROLLMENTS=2000 takes some minutes. */
const MANY = Number(process.env.CONTROL_ENROLLMENTS ?? 60);
const WAIT: Node = {
  ...{ id: 'wait', kind: 'wait', duration: { unit: 'ms', count: 30 * DAY }, next: 'visit', on_error: { do: 'stop' } },
};

const NO_SUCH_ACTION = {
  code: 'INVALID_ACTION',
  sub_code: null,
  message: 'no such action',
  credits: 0,
  retry_after_ms: null,
} as const;

let bench: Bench;
let engine: EngineInTemporal;
beforeAll(async () => {
  [bench, engine] = await Promise.all([openBench(), startEngineInTemporal()]);
  await bench.account('acc_anna');
});
afterAll(async () => {
  await engine?.close();
  await bench?.close();
});
beforeEach(() => bench.db.query('truncate holds, control_jobs, outbox'));

const calendar = () => ({ db: bench.db, clock: bench.clock, profiles: [], findPlan: createPlanCache() });
const row = async (id: string) => (await bench.db.query('select * from enrollments where id = $1', [id])).rows[0];
const count = async (where: string) =>
  (await bench.db.query<{ count: number }>(`select count(*)::int as count from ${where}`)).rows[0]?.count;
const until = (condition: () => Promise<void>, timeout = 120_000) => vi.waitFor(condition, { timeout, interval: 50 });

async function sequence(nodes: readonly Node[], more: Partial<Plan> = {}): Promise<Plan> {
  const plan = await bench.sequence(nodes, more);
  engine.shelf.add(plan);
  return plan;
}

async function begin(plan: Plan, people: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < people; index++) {
    const lead = { profile_url: `https://n.example/in/${plan.sequence}-${index}`, first_name: `Lead ${index}` };
    ids.push((await bench.enroll(plan, lead, { professional: 'acc_anna' })).id);
  }
  await bench.db.query('update enrollments set started_at = created_at where id = any($1)', [ids]);
  await bench.db.query(
    `insert into outbox (kind, target_id, created_at) select 'start_enrollment', id, now() from unnest($1::text[]) as id`,
    [ids],
  );
  return ids;
}

async function control(request: Omit<ControlRequest, 'event_id' | 'note'>): Promise<StepControlled> {
  return bench.db.transaction((tx) =>
    controlEnrollment(calendar(), tx, { ...request, note: null, event_id: newId('act') }),
  );
}

/** A worker and the dispatcher of the outbox, which tells many at a measured pace. */
async function working(
  v2: StepClient,
  work: () => Promise<void>,
  bucket: TokenBucket = createTokenBucket(20),
): Promise<void> {
  const { client } = engine.environment;
  const listed = vi.spyOn(client.workflow, 'list');
  const outbox = startOutboxDispatcher({
    ...{ db: bench.db, clock: bench.clock, bucket, idle_ms: 20, onError: () => undefined },
    workflows: engine.workflows,
  });
  try {
    await engine.working(bench.activities(v2), work);
  } finally {
    await outbox.stop();
  }
  expect(listed).not.toHaveBeenCalled();
}

/** A token bucket that lets so many go, and all others once it is lifted. */
function createAllowance(first: number): TokenBucket & { lift(): void } {
  let left = first;
  return {
    take() {
      const taken = left;
      if (Number.isFinite(left)) left = 0;
      return taken;
    },
    giveBack(count) {
      left += count;
    },
    lift() {
      left = Number.POSITIVE_INFINITY;
    },
  };
}

it(`stops ${MANY} that wait, one by one behind what just happens to others`, { timeout: 600_000 }, async () => {
  const { client, calls } = createCountingClient();
  // Half of the many may be told; the others wait until the ordinary one has been.
  const bucket = createAllowance(MANY / 2);
  const work = async () => {
    const [many, few] = [await sequence([WAIT, VISIT]), await sequence([WAIT, VISIT])];
    const ids = await begin(many, MANY);
    const [ordinary = ''] = await begin(few, 1);
    const waits = `enrollments where waiting_kind = 'time' and status = 'active'`;
    await until(async () => expect(await count(waits)).toBe(MANY + 1), 300_000);
    const job = await beginJob(calendar(), { action: 'stop', filter: { sequence: many.sequence }, note: null });
    while (await carryOnJob(calendar(), job.id));
    expect(await control({ id: ordinary, action: 'skip' })).toEqual({ kind: 'done' });
    await until(async () => expect(await row(ordinary)).toMatchObject({ status: 'finished', outcome: 'completed' }));
    expect(await count(`outbox where lane = 'bulk'`)).toBeGreaterThanOrEqual(MANY / 2);
    bucket.lift();
    await until(async () => expect(await count(`enrollments where outcome = 'stopped'`)).toBe(ids.length), 300_000);
    expect(calls).toHaveLength(1);
  };
  await working(client, work, bucket);
});

it('holds back a step that becomes due while everything is paused, and lets it go on when it is resumed', async () => {
  const { client, calls } = createCountingClient();
  const hold = (action: 'pause' | 'resume') =>
    changePause({ ...calendar(), lease_ms: 100 }, { scope: 'all', target: '', action, note: 'holiday' });
  await working(client, async () => {
    await hold('pause');
    const [ada = ''] = await begin(await sequence([WAIT, VISIT]), 1);
    await until(async () => expect(await row(ada)).toMatchObject({ waiting_kind: 'time' }));
    await control({ id: ada, action: 'skip' });
    await until(async () => {
      expect(await row(ada)).toMatchObject({ node: 'visit', held: true, until: null, waiting_kind: 'person' });
    });
    expect(calls).toEqual([]);
    await hold('resume');
    while (await carryOnJob(calendar()));
    await until(async () => expect(await row(ada)).toMatchObject({ status: 'finished', outcome: 'completed' }));
    expect(calls).toHaveLength(1);
  });
});

it('begins a failed step anew in a further run, once however often it is signaled', async () => {
  const { client, calls } = createCountingClient();
  let refusals = 1;
  const refusing: StepClient = {
    ...client,
    async perform(definition, call) {
      if (refusals-- > 0) {
        return { kind: 'refused', status: 400, ...NO_SUCH_ACTION };
      }
      return client.perform(definition, call);
    },
  };
  await working(refusing, async () => {
    const [ada = ''] = await begin(await sequence([VISIT]), 1);
    await until(async () => expect(await row(ada)).toMatchObject({ status: 'finished', outcome: 'failed' }));
    expect(await control({ id: ada, action: 'retry' })).toEqual({ kind: 'done' });
    await bench.db.query(
      `insert into outbox (kind, target_id, payload, created_at) select kind, target_id, payload, created_at from outbox`,
    );
    await until(async () => expect(await row(ada)).toMatchObject({ status: 'finished', outcome: 'completed' }));
    await until(async () => expect(await count('outbox')).toBe(0));
    expect(calls.map(({ key }) => key)).toEqual([`${ada}/visit/2`]);
    expect(await control({ id: ada, action: 'retry' })).toMatchObject({ kind: 'refused', code: 'finished' });
  });
});

it('stops an enrollment whose workflow somebody cancels in Temporal, and its timeline says so', async () => {
  const { client, calls } = createCountingClient();
  await working(client, async () => {
    const [ada = ''] = await begin(await sequence([WAIT, VISIT]), 1);
    await until(async () => expect(await row(ada)).toMatchObject({ waiting_kind: 'time' }));
    await engine.environment.client.workflow.getHandle(enrollmentWorkflowId(ada)).cancel();
    await until(async () => expect(await row(ada)).toMatchObject({ status: 'finished', outcome: 'stopped' }));
    expect((await bench.titles(ada)).slice(-2)).toEqual([
      'Stopped: its workflow was cancelled in Temporal',
      'Ended: stopped',
    ]);
    expect(calls).toEqual([]);
  });
});
