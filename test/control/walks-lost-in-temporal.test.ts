// biome-ignore-all lint/suspicious/noThenProperty: `then` is an edge of a plan's node, never awaited.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWalkKeeper } from '../../activities/reconcile/lost-walks/keep-walks.ts';
import type { StepClient } from '../../activities/v2-caller.ts';
import { enrollmentWorkflowId } from '../../src/core/engine/contracts.ts';
import type { Node } from '../../src/language/plan/node.ts';
import { noteInvitation } from '../../src/runtime/store/enrollments/note-invitation.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { isWalkThere } from '../../src/runtime/temporal/look-up.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { watchReturn } from '../../src/shared/kit/watch-return.ts';
import { ask, VISIT } from '../activities/bench.ts';
import { createCountingClient } from '../activities/counting-client.ts';
import { openWalksBench, STEPS, type WalksBench } from './walks-bench.ts';

const INVITE: Node = { kind: 'invite', id: 'invite', note: 'Hi', next: 'accepted', on_error: { do: 'stop' } };
const ACCEPTED: Node = {
  ...{ id: 'accepted', kind: 'wait_for', event: 'accepted_invitation', within: 7 * DAY, on_error: { do: 'stop' } },
  ...{ then: 'again', else: 'end', next: 'end' },
};
const LABELED: Node = {
  ...{ id: 'labeled', kind: 'wait_for', event: 'label', within: 7 * DAY, on_error: { do: 'stop' } },
  ...{ then: 'again', else: 'end', next: 'end' },
};
const TASK: Node = {
  ...{ kind: 'task', id: 'task', text: 'Call them', next: 'end', on_error: { do: 'stop' } },
  ...{ then: 'end', else: 'end', has_else: false },
};

let system: WalksBench;
beforeAll(async () => {
  system = await openWalksBench();
});
afterAll(() => system?.close());
beforeEach(() => system.forget());

