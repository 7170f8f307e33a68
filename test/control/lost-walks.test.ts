// biome-ignore-all lint/suspicious/noThenProperty: `then` is an edge of a plan's node, never awaited.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StepClient } from '../../activities/call/v2-caller.ts';
import { createAccountCheck } from '../../activities/reconcile/forgotten/check-accounts.ts';
import { findAhead, type ReportedWalks } from '../../activities/reconcile/lost-walks/find-ahead.ts';
import { createWalkKeeper } from '../../activities/reconcile/lost-walks/keep-walks.ts';
import { reconcileWalks } from '../../activities/reconcile/lost-walks/reconcile-walk.ts';
import type { Workflows } from '../../activities/reconcile/lost-walks/workflows.ts';
import { enrollmentWorkflowId } from '../../src/core/engine/contracts.ts';
import { initialState } from '../../src/core/engine/initial-state.ts';
import { planDigest } from '../../src/language/plan/digest.ts';
import type { Node } from '../../src/language/plan/node.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { type ControlRequest, controlEnrollment } from '../../src/runtime/control/control-enrollment.ts';
import { startOutboxDispatcher } from '../../src/runtime/events/dispatch-outbox.ts';
import { readBehind } from '../../src/runtime/store/accounts/behind.ts';
import { noteInvitation } from '../../src/runtime/store/enrollments/note-invitation.ts';
import { findPlan } from '../../src/runtime/store/sequences/find-plan.ts';
import { createPlanCache } from '../../src/runtime/store/sequences/plan-cache.ts';
import { saveSequenceVersion } from '../../src/runtime/store/sequences/save-sequence-version.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { endRun, isWalkThere, lookUpEnrollment } from '../../src/runtime/temporal/look-up.ts';
import { readReported } from '../../src/runtime/temporal/read-reported.ts';
import { moveEnrollment, signalEnrollment } from '../../src/runtime/temporal/signal.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { newId } from '../../src/shared/kit/ids.ts';
import { watchReturn } from '../../src/shared/kit/watch-return.ts';
import { ask, type Bench, openBench, VISIT } from '../activities/bench.ts';
import { createCountingClient } from '../activities/counting-client.ts';
import { type EngineInTemporal, startEngineInTemporal } from '../support/engine-in-temporal.ts';

const WAIT: Node = {
  ...{ id: 'wait', kind: 'wait', duration: { unit: 'ms', count: 30 * DAY }, next: 'again', on_error: { do: 'stop' } },
};
const INVITE: Node = { kind: 'invite', id: 'invite', note: 'Hi', next: 'accepted', on_error: { do: 'stop' } };
const ACCEPTED: Node = {
  ...{ id: 'accepted', kind: 'wait_for', event: 'accepted_invitation', within: 7 * DAY, on_error: { do: 'stop' } },
  ...{ then: 'again', else: 'end', next: 'end' },
};
const TASK: Node = {
  ...{ kind: 'task', id: 'task', text: 'Call them', next: 'end', on_error: { do: 'stop' } },
  ...{ then: 'end', else: 'end', has_else: false },
};
const STEPS: readonly Node[] = [{ ...VISIT, next: 'wait' }, WAIT, { ...VISIT, id: 'again' }];

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
beforeEach(() =>
  bench.db.query(
    `truncate outbox; update enrollments set status = 'finished'; update accounts set behind_since = null, wall_behind_since = null`,
  ),
);

const row = async (id: string) => (await bench.db.query('select * from enrollments where id = $1', [id])).rows[0];
const until = (condition: () => Promise<void>) => vi.waitFor(condition, { timeout: 120_000, interval: 50 });
const handle = (id: string) => engine.environment.client.workflow.getHandle(enrollmentWorkflowId(id));
const keysOf = async (id: string) =>
  (
    await bench.db.query<{ key: string; sends: number }>(
      'select key, sends from intents where enrollment_id = $1 order by key',
      [id],
    )
  ).rows;

async function begin(nodes: readonly Node[] = STEPS, more: Partial<Plan> = {}): Promise<string> {
  const plan = await bench.sequence(nodes, more);
  engine.shelf.add(plan);
  const lead = { profile_url: `https://n.example/in/${plan.sequence}`, first_name: 'Ada' };
  const { id } = await bench.enroll(plan, lead, { professional: 'acc_anna' });
  await bench.db.query(`insert into outbox (kind, target_id, created_at) values ('start_enrollment', $1, now())`, [id]);
  return id;
}

