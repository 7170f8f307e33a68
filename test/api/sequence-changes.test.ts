import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localDay } from '../../src/core/calendar/local-day.ts';
import { applyChange, carryOnChanges } from '../../src/runtime/enroll/apply/apply-change.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import { ada } from '../enroll/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
beforeEach(async () => {
  api = await openApi();
});
afterEach(() => api.close());

const FIRST = `sequence: hello
senders: { professional: [acc_anna] }
steps:
  - visit
  - wait: 3 days
  - message: "Hello, {{ first_name }}."
    else:
      - end: not_connected
  - end: done
`;
const LONGER = FIRST.replace('3 days', '5 days').replace('  - visit\n', '  - visit\n  - wait: 1 day\n');

/** Enrolls somebody and lets them stand at a node, as the walk would have told. */
async function enrolledAt(node: string, lead = ada(), made: readonly string[] = []): Promise<string> {
  const { body } = await api.call('POST', '/api/enrollments', { sequence: 'hello', lead });
  await api.db.query(
    `update enrollments set status = 'active', node = $2, visit = 1, waiting_kind = 'time', waiting_text = 'Waits' where id = $1`,
    [body.id, node],
  );
  for (const step of made) {
    await api.db.query(
      `insert into intents (key, enrollment_id, node, visit, account_id, category, action, state, request, created_at, digest)
       values ($1, $2, $3, 1, 'acc_anna', 'x', 'y', 'done', '{}', now(), (select digest from enrollments where id = $2))`,
      [`${body.id}/${step}/1`, body.id, step],
    );
  }
  return body.id;
}
const grace = () => ada({ first_name: 'Grace', profile_url: 'https://professional.example/in/grace' });
const enrollment = async (id: string) => (await api.call('GET', `/api/enrollments/${id}`)).body;
const outbox = async () =>
  (await api.db.query(`select target_id, payload from outbox where kind = 'move_enrollment' order by id`)).rows;
/** Publishes the plan's version, and dies before anybody is moved. */
async function cutOff(planId: string): Promise<void> {
  await api.db.query(`create function die() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`);
  await api.db.query('create trigger die before update on change_plan_people for each row execute function die()');
  expect((await apply({ plan_id: planId })).status).toBe(500);
  await api.db.query('drop trigger die on change_plan_people');
}
const plan = (text: string, query = '') => api.call('POST', `/api/sequences/hello/plan${query}`, text);
const apply = (body: unknown) => api.call('POST', '/api/sequences/hello/apply', body);

describe('a plan of a change', () => {
  it('shows what changes and who stays, and changes nothing', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    const id = await enrolledAt('2-wait', ada(), ['1-visit']);
    const { status, body } = await plan(LONGER);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^chg_/),
      hash: expect.stringMatching(/^sha256:/),
      sequence: 'hello',
      from_version: 1,
      to_version: 2,
      diff: {
        header: [],
        steps: [
          { change: 'added', step: 'wait 1 day' },
          { change: 'changed', step: 'wait 5 days' },
        ],
      },
      people: {
        stays: [{ version: 1, node: '2-wait', count: 1, samples: [{ id, name: 'Ada Lovelace' }] }],
        moves: [],
        if_moved: { moves: [{ from: '2-wait', to: '3-wait', goes_on: true, count: 1 }] },
      },
      calendar: [],
      diagnostics: expect.any(Array),
      expires: expect.any(String),
    });
    expect((await api.call('GET', '/api/sequences/hello')).body.version).toBe(1);
  });

  it('of the same people and text has the same hash, of others another one', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    await enrolledAt('2-wait');
    const first = (await plan(LONGER, '?move=true')).body.hash;
    expect((await plan(`# a comment\n${LONGER}`, '?move=true')).body.hash).toBe(first);
    expect((await plan(LONGER)).body.hash).not.toBe(first);
    await enrolledAt('1-visit', grace());
    expect((await plan(LONGER, '?move=true')).body.hash).not.toBe(first);
  });

  it('says what is wrong with the text, and with the name', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    expect(await plan(FIRST.replace('- visit', '- visti'))).toMatchObject({
      status: 422,
      body: { code: 'invalid_sequence', diagnostics: expect.arrayContaining([expect.objectContaining({ line: 4 })]) },
    });
    expect(await plan(FIRST.replace('sequence: hello', 'sequence: other'))).toMatchObject({
      status: 422,
      body: { code: 'other_sequence' },
    });
    expect((await plan(FIRST, '?move=perhaps')).status).toBe(400);
  });

  it('of a new sequence has nothing before it, and makes it', async () => {
    const { body } = await plan(FIRST);
    expect(body).toMatchObject({ from_version: null, to_version: 1, diff: null });
    expect(await apply({ hash: body.hash })).toMatchObject({ status: 200, body: { version: 1, moved: 0 } });
    expect((await api.call('GET', '/api/sequences/hello')).body).toMatchObject({ version: 1, digest: body.digest });
  });

  it('is not kept when it is a dry run', async () => {
    const { body } = await plan(FIRST, '?dry_run=true');
    expect(body.id).toBe(null);
    expect(await apply({ hash: body.hash })).toMatchObject({ status: 404, body: { code: 'unknown_plan' } });
  });
});

