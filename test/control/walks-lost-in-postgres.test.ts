import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccountCheck } from '../../activities/reconcile/forgotten/check-accounts.ts';
import { findAhead, type ReportedWalks } from '../../activities/reconcile/lost-walks/find-ahead.ts';
import { initialState } from '../../src/core/engine/initial-state.ts';
import { planDigest } from '../../src/language/plan/digest.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { readBehind } from '../../src/runtime/store/accounts/behind.ts';
import { findPlan } from '../../src/runtime/store/sequences/find-plan.ts';
import { saveSequenceVersion } from '../../src/runtime/store/sequences/save-sequence-version.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { lookUpEnrollment } from '../../src/runtime/temporal/look-up.ts';
import { readReported } from '../../src/runtime/temporal/read-reported.ts';
import { moveEnrollment, signalEnrollment } from '../../src/runtime/temporal/signal.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { ask, VISIT } from '../activities/bench.ts';
import { createCountingClient } from '../activities/counting-client.ts';
import { openWalksBench, STEPS, type WalksBench } from './walks-bench.ts';

let system: WalksBench;
beforeAll(async () => {
  system = await openWalksBench();
});
afterAll(() => system?.close());
beforeEach(() => system.forget());

it('takes the end of a workflow that Postgres, set back to an earlier time, knows nothing of, and calls nobody again', async () => {
  const { client, calls } = createCountingClient();
  await system.working(client, async () => {
    const id = await system.begin([VISIT]);
    await system.ends(id, 'completed');
    await system.handle(id).result();
    await system.atRest(id);
    await system.bench.db.query(
      `update enrollments set status = 'active', outcome = null, finished_at = null, node = null, visit = 0, progress = '{}' where id = $1`,
      [id],
    );
    await system.bench.db.query('delete from intents where enrollment_id = $1', [id]);
    expect(await system.reconcile(client, 0)).toBe(1);
    expect(await system.row(id)).toMatchObject({ status: 'finished', outcome: 'completed' });
    expect(calls).toHaveLength(1);
    // Others may have ended as well, so nothing goes out until each was looked at.
    expect(await readBehind(system.bench.db)).toMatchObject([{ id: 'acc_anna', behind_calls: 0 }]);
  });
});

it('brings the row of a walk up that Postgres, set back to an earlier time, has elsewhere', async () => {
  const { client } = createCountingClient();
  await system.working(client, async () => {
    const id = await system.begin();
    await system.waits(id);
    await system.bench.db.query(
      `update enrollments set node = null, visit = 0, waiting_kind = null, waiting_text = null, until = null, progress = '{}' where id = $1`,
      [id],
    );
    await system.bench.db.query('delete from walks where enrollment_id = $1', [id]);
    expect(await system.reconcile(client, 0)).toBe(0);
    await system.atRest(id);
    expect(await system.row(id)).toMatchObject({ node: null });
    await system.bench.db.query(
      `update accounts set behind_since = now(), wall_behind_since = now() where id = 'acc_anna'`,
    );
    expect(await system.reconcile(client, 0)).toBe(0);
    await system.waits(id);
    await system.bench.db.query(
      `update accounts set behind_since = null, wall_behind_since = null where id = 'acc_anna'`,
    );
    // By the row it was due long ago, so a jump of the clock would wait for it.
    await system.bench.db.query(`update enrollments set node = 'visit', until = $2, progress = '{}' where id = $1`, [
      id,
      new Date(system.bench.clock.now() - DAY),
    ]);
    expect(await system.reconcile(client, 0)).toBe(0);
    await system.waits(id);
    expect((await system.row(id))?.until).toBeInstanceOf(Date);
    await system.control({ id, action: 'stop' });
    await system.ends(id, 'stopped');
  });
});

it('pauses the row of a walk that is paused, which Postgres, set back to an earlier time, has forgotten', async () => {
  const { client } = createCountingClient();
  await system.working(client, async () => {
    const id = await system.begin();
    await system.waits(id);
    await system.control({ id, action: 'pause' });
    await system.atRest(id);
    await system.bench.db.query(
      `update enrollments set paused = false, status = 'active', progress = '{}' where id = $1`,
      [id],
    );
    await system.bench.db.query('delete from walks where enrollment_id = $1', [id]);
    await system.bench.db.query(
      `update accounts set behind_since = now(), wall_behind_since = now() where id = 'acc_anna'`,
    );
    await system.reconcile(client, 0);
    await system.until(async () => expect(await system.row(id)).toMatchObject({ paused: true, status: 'paused' }));
    expect(await system.bench.titles(id)).toContain(
      'Paused: its workflow had been paused, which was forgotten when a backup was put back',
    );
    await system.atRest(id);
    await system.control({ id, action: 'resume' });
    await system.waits(id);
    await system.control({ id, action: 'stop' });
    await system.ends(id, 'stopped');
  });
});