const control = (request: Omit<ControlRequest, 'event_id' | 'note'>) =>
  bench.db.transaction((tx) =>
    controlEnrollment({ clock: bench.clock, profiles: [], findPlan: createPlanCache() }, tx, {
      ...request,
      note: null,
      event_id: newId('act'),
    }),
  );

const workflows: Workflows = {
  look: (id, told) => lookUpEnrollment(engine.environment.client, id, told),
  end: (id, run) => endRun(engine.environment.client, id, run),
};

/**
 * Looks at all that are missed, or, told so, at everybody; once. Whoever is still told of in the outbox, or written of by a step that ends,
 * is left for the next look: `atRest` waits for that.
 */
const look = (v2: StepClient, every_ms: number) => reconcileWalks(bench.deps(v2), workflows, { every_ms });

const reconcile = async (v2: StepClient, every_ms = 3_600_000) => (await look(v2, every_ms)).mended;

/** Activities that the worker carries out just now, also of workflows that were ended meanwhile. */
let underWay = 0;
const counted =
  <Input, Result>(carryOut: (input: Input) => Promise<Result>) =>
  async (input: Input): Promise<Result> => {
    underWay += 1;
    return carryOut(input).finally(() => {
      underWay -= 1;
    });
  };

async function working(v2: StepClient, work: () => Promise<void>): Promise<void> {
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
}

/** The workflow is known to have begun, and nothing that it asked for is under way: from now on nobody writes of it by themselves. */
const atRest = (id: string) =>
  until(async () => {
    expect((await bench.db.query('select from outbox where target_id = $1', [id])).rowCount).toBe(0);
    expect(underWay).toBe(0);
    const { status, raw } = await handle(id).describe();
    if (status.name !== 'RUNNING') return;
    expect(raw.pendingWorkflowTask ?? null).toBeNull();
    expect(raw.pendingActivities ?? []).toEqual([]);
  });

const waits = async (id: string) => {
  await until(async () =>
    expect(await row(id)).toMatchObject({ node: 'wait', waiting_kind: 'time', status: 'active' }),
  );
  await atRest(id);
};
const ends = (id: string, outcome: string) =>
  until(async () => expect(await row(id)).toMatchObject({ status: 'finished', outcome }));