describe('applying a plan', () => {
  it('publishes the version and moves whom it showed, once', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    const id = await enrolledAt('2-wait', ada(), ['1-visit']);
    await api.db.query(
      `insert into slots (account_id, limit_class, enrollment_id, node, visit, at, local_day, local_week, state)
       values ('acc_anna', 'message', $1, '2-wait', 1, now() + interval '2 days', current_date + 2, current_date, 'booked')`,
      [id],
    );
    const { body } = await plan(LONGER, '?move=true');
    expect(body).toMatchObject({
      people: { moves: [{ version: 1, from: '2-wait', to: '3-wait', count: 1 }], stays: [], would_repeat: [] },
      calendar: [
        {
          account_id: 'acc_anna',
          class: 'message',
          booked: 1,
          freed: 1,
          added: 0,
          last: null,
          days: [
            { freed: 1, added: 0, before: 1, after: 0 },
            // By time alone, after the five days.
            { freed: 0, added: 0, before: 0, after: 1 },
          ],
        },
      ],
    });
    const applied = await apply({ plan_id: body.id });
    expect(applied).toMatchObject({ status: 200, body: { version: 2, from_version: 1, moved: 1, left: [] } });
    expect(await enrollment(id)).toMatchObject({ version: 2, node: '3-wait' });
    expect((await api.db.query('select 1 from slots')).rowCount).toBe(0);
    expect(await outbox()).toMatchObject([
      {
        target_id: id,
        payload: {
          digest: body.digest,
          node: '3-wait',
          places: { '2-wait': { node: '3-wait', goes_on: true }, '3-message': { node: '4-message', goes_on: true } },
        },
      },
    ]);
    // Again is the same as once.
    expect((await apply({ hash: body.hash })).body).toEqual(applied.body);
    expect(await outbox()).toHaveLength(1);
    const { items } = (await api.call('GET', `/api/enrollments/${id}/timeline`)).body;
    expect(items).toMatchObject([{ type: 'enrolled' }, { type: 'moved', title: 'Moved from version 1 to 2' }]);
  });

  it('says on which days those who move give up slots and find new ones', async () => {
    const CAPPED = FIRST.replace('steps:', 'limits: { messages: 1/day }\nsteps:');
    await api.call('POST', '/api/sequences', CAPPED);
    const people = [await enrolledAt('3-message'), await enrolledAt('3-message', grace())];
    for (const [index, id] of people.entries()) {
      await api.db.query(
        `insert into slots (account_id, limit_class, enrollment_id, node, visit, at, local_day, local_week, state)
         values ('acc_anna', 'message', $1, '3-message', 1, now() + $2 * interval '1 day', current_date + $2::int,
                 date_trunc('week', current_date), 'booked')`,
        [id, index + 20],
      );
    }
    const { body } = await plan(CAPPED.replace('3 days', '4 days'), '?move=true');
    const [calendar] = body.calendar;
    expect(calendar).toMatchObject({ account_id: 'acc_anna', class: 'message', booked: 2, freed: 2, added: 2 });
    // Today and tomorrow instead of in weeks: one a day.
    expect(calendar.days.map((day: { freed: number; added: number }) => [day.freed, day.added])).toEqual([
      [0, 1],
      [0, 1],
      [1, 0],
      [1, 0],
    ]);
    expect(Date.parse(calendar.last)).toBeLessThan(Date.now() + 3 * 24 * 3_600_000);
  });

  it('says who becomes due at once, the sends of each day before and after, and the day that is above the mean', async () => {
    const SLOW = FIRST.replace('steps:', 'limits: { messages: 4/day }\nsteps:').replace('3 days', '30 days');
    await api.call('POST', '/api/sequences', SLOW);
    // Where the account is a day has begun that has not begun in UTC.
    const now = (Math.floor(Date.now() / DAY) + 1) * DAY + 23.1 * HOUR;
    api.clock.set({ wall_origin: Date.now(), world_origin: now, speed: 1 });
    // One a day: the first began to wait 29 days ago, and the last today.
    for (let day = 1; day <= 30; day++) {
      const id = await enrolledAt('2-wait', ada({ first_name: `P${day}`, profile_url: `p-${day}` }), ['1-visit']);
      await api.db.query('update enrollments set until = $2 where id = $1', [id, new Date(now + day * DAY)]);
    }
    const { body } = await plan(SLOW.replace('30 days', '20 days'), '?move=true');
    expect(body.due_at_once.count).toBe(10);
    expect(body.due_at_once.people[0]).toMatchObject({
      ...{ name: 'P1 Lovelace', account_id: 'acc_anna', class: 'message', node: '3-message' },
      was_due: new Date(now + DAY).toISOString(),
    });
    const [calendar] = body.calendar;
    const today = localDay(now, 'Europe/Paris');
    expect(calendar).toMatchObject({
      ...{ booked: 0, freed: 0, added: 10 },
      // Thirty in the 31 days with today.
      daily_mean: 0.97,
      surge: { date: today, due: 10 },
    });
    // The limit of four a day spreads them; 20 others come one a day, ten days earlier than before.
    const [first, second] = calendar.days;
    expect(first).toEqual({ date: today, freed: 0, added: 4, before: 0, after: 4 });
    expect(second).toMatchObject({ before: 1, added: 4, after: 4 });
    expect(calendar.days.at(-1)).toMatchObject({ before: 1, after: 0 });
    const sum = (of: 'before' | 'after') =>
      calendar.days.reduce((all: number, day: { before: number; after: number }) => all + day[of], 0);
    expect(sum('after')).toBe(sum('before'));
    expect((await plan(SLOW.replace('30 days', '20 days'))).body).toMatchObject({
      ...{ calendar: [], due_at_once: { count: 0, people: [] } },
    });
  });

  it('is refused when somebody went on, with who', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    const id = await enrolledAt('2-wait', ada(), ['1-visit']);
    const { body } = await plan(LONGER, '?move=true');
    await api.db.query(`update enrollments set node = '3-message' where id = $1`, [id]);
    expect(await apply({ plan_id: body.id })).toMatchObject({
      status: 409,
      body: { code: 'stale_plan', changes: [{ what: 'person', enrollment_id: id }] },
    });
    expect(await enrollment(id)).toMatchObject({ version: 1 });
    expect((await api.call('GET', '/api/sequences/hello')).body.version).toBe(1);
  });

  it('is refused when another version was published, or it is old', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    const { body } = await plan(LONGER);
    await api.db.query('update change_plans set wall_expires_at = now()');
    expect((await apply({ plan_id: body.id })).body).toMatchObject({
      code: 'stale_plan',
      changes: [{ what: 'expired' }],
    });
    const fresh = (await plan(LONGER)).body;
    await api.call('POST', '/api/sequences', FIRST.replace('3 days', '4 days'));
    expect(await apply({ plan_id: fresh.id })).toMatchObject({
      status: 409,
      body: { code: 'stale_plan', changes: [{ what: 'version', planned: 'version 1', now: 'version 2' }] },
    });
  });

  it('leaves those who would get something again, and says so before', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    const ADDED = FIRST.replace('  - end: done\n', '  - wait: 9 days\n  - end: done\n');
    await api.call('POST', '/api/sequences', ADDED);
    const id = await enrolledAt('4-wait', ada(), ['1-visit', '3-message']);
    const BACK = ADDED.replace('  - wait: 9 days\n', '').replace('  - visit\n', '  - visit\n  - wait: 9 days\n');
    const { body } = await plan(BACK, '?move=true');
    expect(body.people).toMatchObject({
      moves: [],
      would_repeat: [{ version: 2, node: '4-wait', count: 1, repeated: ['4-message'] }],
    });
    expect((await apply({ plan_id: body.id })).body).toMatchObject({ version: 3, moved: 0, left: [] });
    expect(await enrollment(id)).toMatchObject({ version: 2, node: '4-wait' });
    expect(await outbox()).toEqual([]);
  });

  it('leaves those whose call is under way', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    await enrolledAt('3-message', ada(), ['1-visit', '3-message']);
    await api.db.query(`update intents set state = 'sent' where node = '3-message'`);
    expect((await plan(LONGER, '?move=true')).body.people.stays).toMatchObject([
      { reason: 'a call is under way, or its outcome is in doubt' },
    ]);
  });

  it('goes on where it was cut off', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    const [one, two] = [await enrolledAt('2-wait'), await enrolledAt('2-wait', grace())];
    const { body } = await plan(LONGER, '?move=true');
    // The process dies after the first: what is written is what a crash would leave.
    await api.db.query(`create function die() returns trigger language plpgsql as
      $$ begin if new.enrollment_id = '${two}' then raise 'killed'; end if; return new; end $$`);
    await api.db.query('create trigger die before update on change_plan_people for each row execute function die()');
    expect((await apply({ plan_id: body.id })).status).toBe(500);
    await api.db.query('drop trigger die on change_plan_people');
    expect((await api.call('GET', '/api/sequences/hello')).body.version).toBe(2);
    expect((await apply({ plan_id: body.id })).body).toMatchObject({ moved: 2, left: [] });
    for (const id of [one, two]) expect(await enrollment(id)).toMatchObject({ version: 2 });
    expect(await outbox()).toHaveLength(2);
  });

  it('is carried on by the worker where it was cut off, and says how far it is', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    const id = await enrolledAt('2-wait');
    const { body } = await plan(LONGER, '?move=true');
    await cutOff(body.id);
    expect(await carryOnChanges(api)).toBe(true);
    expect(await enrollment(id)).toMatchObject({ version: 2 });
    while (await carryOnChanges(api));
    expect(await apply({ plan_id: body.id })).toMatchObject({
      status: 200,
      body: { status: 'applied', moved: 1, remaining: 0 },
    });
    expect(await outbox()).toHaveLength(1);
  });

  it('answers before everybody has moved when that takes long; asked again, it goes on', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    await enrolledAt('2-wait');
    const { body } = await plan(LONGER, '?move=true');
    const ask = () => applyChange(api, 'hello', { id: body.id }, { answer_within: 0 });
    expect(await ask()).toMatchObject({ change: { status: 'applying', moved: 1, applied_at: null } });
    expect(await ask()).toMatchObject({ change: { status: 'applied', moved: 1, remaining: 0 } });
  });

  it('moves nobody into a version that is no longer the current one', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    const id = await enrolledAt('2-wait');
    const { body } = await plan(LONGER, '?move=true');
    await cutOff(body.id);
    await api.call('POST', '/api/sequences', FIRST.replace('3 days', '4 days'));
    expect(await apply({ plan_id: body.id })).toMatchObject({
      status: 409,
      body: { code: 'stale_plan', changes: [{ what: 'version', planned: 'version 2', now: 'version 3' }] },
    });
    expect(await carryOnChanges(api)).toBe(true);
    expect(await carryOnChanges(api)).toBe(false);
    expect(await enrollment(id)).toMatchObject({ version: 1 });
    const { rows } = await api.db.query('select state, note from change_plan_people');
    expect(rows).toEqual([{ state: 'left', note: 'version 3 has become the current one since' }]);
  });

  it('is done once by many who ask at once', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    for (const name of ['a', 'b', 'c', 'd']) {
      await enrolledAt('2-wait', ada({ first_name: name, profile_url: `https://professional.example/in/${name}` }));
    }
    const { body } = await plan(LONGER, '?move=true');
    const answers = await Promise.all(Array.from({ length: 4 }, () => apply({ hash: body.hash })));
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { moved: 4, remaining: 0 } });
    expect(await outbox()).toHaveLength(4);
  });

  it('that was taken back is over; the same text is planned and applied anew, under the same hash', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    const { body } = await plan(LONGER);
    await apply({ hash: body.hash });
    await api.call('POST', '/api/sequences/hello/rollback');
    expect(await apply({ plan_id: body.id })).toMatchObject({ status: 409, body: { code: 'stale_plan' } });
    const again = (await plan(LONGER)).body;
    expect(again.hash).toBe(body.hash);
    expect(await apply({ hash: again.hash })).toMatchObject({ status: 200, body: { plan_id: again.id, version: 2 } });
    expect((await api.call('GET', '/api/sequences/hello')).body.version).toBe(2);
  });

  it('lets whoever has not begun begin at the start of the new version', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    const { body: queued } = await api.call('POST', '/api/enrollments', { sequence: 'hello', lead: ada() });
    const OTHER = `sequence: hello\nsenders: { professional: [acc_anna] }\nsteps:\n  - if: lead.country == "FR"\n    then:\n      - visit\n  - end: new\n`;
    const { body } = await plan(OTHER, '?move=true');
    expect(body.people).toMatchObject({ moves: [{ from: null, to: '1-if', count: 1 }], orphaned: [] });
    await apply({ plan_id: body.id });
    expect(await enrollment(queued.id)).toMatchObject({ version: 2, node: null });
    expect(await outbox()).toMatchObject([
      { payload: { node: '1-if', places: { '1-visit': { node: '1-if', goes_on: false } } } },
    ]);
  });

  it('says in a dry run what it would do', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    const { body } = await plan(LONGER);
    expect(
      (await api.call('POST', '/api/sequences/hello/apply?dry_run=true', { plan_id: body.id })).body,
    ).toMatchObject({
      version: 2,
      applied_at: null,
    });
    expect((await api.call('GET', '/api/sequences/hello')).body.version).toBe(1);
  });

  it('wants a plan by name', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    expect((await apply({})).status).toBe(422);
    expect((await apply({ plan_id: 'chg_none' })).status).toBe(404);
  });
});