describe('an enrollment whose workflow Temporal has lost', () => {
  it('goes on from where it waited, by the slow look at everybody, and does no step twice', async () => {
    const { client, calls } = createCountingClient();
    await system.working(client, async () => {
      const id = await system.begin();
      await system.waits(id);
      await system.handle(id).terminate();
      expect(await system.reconcile(client)).toBe(0);
      expect(await system.reconcile(client, 0)).toBe(1);
      await system.until(async () => expect((await system.handle(id).describe()).status.name).toBe('RUNNING'));
      expect(await system.reconcile(client, 0)).toBe(0);
      expect(await system.control({ id, action: 'skip' })).toEqual({ kind: 'done' });
      await system.ends(id, 'completed');
      expect(calls.map(({ key }) => key)).toEqual([`${id}/visit/1`, `${id}/again/1`]);
      expect(await system.bench.titles(id)).toContain('Continues: its workflow had been lost in Temporal');
      expect((await system.bench.db.query('select from walks where enrollment_id = $1', [id])).rowCount).toBe(0);
    });
  });

  it('goes on at once when Temporal comes back, though it was looked at just before, and not while it is away', async () => {
    const { client, calls } = createCountingClient();
    await system.working(client, async () => {
      const id = await system.begin();
      await system.waits(id);
      let isDown = false;
      let woken = 0;
      const work = createWalkKeeper(system.bench.deps(client), system.workflows, {
        since: new Date(),
        temporal: watchReturn(async () => {
          if (isDown) throw new Error('down');
        }),
        onMended: () => {
          woken += 1;
        },
      });
      while (await work());
      expect(await isWalkThere(system.engine.environment.client, id)).toBe(true);
      await system.handle(id).terminate();
      expect(await isWalkThere(system.engine.environment.client, id)).toBe(false);
      await work();
      expect(woken).toBe(0);
      isDown = true;
      expect(await work()).toBe(false);
      isDown = false;
      expect([await work(), woken]).toEqual([true, 1]);
      await system.until(async () => expect((await system.handle(id).describe()).status.name).toBe('RUNNING'));
      expect(await system.control({ id, action: 'skip' })).toEqual({ kind: 'done' });
      await system.ends(id, 'completed');
      expect(calls.map(({ key }) => key)).toEqual([`${id}/visit/1`, `${id}/again/1`]);
    });
  });

  it('is noticed by whatever it should have heard, and hears it', async () => {
    const { client, calls } = createCountingClient();
    await system.working(client, async () => {
      const id = await system.begin();
      await system.waits(id);
      await system.handle(id).terminate();
      expect(await system.control({ id, action: 'stop' })).toEqual({ kind: 'done' });
      await system.until(async () => expect(await system.reconcile(client)).toBe(1));
      await system.ends(id, 'stopped');
      expect(calls).toHaveLength(1);
    });
  });

  it('learns what had happened, whether the lost one had heard of it or not', async () => {
    const { client, calls } = createCountingClient();
    await system.working(client, async () => {
      const id = await system.begin([INVITE, ACCEPTED, { ...VISIT, id: 'again' }]);
      await system.until(async () =>
        expect(await system.row(id)).toMatchObject({ node: 'accepted', waiting_kind: 'event' }),
      );
      await system.atRest(id);
      await system.handle(id).terminate();
      const at = new Date(system.bench.clock.now());
      await noteInvitation(system.bench.db, { enrollment_id: id, accepted_at: at });
      const line = { enrollment_id: id, at, node: 'accepted', type: 'accepted_invitation', title: 'Accepted' };
      await addLine(system.bench.db, { ...line, once: 'event/evt_1' });
      expect(await system.reconcile(client, 0)).toBe(1);
      await system.ends(id, 'completed');
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
          await system.handle(id).terminate();
        }
        return answer;
      },
    };
    await system.working(losing, async () => {
      id = await system.begin();
      await system.until(async () => expect((await system.handle(id).describe()).status.name).toBe('TERMINATED'));
      expect(await system.keysOf(id)).toMatchObject([{ key: `${id}/visit/1` }]);
      await system.atRest(id);
      expect(await system.reconcile(losing, 0)).toBe(1);
      await system.waits(id);
      expect(calls.map(({ key }) => key)).toEqual([`${id}/visit/1`]);
      await system.control({ id, action: 'stop' });
      await system.ends(id, 'stopped');
    });
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
      'was notified of an event in whose position another one is by now',
      `update walks set progress[2] = progress[2] + 1, wall_told_at = now() + interval '1 minute' where enrollment_id = $1`,
    ],
    [
      'was notified before its last event came',
      `update walks set wall_told_at = wall_told_at - interval '1 minute' where enrollment_id = $1`,
    ],
  ])('that %s is ended, and goes on from what Postgres holds', async (_, setBack) => {
    const { client, calls } = createCountingClient();
    await system.working(client, async () => {
      const id = await system.begin();
      await system.waits(id);
      const { runId } = await system.handle(id).describe();
      expect(await system.look(client, 0)).toMatchObject({ mended: 0, set_back: false });
      await system.bench.db.query(setBack, [id]);
      expect(await system.look(client, 0)).toMatchObject({ mended: 1, set_back: true });
      await system.until(async () => expect((await system.handle(id).describe()).runId).not.toBe(runId));
      expect(
        (await system.engine.environment.client.workflow.getHandle(enrollmentWorkflowId(id), runId).describe()).status
          .name,
      ).toBe('TERMINATED');
      await system.control({ id, action: 'skip' });
      await system.ends(id, 'completed');
      expect(calls.map(({ key }) => key)).toEqual([`${id}/visit/1`, `${id}/again/1`]);
    });
  });

  const written = (sql: string) => (id: string) => system.bench.db.query(sql, [id]);
  const instruct = (instruction: object) => (id: string) => {
    const whole = { id: 'act_1', node: 'wait', visit: 1, ...instruction };
    return system.bench.db.query('update enrollments set told = $2 where id = $1', [id, JSON.stringify(whole)]);
  };
  const line = (type: 'accepted_invitation' | 'labeled') => async (id: string) => {
    const at = new Date(system.bench.clock.now());
    if (type === 'accepted_invitation') await noteInvitation(system.bench.db, { enrollment_id: id, accepted_at: at });
    await addLine(system.bench.db, { enrollment_id: id, at, node: null, type, title: type, once: 'event/evt_1' });
  };

  it.each([
    [
      'a stop',
      STEPS,
      'wait',
      written(`update enrollments set stop_outcome = 'replied', stop_event_id = 'evt_1' where id = $1`),
      'replied',
    ],
    [
      'a decision',
      [TASK],
      'task',
      written(`update tasks set status = 'done', decision = 'approve', decided_at = now() where enrollment_id = $1`),
      'completed',
    ],
    ['that its step is skipped', STEPS, 'wait', instruct({ do: 'skip' }), 'completed'],
    ['a new time', STEPS, 'wait', instruct({ do: 'reschedule', until: 1 }), 'completed'],
    [
      'an acceptance',
      [INVITE, ACCEPTED, { ...VISIT, id: 'again' }],
      'accepted',
      line('accepted_invitation'),
      'completed',
    ],
    ['a label', [LABELED, { ...VISIT, id: 'again' }], 'labeled', line('labeled'), 'completed'],
  ] as const)(
    'hears again what it has forgotten, where it stands as it had written: %s',
    async (_, steps, node, happens, outcome) => {
      const { client, calls } = createCountingClient();
      await system.working(client, async () => {
        const id = await system.begin(steps);
        await system.until(async () => expect((await system.row(id))?.node).toBe(node));
        await system.atRest(id);
        expect(await system.look(client, 0)).toMatchObject({ mended: 0 });
        await happens(id);
        expect(await system.look(client, 0)).toMatchObject({ mended: 1, set_back: false });
        await system.ends(id, outcome);
        expect(new Set(calls.map(({ key }) => key)).size).toBe(calls.length);
      });
    },
  );

  it('hears once again what a person asked of a step, and is asked no more of what it has heard', async () => {
    const { client } = createCountingClient();
    await system.working(client, async () => {
      const id = await system.begin();
      await system.waits(id);
      const until = system.bench.clock.now() + DAY;
      expect(await system.control({ id, action: 'reschedule', until })).toEqual({ kind: 'done' });
      await system.until(async () => expect((await system.row(id))?.until).toEqual(new Date(until)));
      await system.atRest(id);
      expect(await system.look(client, 0)).toMatchObject({ mended: 0 });
      await instruct({ do: 'reschedule', until: until + DAY })(id);
      expect(await system.look(client, 0)).toMatchObject({ mended: 1 });
      await system.until(async () => expect((await system.row(id))?.until).toEqual(new Date(until + DAY)));
      await system.atRest(id);
      expect(await system.look(client, 0)).toMatchObject({ mended: 0 });
      await system.control({ id, action: 'stop' });
      await system.ends(id, 'stopped');
    });
  });

  it('hears again that it is paused, and that it is not, before it begins a call', async () => {
    const { client, calls } = createCountingClient();
    await system.working(client, async () => {
      const id = await system.begin();
      await system.waits(id);
      await system.bench.db.query('update enrollments set paused = true where id = $1', [id]);
      expect(await system.look(client, 0)).toMatchObject({ mended: 1 });
      await system.until(async () => expect((await system.row(id))?.status).toBe('paused'));
      await system.atRest(id);
      expect(await system.look(client, 0)).toMatchObject({ mended: 0 });
      await system.bench.db.query('update enrollments set paused = false where id = $1', [id]);
      expect(await system.look(client, 0)).toMatchObject({ mended: 1 });
      await system.waits(id);
      await system.control({ id, action: 'skip' });
      await system.ends(id, 'completed');
      expect(calls.map(({ key }) => key)).toEqual([`${id}/visit/1`, `${id}/again/1`]);
    });
  });

  it('begins no call meanwhile', async () => {
    const { client, calls } = createCountingClient();
    const plan = await system.bench.sequence([VISIT]);
    const lead = { profile_url: 'https://n.example/in/behind', first_name: 'Ada' };
    const ada = await system.bench.enroll(plan, lead, { professional: 'acc_anna' });
    await system.bench.db.query(`update enrollments set progress = '{0,50,9}' where id = $1`, [ada.id]);
    const { perform } = system.bench.activities(client);
    expect(await perform({ ...ask(ada, 'visit'), progress: [0, 20, 3] })).toMatchObject({ status: 'deferred' });
    // Nor where it does not know that the step is begun anew; it is looked at next.
    const anew = { id: 'act_1', node: 'visit', visit: 1, do: 'retry' };
    await system.bench.db.query(
      'update enrollments set told = $2, started_at = now(), wall_looked_at = now() where id = $1',
      [ada.id, JSON.stringify(anew)],
    );
    expect(await perform({ ...ask(ada, 'visit'), progress: [0, 60, 3] })).toMatchObject({ status: 'deferred' });
    expect((await system.row(ada.id))?.wall_looked_at).toBe(Number.NEGATIVE_INFINITY);
    await system.bench.db.query('update enrollments set told = null where id = $1', [ada.id]);
    expect(calls).toEqual([]);
    expect(await perform({ ...ask(ada, 'visit', 1), progress: [0, 60, 3] })).toMatchObject({ status: 'done' });
  });
});