describe('an enrollment whose workflow Temporal has lost', () => {
  it('goes on from where it waited, by the slow look at everybody, and does no step twice', async () => {
    const { client, calls } = createCountingClient();
    await working(client, async () => {
      const id = await begin();
      await waits(id);
      await handle(id).terminate();
      expect(await reconcile(client)).toBe(0);
      expect(await reconcile(client, 0)).toBe(1);
      await until(async () => expect((await handle(id).describe()).status.name).toBe('RUNNING'));
      expect(await reconcile(client, 0)).toBe(0);
      expect(await control({ id, action: 'skip' })).toEqual({ kind: 'done' });
      await ends(id, 'completed');
      expect(calls.map(({ key }) => key)).toEqual([`${id}/visit/1`, `${id}/again/1`]);
      expect(await bench.titles(id)).toContain('Continues: its workflow had been lost in Temporal');
      expect((await bench.db.query('select from walks where enrollment_id = $1', [id])).rowCount).toBe(0);
    });
  });

  it('goes on at once when Temporal comes back, though it was looked at just before, and not while it is away', async () => {
    const { client, calls } = createCountingClient();
    await working(client, async () => {
      const id = await begin();
      await waits(id);
      let isAway = false;
      let woken = 0;
      const work = createWalkKeeper(bench.deps(client), workflows, {
        since: new Date(),
        temporal: watchReturn(async () => {
          if (isAway) throw new Error('away');
        }),
        onMended: () => {
          woken += 1;
        },
      });
      while (await work());
      expect(await isWalkThere(engine.environment.client, id)).toBe(true);
      await handle(id).terminate();
      expect(await isWalkThere(engine.environment.client, id)).toBe(false);
      await work();
      expect(woken).toBe(0);
      isAway = true;
      expect(await work()).toBe(false);
      isAway = false;
      expect([await work(), woken]).toEqual([true, 1]);
      await until(async () => expect((await handle(id).describe()).status.name).toBe('RUNNING'));
      expect(await control({ id, action: 'skip' })).toEqual({ kind: 'done' });
      await ends(id, 'completed');
      expect(calls.map(({ key }) => key)).toEqual([`${id}/visit/1`, `${id}/again/1`]);
    });
  });

  it('is noticed by whatever it should have heard, and hears it', async () => {
    const { client, calls } = createCountingClient();
    await working(client, async () => {
      const id = await begin();
      await waits(id);
      await handle(id).terminate();
      expect(await control({ id, action: 'stop' })).toEqual({ kind: 'done' });
      await until(async () => expect(await reconcile(client)).toBe(1));
      await ends(id, 'stopped');
      expect(calls).toHaveLength(1);
    });
  });

  it('is told what had happened, whether the lost one had heard of it or not', async () => {
    const { client, calls } = createCountingClient();
    await working(client, async () => {
      const id = await begin([INVITE, ACCEPTED, { ...VISIT, id: 'again' }]);
      await until(async () => expect(await row(id)).toMatchObject({ node: 'accepted', waiting_kind: 'event' }));
      await atRest(id);
      await handle(id).terminate();
      const at = new Date(bench.clock.now());
      await noteInvitation(bench.db, { enrollment_id: id, accepted_at: at });
      const line = { enrollment_id: id, at, node: 'accepted', type: 'accepted_invitation', title: 'Accepted' };
      await addLine(bench.db, { ...line, once: 'event/evt_1' });
      expect(await reconcile(client, 0)).toBe(1);
      await ends(id, 'completed');
      expect(calls.map(({ key }) => key)).toEqual([`${id}/invite/1`, `${id}/again/1`]);
    });
  });

  it('asks for the very call that was under way, which is made once', async () => {
    const { client, calls } = createCountingClient();
    let id = '';
    let lost = false;
    const losing: StepClient = {
      ...client,
      async perform(definition, call) {
        const answer = await client.perform(definition, call);
        if (!lost) {
          lost = true;
          await handle(id).terminate();
        }
        return answer;
      },
    };
    await working(losing, async () => {
      id = await begin();
      await until(async () => expect((await handle(id).describe()).status.name).toBe('TERMINATED'));
      expect(await keysOf(id)).toMatchObject([{ key: `${id}/visit/1` }]);
      await atRest(id);
      expect(await reconcile(losing, 0)).toBe(1);
      await waits(id);
      expect(calls.map(({ key }) => key)).toEqual([`${id}/visit/1`]);
      await control({ id, action: 'stop' });
      await ends(id, 'stopped');
    });
  });
});

it('takes the end of a workflow that Postgres, set back to an earlier time, knows nothing of, and calls nobody again', async () => {
  const { client, calls } = createCountingClient();
  await working(client, async () => {
    const id = await begin([VISIT]);
    await ends(id, 'completed');
    await handle(id).result();
    await atRest(id);
    await bench.db.query(
      `update enrollments set status = 'active', outcome = null, finished_at = null, node = null, visit = 0, progress = '{}' where id = $1`,
      [id],
    );
    await bench.db.query('delete from intents where enrollment_id = $1', [id]);
    expect(await reconcile(client, 0)).toBe(1);
    expect(await row(id)).toMatchObject({ status: 'finished', outcome: 'completed' });
    expect(calls).toHaveLength(1);
    // Others may have ended as well, so nothing goes out until each was looked at.
    expect(await readBehind(bench.db)).toMatchObject([{ id: 'acc_anna', behind_calls: 0 }]);
  });
});

it('brings the row of a walk up that Postgres, set back to an earlier time, has elsewhere', async () => {
  const { client } = createCountingClient();
  await working(client, async () => {
    const id = await begin();
    await waits(id);
    await bench.db.query(
      `update enrollments set node = null, visit = 0, waiting_kind = null, waiting_text = null, until = null, progress = '{}' where id = $1`,
      [id],
    );
    await bench.db.query('delete from walks where enrollment_id = $1', [id]);
    expect(await reconcile(client, 0)).toBe(0);
    await atRest(id);
    expect(await row(id)).toMatchObject({ node: null });
    await bench.db.query(`update accounts set behind_since = now(), wall_behind_since = now() where id = 'acc_anna'`);
    expect(await reconcile(client, 0)).toBe(0);
    await waits(id);
    await bench.db.query(`update accounts set behind_since = null, wall_behind_since = null where id = 'acc_anna'`);
    // By the row it was due long ago, so a jump of the clock would wait for it.
    await bench.db.query(`update enrollments set node = 'visit', until = $2, progress = '{}' where id = $1`, [
      id,
      new Date(bench.clock.now() - DAY),
    ]);
    expect(await reconcile(client, 0)).toBe(0);
    await waits(id);
    expect((await row(id))?.until).toBeInstanceOf(Date);
    await control({ id, action: 'stop' });
    await ends(id, 'stopped');
  });
});