/** Ends an enrollment, as the sequence does. */
const end = (id: string) =>
  api.db.query(`update enrollments set status = 'finished', outcome = 'done', node = null where id = $1`, [id]);

describe('somebody who has ended since', () => {
  it('does not make a plan stale: the others move as it was shown', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    const ended = await enrolledAt('2-wait', ada(), ['1-visit']);
    const stays = await enrolledAt('2-wait', grace(), ['1-visit']);
    const { body } = await plan(LONGER, '?move=true');
    await end(ended);
    const done = await apply({ plan_id: body.id });
    expect(done).toMatchObject({ status: 200, body: { moved: 1, left: [{ id: ended, reason: 'has ended' }] } });
    expect(await enrollment(stays)).toMatchObject({ version: 2, node: '3-wait' });
  });

  it('does not make the dry run of a rollback stale', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    const ended = await enrolledAt('2-wait', ada(), ['1-visit']);
    const stays = await enrolledAt('2-wait', grace(), ['1-visit']);
    const applied = (await plan(LONGER, '?move=true')).body;
    await apply({ plan_id: applied.id });
    const rollback = (query: string, body: object) => api.call('POST', `/api/sequences/hello/rollback${query}`, body);
    const { hash } = (await rollback('?dry_run=true', {})).body;
    await end(ended);
    // What publishes is no rollback, whoever sends its hash here.
    expect(await rollback('', { hash: applied.hash })).toMatchObject({ status: 409, body: { code: 'stale_plan' } });
    const done = await rollback('', { hash });
    expect(done).toMatchObject({ status: 200, body: { version: 1, moved: 1, left: [{ id: ended }] } });
    expect(await enrollment(stays)).toMatchObject({ version: 1, node: '2-wait' });
    // The answer got lost, and it is asked again.
    expect(await rollback('', { hash })).toMatchObject({ status: 200, body: { version: 1, moved: 1 } });
  });
});

