import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { missOverdue, reconcileWalks } from '../../../activities/reconcile/lost-walks/reconcile-walk.ts';
import { createMovableClock } from '../../../src/app/main/roles/movable-clock.ts';
import type { Node } from '../../../src/language/plan/node.ts';
import { startOutboxDispatcher } from '../../../src/runtime/outbox/dispatch-outbox.ts';
import { deleteFromOutbox } from '../../../src/runtime/store/outbox/complete-outbox.ts';
import { lookUpEnrollment } from '../../../src/runtime/temporal/look-up.ts';
import { moveEnrollment, signalEnrollment } from '../../../src/runtime/temporal/signal.ts';
import { startEnrollment } from '../../../src/runtime/temporal/start.ts';
import { createWorker } from '../../../src/runtime/temporal/worker.ts';
import { DAY } from '../../../src/shared/kit/duration.ts';
import { newId } from '../../../src/shared/kit/ids.ts';
import { createCountingClient } from '../../activities/counting-client.ts';
import { openServiceBench, type ServiceBench } from '../../activities/service.ts';
import { eventually } from '../../support/eventually.ts';
import { planShelf, startDevServer } from '../../support/temporal.ts';
import { workflowBundle } from '../../support/workflow-bundle.ts';

const WAIT: Node = {
  ...{ id: 'wait', kind: 'wait', duration: { unit: 'ms', count: 3 * DAY }, next: 'end', on_error: { do: 'stop' } },
};
const END: Node = { id: 'end', kind: 'end', outcome: 'completed' };

const shelf = planShelf();
let bench: ServiceBench;
let environment: TestWorkflowEnvironment;
let bundle: { code: string };
beforeAll(async () => {
  [bench, environment, bundle] = await Promise.all([openServiceBench(), startDevServer(shelf), workflowBundle()]);
  await bench.account('acc_anna');
});
afterAll(async () => {
  await environment?.teardown();
  await bench?.close();
});

it('says what is at work in tables, in Temporal and at the service, and at rest what is due next', async () => {
  const world = createMovableClock({
    ...{ db: bench.db, clock: bench.clock, client: environment.client, profiles: [] },
    service: { base_url: bench.sandbox.url, api_key: bench.sandbox.key },
  });
  const work = async () => (await world.quiet()).under_way.map(({ what }) => what);
  const atRest = () => eventually(async () => expect(await work()).toEqual([]));
  const working = async (whatToDo: () => Promise<void>) => {
    const worker = await createWorker({
      ...{ connection: environment.nativeConnection, namespace: environment.namespace ?? 'default' },
      ...{ activities: bench.activities(createCountingClient().client), dataConverter: shelf.dataConverter },
      ...{ workflowBundle: bundle, shutdownGraceTime: 1_000 },
    });
    await worker.runUntil(whatToDo);
  };
  await atRest();
  expect((await world.quiet()).next).toBeNull();

  const plan = await bench.sequence([WAIT, END]);
  const ada = await bench.enroll(
    plan,
    { profile_url: 'https://n.example/in/ada', first_name: 'Ada' },
    { professional: 'acc_anna' },
  );
  await bench.db.query('update enrollments set started_at = created_at where id = $1', [ada.id]);
  await startEnrollment(environment.client, {
    enrollment_id: ada.id,
    digest: shelf.add(plan),
    clock: bench.clock.setting(),
  });
  // Nobody works yet, so Temporal has a task that nobody has taken.
  expect(await work()).toEqual(['steps of workflows']);
  const until = async () =>
    (await bench.db.query<{ until: Date | null }>('select until from enrollments where id = $1', [ada.id])).rows[0]
      ?.until;
  await working(async () => {
    await eventually(async () => expect(await until()).not.toBeNull());
    await atRest();
  });
  expect((await world.quiet()).next).toEqual({ what: 'people whose time has come', at: (await until())?.getTime() });

  await bench.db.query(
    `insert into outbox (kind, target_id, payload, created_at) values ('signal_enrollment', $1, '{}', now())`,
    [ada.id],
  );
  expect(await work()).toEqual(['signals to workflows']);
  // As the outbox is carried out: its row goes once the signal is with Temporal.
  await signalEnrollment(environment.client, ada.id, { id: newId('act'), type: 'nudge' });
  await bench.db.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>('select id from outbox');
    await deleteFromOutbox(
      tx,
      rows.map(({ id }) => id),
    );
  });
  expect(await work()).toEqual(['steps of workflows']);
  await working(atRest);

  // A reaction at the service, sooner than the deadline.
  const account = await bench.sandbox.account();
  const person = await bench.sandbox.person({ behavior: { accepts_after: 'PT5H' } });
  await bench.sandbox.act('network', account, 'invite', { profile_url: person.url });
  await atRest();
  const { next } = await world.quiet();
  expect(next?.what).toBe('reactions of people in the sandbox');
  await world.jump(next?.at ?? 0);
  expect(bench.sandbox.service.clock.now()).toBeGreaterThanOrEqual(next?.at ?? Number.POSITIVE_INFINITY);
  bench.clock.set(bench.sandbox.service.clock.setting());
  await atRest();
  expect((await world.quiet()).next?.at).toBe((await until())?.getTime());

  bench.travel((await until())?.getTime() ?? 0);
  expect(await work()).toEqual(['people whose time has come']);
});