it('pauses the row of a walk that is paused, which Postgres, set back to an earlier time, has forgotten', async () => {
  const { client } = createCountingClient();
  await working(client, async () => {
    const id = await begin();
    await waits(id);
    await control({ id, action: 'pause' });
    await atRest(id);
    await bench.db.query(`update enrollments set paused = false, status = 'active', progress = '{}' where id = $1`, [
      id,
    ]);
    await bench.db.query('delete from walks where enrollment_id = $1', [id]);
    await bench.db.query(`update accounts set behind_since = now(), wall_behind_since = now() where id = 'acc_anna'`);
    await reconcile(client, 0);
    await until(async () => expect(await row(id)).toMatchObject({ paused: true, status: 'paused' }));
    expect(await bench.titles(id)).toContain(
      'Paused: its workflow had been paused, which was forgotten when a backup was put back',
    );
    await atRest(id);
    await control({ id, action: 'resume' });
    await waits(id);
    await control({ id, action: 'stop' });
    await ends(id, 'stopped');
  });
});

it('puts whoever had unsubscribed on the do-not-contact list again, which has forgotten them with the row', async () => {
  const { client } = createCountingClient();
  await working(client, async () => {
    const id = await begin(STEPS, { stop_on: ['unsubscribe'] });
    const email = `${id}@example.org`;
    await bench.db.query('update leads set email = $2 where id = (select lead_id from enrollments where id = $1)', [
      id,
      email,
    ]);
    await waits(id);
    await signalEnrollment(engine.environment.client, id, { id: 'unsubscribe/1', type: 'unsubscribed' });
    await ends(id, 'unsubscribed');
    await atRest(id);
    await bench.db.query(
      `update enrollments set status = 'active', outcome = null, finished_at = null, progress = '{}' where id = $1`,
      [id],
    );
    expect(await reconcile(client, 0)).toBe(1);
    const { rows } = await bench.db.query('select kind, reason from suppressions where value = $1', [email]);
    expect(rows).toEqual([{ kind: 'email', reason: 'unsubscribed' }]);
    expect(await row(id)).toMatchObject({ status: 'finished', outcome: 'unsubscribed' });
  });
});

describe('a sample of histories', () => {
  const walks: ReportedWalks = {
    look: (id, told) => lookUpEnrollment(engine.environment.client, id, told),
    reported: (id) => readReported(engine.environment.client, id),
  };
  const ahead = () => findAhead(bench.db, walks);

  it('shows that Postgres was set back, by somebody who waits elsewhere than by their row', async () => {
    await working(createCountingClient().client, async () => {
      const id = await begin();
      expect(await ahead()).toBe('known');
      await waits(id);
      expect(await ahead()).toBe('known');
      const { rows } = await bench.db.query('select to_jsonb(w) as walk from walks w where enrollment_id = $1', [id]);
      await control({ id, action: 'pause' });
      await atRest(id);
      expect(await ahead()).toBe('known');
      // As the copy has it that is put back.
      await bench.db.query(
        `update walks set (state, progress, wall_told_at) = (select state, progress, wall_told_at from jsonb_populate_record(null::walks, $2))
          where enrollment_id = $1`,
        [id, rows[0]?.walk],
      );
      expect(await ahead()).toBe('behind');
      await bench.db.query('delete from walks where enrollment_id = $1', [id]);
      expect(await ahead()).toBe('behind');
      await control({ id, action: 'resume' });
      await atRest(id);
      expect(await ahead()).toBe('known');
      await control({ id, action: 'stop' });
      await ends(id, 'stopped');
    });
  });

  it('shows it by somebody who has come to their end, and holds all accounts before the first call', async () => {
    await working(createCountingClient().client, async () => {
      const id = await begin([VISIT]);
      await ends(id, 'completed');
      await handle(id).result();
      expect(await ahead()).toBe('known');
      await bench.db.query(
        `update enrollments set status = 'active', outcome = null, finished_at = null where id = $1`,
        [id],
      );
      expect(await ahead()).toBe('behind');
      // A service without a log.
      const listLogs = async () => ({ kind: 'refused', status: 404, code: 'NOT_FOUND', message: 'none' }) as never;
      const check = createAccountCheck({ db: bench.db, clock: bench.clock, v2: { listLogs }, walks });
      expect(await readBehind(bench.db)).toEqual([]);
      await check.ensure('acc_anna');
      expect(await readBehind(bench.db)).toMatchObject([{ id: 'acc_anna', behind_calls: 0 }]);
      await bench.db.query('update accounts set behind_since = null, wall_behind_since = null');
      await check.ensure('acc_anna');
      expect(await readBehind(bench.db)).toEqual([]);
      // The connection to Postgres was lost, and it may be another copy.
      check.forget();
      await check.ensure('acc_anna');
      expect(await readBehind(bench.db)).toHaveLength(1);
    });
  });

  it('lets nothing go where Temporal cannot be read', async () => {
    await begin();
    const away: ReportedWalks = { ...walks, reported: () => Promise.reject(new Error('Temporal is away')) };
    expect(await findAhead(bench.db, away)).toBe('unreadable');
  });
});