describe('rolling back', () => {
  it('returns to the version before, with those who were moved', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    const id = await enrolledAt('2-wait', ada(), ['1-visit']);
    const { body } = await plan(LONGER, '?move=true');
    await apply({ plan_id: body.id });
    const other = await enrolledAt('3-wait', grace(), ['1-visit']);
    const rollback = (query = '', body?: object) => api.call('POST', `/api/sequences/hello/rollback${query}`, body);
    expect((await rollback('?dry_run=true')).body).toMatchObject({
      kind: 'rollback',
      from_version: 2,
      to_version: 1,
      people: {
        moves: [{ from: '3-wait', to: '2-wait', count: 1 }],
        stays: [{ node: '3-wait', count: 1, reason: 'was not moved by the change' }],
      },
    });
    const shown = (await rollback('?dry_run=true')).body.hash;
    expect(await rollback('', { hash: 'sha256:other' })).toMatchObject({
      status: 409,
      body: { code: 'stale_plan', changes: [{ what: 'plan', now: shown }] },
    });
    const done = await rollback('', { hash: shown });
    expect(done).toMatchObject({ status: 200, body: { kind: 'rollback', version: 1, moved: 1 } });
    expect((await api.call('GET', '/api/sequences/hello')).body.version).toBe(1);
    expect(await enrollment(id)).toMatchObject({ version: 1, node: '2-wait' });
    // Who entered in the version that is left stays in it.
    expect(await enrollment(other)).toMatchObject({ version: 2, node: '3-wait' });
    expect(await rollback()).toMatchObject({ status: 409, body: { code: 'nothing_before' } });
    expect((await api.call('POST', '/api/sequences/none/rollback')).status).toBe(404);
  });
});

describe('a sequence that runs another', () => {
  const running = (name: string, other: string) => `sequence: ${name}\nsteps:\n  - visit\n  - run: ${other}\n`;
  it('must not come back to itself', async () => {
    expect((await api.call('POST', '/api/sequences', running('one', 'two'))).status).toBe(201);
    expect(await api.call('POST', '/api/sequences', running('two', 'one'))).toMatchObject({
      status: 422,
      body: { diagnostics: expect.arrayContaining([expect.objectContaining({ code: 'SEQ038', line: 4 })]) },
    });
  });
});