it('puts whoever had unsubscribed on the do-not-contact list again, which has forgotten them with the row', async () => {
  const { client } = createCountingClient();
  await system.working(client, async () => {
    const id = await system.begin(STEPS, { stop_on: ['unsubscribe'] });
    const email = `${id}@example.org`;
    await system.bench.db.query(
      'update leads set email = $2 where id = (select lead_id from enrollments where id = $1)',
      [id, email],
    );
    await system.waits(id);
    await signalEnrollment(system.engine.environment.client, id, { id: 'unsubscribe/1', type: 'unsubscribed' });
    await system.ends(id, 'unsubscribed');
    await system.atRest(id);
    await system.bench.db.query(
      `update enrollments set status = 'active', outcome = null, finished_at = null, progress = '{}' where id = $1`,
      [id],
    );
    expect(await system.reconcile(client, 0)).toBe(1);
    const { rows } = await system.bench.db.query('select kind, reason from suppressions where value = $1', [email]);
    expect(rows).toEqual([{ kind: 'email', reason: 'unsubscribed' }]);
    expect(await system.row(id)).toMatchObject({ status: 'finished', outcome: 'unsubscribed' });
  });
});

describe('a sample of histories', () => {
  const walks: ReportedWalks = {
    look: (id, snapshot) => lookUpEnrollment(system.engine.environment.client, id, snapshot),
    reported: (id) => readReported(system.engine.environment.client, id),
  };
  const ahead = () => findAhead(system.bench.db, walks);

  it('shows that Postgres was set back, by somebody who waits elsewhere than by their row', async () => {
    await system.working(createCountingClient().client, async () => {
      const id = await system.begin();
      expect(await ahead()).toBe('known');
      await system.waits(id);
      expect(await ahead()).toBe('known');
      const { rows } = await system.bench.db.query('select to_jsonb(w) as walk from walks w where enrollment_id = $1', [
        id,
      ]);
      await system.control({ id, action: 'pause' });
      await system.atRest(id);
      expect(await ahead()).toBe('known');
      // As the copy has it that is put back.
      await system.bench.db.query(
        `update walks set (state, progress, wall_told_at) = (select state, progress, wall_told_at from jsonb_populate_record(null::walks, $2))
          where enrollment_id = $1`,
        [id, rows[0]?.walk],
      );
      expect(await ahead()).toBe('behind');
      await system.bench.db.query('delete from walks where enrollment_id = $1', [id]);
      expect(await ahead()).toBe('behind');
      await system.control({ id, action: 'resume' });
      await system.atRest(id);
      expect(await ahead()).toBe('known');
      await system.control({ id, action: 'stop' });
      await system.ends(id, 'stopped');
    });
  });

  it('shows it by somebody who has come to their end, and makes all accounts wait before the first call', async () => {
    await system.working(createCountingClient().client, async () => {
      const id = await system.begin([VISIT]);
      await system.ends(id, 'completed');
      await system.handle(id).result();
      expect(await ahead()).toBe('known');
      await system.bench.db.query(
        `update enrollments set status = 'active', outcome = null, finished_at = null where id = $1`,
        [id],
      );
      expect(await ahead()).toBe('behind');
      // A service without a log.
      const listLogs = async () => ({ kind: 'refused', status: 404, code: 'NOT_FOUND', message: 'none' }) as never;
      const check = createAccountCheck({ db: system.bench.db, clock: system.bench.clock, v2: { listLogs }, walks });
      expect(await readBehind(system.bench.db)).toEqual([]);
      await check.ensure('acc_anna');
      expect(await readBehind(system.bench.db)).toMatchObject([{ id: 'acc_anna', behind_calls: 0 }]);
      await system.bench.db.query('update accounts set behind_since = null, wall_behind_since = null');
      await check.ensure('acc_anna');
      expect(await readBehind(system.bench.db)).toEqual([]);
      // The connection to Postgres was lost, and it may be another copy.
      check.forget();
      await check.ensure('acc_anna');
      expect(await readBehind(system.bench.db)).toHaveLength(1);
    });
  });

  it('lets nothing go where Temporal cannot be read', async () => {
    await system.begin();
    const away: ReportedWalks = { ...walks, reported: () => Promise.reject(new Error('Temporal is away')) };
    expect(await findAhead(system.bench.db, away)).toBe('unreadable');
  });
});