describe('an enrollment whose workflow was set back to an earlier time with Temporal', () => {
  it.each([
    ['knows less of its run', `update walks set progress = '{0,5000,9}' where enrollment_id = $1`],
    [
      'does not know its run',
      `update walks set run_id = '11111111-2222-4333-8444-555555555555' where enrollment_id = $1`,
    ],
    [
      'was told of where another event is by now',
      `update walks set progress[2] = progress[2] + 1, wall_told_at = now() + interval '1 minute' where enrollment_id = $1`,
    ],
    [
      'was told of before that event of its came',
      `update walks set wall_told_at = wall_told_at - interval '1 minute' where enrollment_id = $1`,
    ],
  ])('that %s is ended, and goes on from what Postgres holds', async (_, setBack) => {
    const { client, calls } = createCountingClient();
    await working(client, async () => {
      const id = await begin();
      await waits(id);
      const { runId } = await handle(id).describe();
      expect(await look(client, 0)).toMatchObject({ mended: 0, set_back: false });
      await bench.db.query(setBack, [id]);
      expect(await look(client, 0)).toMatchObject({ mended: 1, set_back: true });
      await until(async () => expect((await handle(id).describe()).runId).not.toBe(runId));
      expect(
        (await engine.environment.client.workflow.getHandle(enrollmentWorkflowId(id), runId).describe()).status.name,
      ).toBe('TERMINATED');
      await control({ id, action: 'skip' });
      await ends(id, 'completed');
      expect(calls.map(({ key }) => key)).toEqual([`${id}/visit/1`, `${id}/again/1`]);
    });
  });

  it.each([
    [
      'a stop',
      STEPS,
      `update enrollments set stop_outcome = 'replied', stop_event_id = 'evt_1' where id = $1`,
      'replied',
    ],
    [
      'a decision',
      [TASK],
      `update tasks set status = 'done', decision = 'approve', decided_at = now() where enrollment_id = $1`,
      'completed',
    ],
  ])('hears again what it has forgotten, where it stands as it had written: %s', async (_, steps, written, outcome) => {
    const { client } = createCountingClient();
    await working(client, async () => {
      const id = await begin(steps);
      await until(async () => expect((await row(id))?.node).toBe(steps === STEPS ? 'wait' : 'task'));
      await atRest(id);
      expect(await look(client, 0)).toMatchObject({ mended: 0 });
      await bench.db.query(written, [id]);
      expect(await look(client, 0)).toMatchObject({ mended: 1, set_back: false });
      await ends(id, outcome);
    });
  });

  it('hears again that it is paused, and that it is not, before it begins a call', async () => {
    const { client, calls } = createCountingClient();
    await working(client, async () => {
      const id = await begin();
      await waits(id);
      await bench.db.query('update enrollments set paused = true where id = $1', [id]);
      expect(await look(client, 0)).toMatchObject({ mended: 1 });
      await until(async () => expect((await row(id))?.status).toBe('paused'));
      await atRest(id);
      expect(await look(client, 0)).toMatchObject({ mended: 0 });
      await bench.db.query('update enrollments set paused = false where id = $1', [id]);
      expect(await look(client, 0)).toMatchObject({ mended: 1 });
      await waits(id);
      await control({ id, action: 'skip' });
      await ends(id, 'completed');
      expect(calls.map(({ key }) => key)).toEqual([`${id}/visit/1`, `${id}/again/1`]);
    });
  });

  it('begins no call meanwhile', async () => {
    const { client, calls } = createCountingClient();
    const plan = await bench.sequence([VISIT]);
    const lead = { profile_url: 'https://n.example/in/behind', first_name: 'Ada' };
    const ada = await bench.enroll(plan, lead, { professional: 'acc_anna' });
    await bench.db.query(`update enrollments set progress = '{0,50,9}' where id = $1`, [ada.id]);
    const { perform } = bench.activities(client);
    expect(await perform({ ...ask(ada, 'visit'), progress: [0, 20, 3] })).toMatchObject({ status: 'deferred' });
    expect(calls).toEqual([]);
    expect(await perform({ ...ask(ada, 'visit', 1), progress: [0, 60, 3] })).toMatchObject({ status: 'done' });
  });
});