it('does not stand still for a row of an earlier time, by which somebody was due who waits by now', async () => {
  const { client, namespace = 'default', nativeConnection: connection } = environment;
  const world = createMovableClock({
    ...{ db: bench.db, clock: bench.clock, client, profiles: [] },
    service: { base_url: bench.sandbox.url, api_key: bench.sandbox.key },
  });
  await bench.db.query(`update enrollments set status = 'finished'`);
  const plan = await bench.sequence([WAIT, END]);
  const lead = { profile_url: 'https://n.example/in/carl', first_name: 'Carl' };
  const carl = await bench.enroll(plan, lead, { professional: 'acc_anna' });
  const row = async () => {
    const { rows } = await bench.db.query<{ node: string | null; status: string; until: Date | null }>(
      'select node, status, until from enrollments where id = $1',
      [carl.id],
    );
    return rows[0];
  };
  await startEnrollment(client, { enrollment_id: carl.id, digest: shelf.add(plan), clock: bench.clock.setting() });
  const step = bench.deps(createCountingClient().client);
  const { perform, settle, importPage } = bench.activities(createCountingClient().client);
  const worker = await createWorker({
    ...{ connection, namespace, activities: { perform, settle, importPage }, dataConverter: shelf.dataConverter },
    ...{ workflowBundle: bundle, shutdownGraceTime: 1_000 },
  });
  const outbox = startOutboxDispatcher({
    ...{ db: bench.db, clock: bench.clock, idle_ms: 20, onError: () => undefined },
    workflows: {
      startEnrollment: (start) => startEnrollment(client, start),
      restartEnrollment: async () => undefined,
      startCampaign: async () => undefined,
      signalEnrollment: (id, event) => signalEnrollment(client, id, event),
      moveEnrollment: (id, move) => moveEnrollment(client, id, move),
    },
  });
  const workflows = {
    look: (id: string, snapshot: Parameters<typeof lookUpEnrollment>[2]) => lookUpEnrollment(client, id, snapshot),
    end: async () => undefined,
  };
  const quiet = async () => (await world.quiet()).under_way.map(({ what }) => what);
  await worker.runUntil(async () => {
    await eventually(async () => expect(await row()).toMatchObject({ node: 'wait', status: 'active' }));
    await eventually(async () => expect(await quiet()).toEqual([]));
    const until = (await row())?.until ?? new Date(0);
    // As a copy of some days before has it, and whoever was looked at since the worker started is not looked at for an hour.
    await bench.db.query(
      `update enrollments set until = $2, progress = '{}', wall_looked_at = now() - interval '2 minutes' where id = $1`,
      [carl.id, new Date(bench.clock.now() - DAY)],
    );
    expect(await quiet()).toEqual(['people whose time has come']);
    await reconcileWalks(step, workflows);
    expect(await quiet()).toEqual(['people whose time has come']);
    expect(await missOverdue(step)).toBe(true);
    await reconcileWalks(step, workflows);
    await eventually(async () => expect(await quiet()).toEqual([]));
    expect((await row())?.until).toEqual(until);
    const { next } = await world.quiet();
    expect(next).toEqual({ what: 'people whose time has come', at: until.getTime() });
    await world.jump(until.getTime());
    bench.clock.set(bench.sandbox.service.clock.setting());
  });
  await outbox.stop();
});

