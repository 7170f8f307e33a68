import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CLOCK_SIGNAL, enrollmentWorkflowId } from '../../src/core/engine/contracts.ts';
import type { Node } from '../../src/language/plan/node.ts';
import { type ClockTeller, tellClock } from '../../src/runtime/outbox/tell-clock.ts';
import { signalEnrollment } from '../../src/runtime/temporal/signal.ts';
import { startEnrollment } from '../../src/runtime/temporal/start.ts';
import { createWorker } from '../../src/runtime/temporal/worker.ts';
import { advanced, atSpeed } from '../../src/shared/kit/clock.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import { type Bench, openBench } from '../activities/bench.ts';
import { createCountingClient } from '../activities/counting-client.ts';
import { eventually } from '../support/eventually.ts';
import { planShelf, startDevServer } from '../support/temporal.ts';
import { workflowBundle } from '../support/workflow-bundle.ts';

const waitFor = (days: number): Node => ({
  ...{ id: 'wait', kind: 'wait', duration: { unit: 'ms', count: days * DAY }, next: 'end', on_error: { do: 'stop' } },
});
const END: Node = { id: 'end', kind: 'end', outcome: 'completed' };

describe('the clock as enrollments under way know it, over Postgres and Temporal', () => {
  const shelf = planShelf();
  let bench: Bench;
  let environment: TestWorkflowEnvironment;
  let bundle: { code: string };
  let teller: ClockTeller;
  beforeAll(async () => {
    [bench, environment, bundle] = await Promise.all([openBench(), startDevServer(shelf), workflowBundle()]);
    await bench.account('acc_anna');
  });
  afterEach(() => teller?.stop());
  afterAll(async () => {
    await environment?.teardown();
    await bench?.close();
  });

  const open = () => {
    teller = tellClock({
      db: bench.db,
      clock: bench.clock,
      client: environment.client,
      log: pino({ level: 'silent' }),
    });
    return teller;
  };
  const row = async (id: string) =>
    (
      await bench.db.query<{ status: string; until: Date | null }>(
        'select status, until from enrollments where id = $1',
        [id],
      )
    ).rows[0];
  const signalsOf = async (id: string): Promise<number> => {
    const { events } = await environment.client.workflow.getHandle(enrollmentWorkflowId(id)).fetchHistory();
    return (events ?? []).filter((event) => event.workflowExecutionSignaledEventAttributes?.signalName === CLOCK_SIGNAL)
      .length;
  };
  /** Somebody who waits for so many days, in Temporal too. */
  async function waiting(days: number): Promise<string> {
    const plan = await bench.sequence([waitFor(days), END]);
    const lead = { profile_url: `https://n.example/in/${plan.sequence}`, first_name: 'Ada' };
    const { id } = await bench.enroll(plan, lead, { professional: 'acc_anna' });
    await bench.db.query('update enrollments set started_at = created_at where id = $1', [id]);
    const start = { enrollment_id: id, digest: shelf.add(plan), clock: bench.clock.setting() };
    await teller.start(start, () => startEnrollment(environment.client, start));
    await eventually(async () => expect((await row(id))?.until).not.toBeNull());
    return id;
  }
  const jump = (by: number) => bench.clock.set(advanced(bench.clock.setting(), Date.now(), by));
  const working = async (work: () => Promise<void>): Promise<void> => {
    const worker = await createWorker({
      ...{ connection: environment.nativeConnection, namespace: environment.namespace ?? 'default' },
      ...{ activities: bench.activities(createCountingClient().client), dataConverter: shelf.dataConverter },
      ...{ workflowBundle: bundle, shutdownGraceTime: 1_000 },
    });
    await worker.runUntil(work);
  };

  it('wakes by a jump those who are due by then, and lets the others sleep', () =>
    working(async () => {
      open();
      const [soon, late] = [await waiting(1), await waiting(3)];
      const deadline = (await row(late))?.until;
      jump(DAY + HOUR);
      await eventually(async () => expect((await row(soon))?.status).toBe('finished'));
      expect(await signalsOf(soon)).toBe(1);
      expect(await signalsOf(late)).toBe(0);
      expect(await row(late)).toEqual({ status: 'active', until: deadline });
      jump(2 * DAY);
      await eventually(async () => expect((await row(late))?.status).toBe('finished'));
      expect(await signalsOf(late)).toBe(1);
    }));

  it('wakes whom a jump has left asleep once the clock has run to their time', () =>
    working(async () => {
      open();
      const id = await waiting(1);
      const left = 1500;
      jump(DAY - left - (bench.clock.now() - ((await row(id))?.until?.getTime() ?? 0) + DAY));
      await eventually(async () => expect((await row(id))?.status).toBe('finished'));
      expect(bench.clock.now()).toBeGreaterThanOrEqual((await row(id))?.until?.getTime() ?? 0);
    }));

  it('is announced before a signal: what happens after a jump is not dated before it', () =>
    working(async () => {
      open();
      const id = await waiting(30);
      jump(10 * DAY);
      const at = bench.clock.now();
      await teller.signal(id, () =>
        signalEnrollment(environment.client, id, {
          ...{ id: 'act_1', type: 'reschedule', node: 'wait', visit: 1 },
          until: at + DAY,
        }),
      );
      await eventually(async () => expect((await row(id))?.until?.getTime()).toBe(at + DAY));
      expect(await signalsOf(id)).toBe(1);
    }));

  it('is announced to everybody at once where it runs slower: their timers would fire ahead of their time', () =>
    working(async () => {
      bench.clock.set(atSpeed(bench.clock.setting(), Date.now(), 1000));
      open();
      const ids = [await waiting(300), await waiting(400)];
      bench.clock.set(atSpeed(bench.clock.setting(), Date.now(), 1));
      for (const id of ids) await eventually(async () => expect(await signalsOf(id)).toBe(1));
    }));

  it('is announced to everybody again at the start: who was to announce a change may have been killed first', () =>
    working(async () => {
      open();
      const id = await waiting(30);
      await teller.stop();
      open();
      await eventually(async () => expect(await signalsOf(id)).toBe(1));
    }));
});