describe('an enrollment that was moved to another version after the backup that Postgres was set back to', () => {
  const otherVersion = async (id: string) => {
    const before = await findPlan(bench.db, (await row(id))?.digest);
    if (!before) throw new Error(`${id} has no plan`);
    const plan: Plan = { ...before, limits: { visit: [{ count: 50, per: 'day' }] } };
    const digest = planDigest(plan);
    const save = () =>
      saveSequenceVersion(bench.db, { name: plan.sequence, digest, plan, source: '', at: new Date(bench.clock.now()) });
    const move = { id: 'change/forgotten', digest, node: 'again', places: {}, repeats: {} };
    return { plan, digest, save, move };
  };

  it('stays in it, and its row follows', async () => {
    const { client, calls } = createCountingClient();
    await working(client, async () => {
      const id = await begin();
      await waits(id);
      const { plan, digest, save, move } = await otherVersion(id);
      engine.shelf.add(plan);
      await save();
      await moveEnrollment(engine.environment.client, id, move);
      await ends(id, 'completed');
      expect(await row(id)).toMatchObject({ digest, version: 2 });
      expect(calls.map(({ key }) => key)).toEqual([`${id}/visit/1`, `${id}/again/1`]);
      expect((await bench.titles(id)).join()).toContain('stays in that one');
    });
  });

  it('says that its version is not in the database, and goes on once it was applied again', async () => {
    const { client, calls } = createCountingClient();
    await working(client, async () => {
      const id = await begin();
      await waits(id);
      const { plan, digest, save, move } = await otherVersion(id);
      await moveEnrollment(engine.environment.client, id, move);
      await until(async () => {
        await reconcile(client, 0);
        expect((await bench.titles(id)).join()).toContain(`the version ${digest}, which is not in the database`);
      });
      expect(calls).toHaveLength(1);
      engine.shelf.add(plan);
      await save();
      await ends(id, 'completed');
      expect(calls.map(({ key }) => key)).toEqual([`${id}/visit/1`, `${id}/again/1`]);
    });
  });

  it('is told apart from one whose move is on its way', async () => {
    const { client, calls } = createCountingClient();
    const [before, after] = [await bench.sequence([VISIT]), await bench.sequence([VISIT])];
    const ada = await bench.enroll(before, { profile_url: 'https://n.example/in/moves' }, { professional: 'acc_anna' });
    const { perform } = bench.activities(client);
    const line = {
      enrollment_id: ada.id,
      at: new Date(bench.clock.now()),
      node: 'visit',
      type: 'moved',
      title: 'Moved',
    };
    await addLine(bench.db, { ...line, once: 'change/plan_1' });
    const walk = initialState(after, ada.id);
    const request = { ...ask(ada, 'visit'), digest: planDigest(after) };
    expect(await perform({ ...request, walk })).toMatchObject({ status: 'deferred' });
    expect(await row(ada.id)).toMatchObject({ digest: planDigest(before) });
    expect(await perform({ ...request, walk: { ...walk, seen: ['change/plan_1'] } })).toMatchObject({
      status: 'deferred',
    });
    expect(await row(ada.id)).toMatchObject({ digest: planDigest(after) });
    expect(calls).toEqual([]);
    expect(await perform({ ...request, digest: 'sha256:gone', walk })).toMatchObject({
      status: 'deferred',
      kind: 'person',
    });
    expect((await bench.titles(ada.id)).join()).toContain('sha256:gone');
  });
});

it('a walk whose row is not there waits for it, hearing what it is told, and ends after a day', async () => {
  const { perform } = bench.activities(createCountingClient().client);
  const nobody = { id: 'enr_nobody', lead_id: 'lead_nobody' };
  expect(await perform(ask(nobody, 'visit'))).toMatchObject({ status: 'deferred', kind: 'time' });
  expect(await perform(ask(nobody, 'visit', 30))).toEqual({ status: 'stopped', outcome: 'stopped' });
});