it('asks Temporal for nobody again who has no reason to be at work', async () => {
  const describe = vi.spyOn(environment.client.workflowService, 'describeWorkflowExecution');
  const world = createMovableClock({
    ...{ db: bench.db, clock: bench.clock, client: environment.client, profiles: [] },
    service: { base_url: bench.sandbox.url, api_key: bench.sandbox.key },
  });
  const asked = async () => {
    describe.mockClear();
    await world.quiet();
    return describe.mock.calls.length;
  };
  const plan = await bench.sequence([WAIT, END]);
  const profile_url = 'https://n.example/in/bert';
  const bert = await bench.enroll(plan, { profile_url, first_name: 'Bert' }, { professional: 'acc_anna' });
  const write = (sql: string) => bench.db.query<{ id: string }>(sql, []);
  const tell = (id: string) =>
    write(
      `insert into outbox (kind, target_id, payload, created_at) values ('signal_enrollment', '${id}', '{}', now()) returning id`,
    );
  try {
    await write(`update enrollments set started_at = created_at, until = '2040-01-01' where status <> 'finished'`);
    expect(await asked()).toBe(2);
    expect(await asked()).toBe(0);
    await write(`update enrollments set until = '2041-01-01' where status <> 'finished'`);
    expect(await asked()).toBe(2);
    const { rows } = await tell(bert.id);
    // What is not told yet is work by itself.
    expect(await asked()).toBe(0);
    await bench.db.transaction((tx) =>
      deleteFromOutbox(
        tx,
        rows.map(({ id }) => id),
      ),
    );
    expect(await asked()).toBe(1);
    await write('vacuum enrollments');
    expect(await asked()).toBe(0);
  } finally {
    describe.mockRestore();
  }
});

it('says that the V2 service is away, why, and when it was last heard', async () => {
  const world = createMovableClock({
    ...{ db: bench.db, clock: bench.clock, client: environment.client, profiles: [] },
    // Nobody listens there.
    service: { base_url: 'http://127.0.0.1:9', api_key: bench.sandbox.key },
  });
  const said = async () => world.quiet().catch((error: unknown) => error);
  expect(await said()).toMatchObject({
    code: 'service_away',
    message: expect.stringMatching(/127\.0\.0\.1:9 is away, and it has the clock: connect ECONNREFUSED[^ ]* [^ ]+\.$/),
  });
  await bench.db.query(`update accounts set heard_until = '2026-03-02T09:00:00Z' where id = 'acc_anna'`, []);
  expect(await said()).toMatchObject({
    message: expect.stringMatching(/ It was last heard at 2026-03-02T09:00:00\.000Z\.$/),
  });
});

it('says that time cannot be moved where the V2 service has no sandbox', async () => {
  const world = createMovableClock({
    ...{ db: bench.db, clock: bench.clock, client: environment.client, profiles: [] },
    service: { base_url: `${bench.sandbox.url}/elsewhere`, api_key: bench.sandbox.key },
  });
  await expect(world.quiet()).rejects.toMatchObject({ code: 'clock_not_movable' });
});