describe('an enrollment that was moved to another version after the backup that Postgres was set back to', () => {
  const otherVersion = async (id: string) => {
    const before = await findPlan(system.bench.db, String((await system.row(id))?.digest));
    if (!before) throw new Error(`${id} has no plan`);
    const plan: Plan = { ...before, limits: { visit: [{ count: 50, per: 'day' }] } };
    const digest = planDigest(plan);
    const save = () =>
      saveSequenceVersion(system.bench.db, {
        name: plan.sequence,
        digest,
        plan,
        source: '',
        at: new Date(system.bench.clock.now()),
      });
    const move = { id: 'change/forgotten', digest, node: 'again', places: {}, repeats: {} };
    return { plan, digest, save, move };
  };

  it('stays in it, and its row follows', async () => {
    const { client, calls } = createCountingClient();
    await system.working(client, async () => {
      const id = await system.begin();
      await system.waits(id);
      const { plan, digest, save, move } = await otherVersion(id);
      system.engine.shelf.add(plan);
      await save();
      await moveEnrollment(system.engine.environment.client, id, move);
      await system.ends(id, 'completed');
      expect(await system.row(id)).toMatchObject({ digest, version: 2 });
      expect(calls.map(({ key }) => key)).toEqual([`${id}/visit/1`, `${id}/again/1`]);
      expect((await system.bench.titles(id)).join()).toContain('stays in that one');
    });
  });

  it('says that its version is not in the database, and goes on once it was applied again', async () => {
    const { client, calls } = createCountingClient();
    await system.working(client, async () => {
      const id = await system.begin();
      await system.waits(id);
      const { plan, digest, save, move } = await otherVersion(id);
      await moveEnrollment(system.engine.environment.client, id, move);
      await system.until(async () => {
        await system.reconcile(client, 0);
        expect((await system.bench.titles(id)).join()).toContain(`the version ${digest}, which is not in the database`);
      });
      expect(calls).toHaveLength(1);
      system.engine.shelf.add(plan);
      await save();
      await system.ends(id, 'completed');
      expect(calls.map(({ key }) => key)).toEqual([`${id}/visit/1`, `${id}/again/1`]);
    });
  });

  it('is distinguished from one whose move is on its way', async () => {
    const { client, calls } = createCountingClient();
    const [before, after] = [await system.bench.sequence([VISIT]), await system.bench.sequence([VISIT])];
    const ada = await system.bench.enroll(
      before,
      { profile_url: 'https://n.example/in/moves' },
      { professional: 'acc_anna' },
    );
    const { perform } = system.bench.activities(client);
    const line = {
      enrollment_id: ada.id,
      at: new Date(system.bench.clock.now()),
      node: 'visit',
      type: 'moved',
      title: 'Moved',
    };
    await addLine(system.bench.db, { ...line, once: 'change/plan_1' });
    const walk = initialState(after, ada.id);
    const request = { ...ask(ada, 'visit'), digest: planDigest(after) };
    expect(await perform({ ...request, walk })).toMatchObject({ status: 'deferred' });
    expect(await system.row(ada.id)).toMatchObject({ digest: planDigest(before) });
    expect(await perform({ ...request, walk: { ...walk, seen: ['change/plan_1'] } })).toMatchObject({
      status: 'deferred',
    });
    expect(await system.row(ada.id)).toMatchObject({ digest: planDigest(after) });
    expect(calls).toEqual([]);
    expect(await perform({ ...request, digest: 'sha256:gone', walk })).toMatchObject({
      status: 'deferred',
      kind: 'person',
    });
    expect((await system.bench.titles(ada.id)).join()).toContain('sha256:gone');
  });
});

it('a walk whose row is not there waits for it, still hears signals, and ends after a day', async () => {
  const { perform } = system.bench.activities(createCountingClient().client);
  const nobody = { id: 'enr_nobody', lead_id: 'lead_nobody' };
  expect(await perform(ask(nobody, 'visit'))).toMatchObject({ status: 'deferred', kind: 'time' });
  expect(await perform(ask(nobody, 'visit', 30))).toEqual({ status: 'stopped', outcome: 'stopped' });
});
