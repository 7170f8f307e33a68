import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { carryOnJob } from '../../src/runtime/control/job.ts';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { createPlanCache } from '../../src/runtime/store/sequences/plan-cache.ts';
import { openTask } from '../../src/runtime/store/tasks/open-task.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import { newId } from '../../src/shared/kit/ids.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
let number = 0;
beforeAll(async () => {
  api = await openApi({ lease_ms: 100 });
  await addSequence(api.db, 'hello');
  await addSequence(api.db, 'other');
});
afterAll(() => api.close());
beforeEach(() =>
  api.db.query('truncate holds, control_jobs, outbox, slots, intents, tasks, timeline, enrollments cascade'),
);

/** Somebody whose walk stands at a step and waits there. */
async function waiting(node = 'invite', kind = 'slot'): Promise<string> {
  const enrolled = await enrollLead(api, { sequence: 'hello', lead: ada({ profile_url: `ada-${++number}` }) });
  if (enrolled.kind === 'refused') throw new Error(enrolled.message);
  const { id } = enrolled.enrollment;
  await api.db.query(
    `update enrollments set status = 'active', started_at = created_at, node = $2, visit = 1, waiting_kind = $3,
            waiting_text = 'its place', until = created_at + interval '1 day' where id = $1`,
    [id, node, kind],
  );
  await api.db.query('delete from outbox');
  await api.db.query('delete from timeline where enrollment_id = $1', [id]);
  return id;
}

async function intent(id: string, state: string, node = 'invite') {
  await api.db.query(
    `insert into intents (key, enrollment_id, node, visit, account_id, category, action, state, request, created_at)
     values ($1 || '/' || $2 || '/1', $1, $2, 1, 'acc_anna', 'network', 'invite', $3, '{}', now())`,
    [id, node, state],
  );
}

const post = (id: string, what: string, body: unknown = {}, headers = {}) =>
  api.call('POST', `/api/enrollments/${id}/${what}`, body, { headers });
const signals = async () =>
  (await api.db.query(`select target_id, payload, lane from outbox where kind = 'signal_enrollment' order by id`)).rows;
const lines = async (id: string) =>
  (
    await api.db.query('select type, title, detail from timeline where enrollment_id = $1 and type <> $2 order by id', [
      id,
      'enrolled',
    ])
  ).rows;

describe('skip, retry and reschedule', () => {
  it.each(['skip', 'retry'] as const)(
    '%s names the visit that was seen, once, and gives its slot to others',
    async (what) => {
      const id = await waiting();
      await api.db.query(
        `insert into slots (account_id, limit_class, enrollment_id, node, visit, at, local_day, local_week, state)
       values ('acc_anna', 'invite', $1, 'invite', 1, now() + interval '1 day', current_date + 1, current_date, 'booked')`,
        [id],
      );
      expect(await post(id, what, { note: 'met at a fair' })).toMatchObject({ status: 200, body: { id } });
      expect((await post(id, what)).status).toBe(200);
      const sent = await signals();
      expect(sent).toMatchObject([{ target_id: id, lane: 'now', payload: { type: what, node: 'invite', visit: 1 } }]);
      expect(await lines(id)).toMatchObject([{ type: what, detail: { note: 'met at a fair' } }]);
      expect((await api.db.query('select from slots')).rowCount).toBe(0);
    },
  );

  it('are answered once for one Idempotency-Key', async () => {
    const id = await waiting();
    const headers = { 'idempotency-key': `retry-${id}` };
    await post(id, 'retry', {}, headers);
    // The walk has made its new visit since.
    await api.db.query('update enrollments set visit = 2 where id = $1', [id]);
    expect((await post(id, 'retry', {}, headers)).status).toBe(200);
    expect(await signals()).toHaveLength(1);
    await post(id, 'retry');
    expect((await signals()).map(({ payload }) => payload.visit)).toEqual([1, 2]);
  });

  it('are refused while a call is under way or in doubt, with what to do instead', async () => {
    const id = await waiting();
    await intent(id, 'unknown');
    const task = await openTask(api.db, {
      ...{ id: newId('tsk'), enrollment_id: id, node: 'invite', visit: 1, kind: 'unknown_outcome', text: 'Sent?' },
      ...{ preview: {}, due_at: null, created_at: new Date(), assignee: null },
    });
    for (const what of ['skip', 'retry']) {
      const { status, body } = await post(id, what);
      expect({ status, code: body.code, task: body.task_id }).toEqual({ status: 409, code: 'in_doubt', task });
      expect(body.detail).toContain(`/api/tasks/${task}`);
      expect(body.possible).toEqual(['pause', 'stop']);
    }
    expect(await signals()).toEqual([]);
  });

  it('are refused where the step was executed, has not begun, or the enrollment has ended', async () => {
    const done = await waiting();
    await intent(done, 'done');
    expect(await post(done, 'retry')).toMatchObject({ status: 409, body: { code: 'already_done' } });
    const queued = await waiting();
    await api.db.query(`update enrollments set node = null, status = 'queued' where id = $1`, [queued]);
    expect(await post(queued, 'skip')).toMatchObject({ status: 409, body: { code: 'not_begun' } });
    const ended = await waiting();
    await api.db.query(`update enrollments set status = 'finished', outcome = 'replied' where id = $1`, [ended]);
    expect(await post(ended, 'skip')).toMatchObject({ status: 409, body: { code: 'finished' } });
    expect((await post('enr_none', 'skip')).status).toBe(404);
  });

  it('do not try a wait again, and say what else there is', async () => {
    const id = await waiting('answer', 'event');
    expect(await post(id, 'retry')).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_retry', possible: ['pause', 'stop', 'skip', 'reschedule'] },
    });
    expect((await post(id, 'skip')).status).toBe(200);
  });

  it('withdraw what a person was asked', async () => {
    const id = await waiting('invite', 'person');
    await openTask(api.db, {
      ...{ id: newId('tsk'), enrollment_id: id, node: 'invite', visit: 1, kind: 'review', text: 'May it go out?' },
      ...{ preview: {}, due_at: null, created_at: new Date(), assignee: null },
    });
    expect(await post(id, 'reschedule', { in: '2 days' })).toMatchObject({
      status: 409,
      body: { code: 'needs_person' },
    });
    expect((await post(id, 'skip')).status).toBe(200);
    expect((await api.db.query('select status from tasks')).rows).toEqual([{ status: 'withdrawn' }]);
  });

  it('reschedule takes a time or a distance, and no time that has passed', async () => {
    const id = await waiting();
    const at = new Date(api.clock.now() + 3 * DAY);
    expect((await post(id, 'reschedule', { at: at.toISOString().replace('Z', '+00:00') })).status).toBe(200);
    expect((await post(id, 'reschedule', { in: '2 hours' })).status).toBe(200);
    const [first, second] = (await signals()).map(({ payload }) => payload.until);
    expect(first).toBe(at.getTime());
    expect(Math.abs(second - api.clock.now() - 2 * HOUR)).toBeLessThan(60_000);
    for (const [body, code] of [
      [{ at: '2020-01-01T00:00:00Z' }, 'past_time'],
      [{ at: '2030-01-01T00:00:00' }, 'invalid_body'],
      [{}, 'invalid_body'],
      [{ in: '2 days', at: at.toISOString() }, 'invalid_body'],
      [{ in: 'soon' }, 'invalid_body'],
      [{ in: '9 years' }, 'invalid_body'],
    ] as const) {
      expect(await post(id, 'reschedule', body)).toMatchObject({ status: 422, body: { code } });
    }
  });

  it('change nothing in a dry run', async () => {
    const id = await waiting();
    expect(await post(id, 'skip?dry_run=true')).toMatchObject({ status: 200, body: { id, dry_run: true } });
    expect([await signals(), await lines(id)]).toEqual([[], []]);
    await intent(id, 'sent');
    expect((await post(id, 'skip?dry_run=true')).status).toBe(409);
  });
});

describe('one thing asked of many', () => {
  const control = (body: unknown, query = '') => api.call('POST', `/api/enrollments/control${query}`, body);

  it('is done to those that fit, at once, and signaled in the bulk lane', async () => {
    const [a, b, c] = [await waiting(), await waiting(), await waiting('answer', 'event')];
    const shown = await control({ action: 'stop', filter: { node: 'invite' } }, '?dry_run=true');
    expect(shown.body).toEqual({ dry_run: true, action: 'stop', matched: 2, sample: [a, b] });
    const { body } = await control({ action: 'stop', filter: { node: 'invite' }, note: 'wrong text' });
    expect(body).toMatchObject({ status: 'done', matched: 2, done: 2, refused: {} });
    expect((await signals()).map(({ target_id, lane }) => [target_id, lane])).toEqual([
      [a, 'bulk'],
      [b, 'bulk'],
    ]);
    expect(await lines(a ?? '')).toMatchObject([{ type: 'stop', detail: { note: 'wrong text', job_id: body.job_id } }]);
    expect((await api.call('GET', `/api/control/${body.job_id}`)).body).toMatchObject({
      ...{ action: 'stop', filter: { node: 'invite' }, status: 'done', signals_left: 2 },
    });
    expect((await api.call('GET', '/api/control')).body.items).toHaveLength(1);
    expect((await api.call('GET', `/api/enrollments/${c}`)).body.status).toBe('active');
  });

  it('pauses and resumes, and says of how many it was so already', async () => {
    const ids = [await waiting(), await waiting()];
    await post(ids[0] ?? '', 'pause');
    expect((await control({ action: 'pause', filter: { ids } })).body).toMatchObject({
      ...{ matched: 2, done: 1, refused: { paused_already: 1 } },
    });
    expect((await control({ action: 'resume', filter: { all: true } })).body).toMatchObject({ matched: 2, done: 2 });
  });

  it('is done to the people whom the list of people shows by the same filter', async () => {
    const [tagged, labeled, suppressed, other] = [await waiting(), await waiting(), await waiting(), await waiting()];
    const person = async (id: string): Promise<string> =>
      (await api.call('GET', `/api/enrollments/${id}`)).body.lead_id;
    await api.call('PATCH', `/api/leads/${await person(tagged)}`, { tags: ['fair'] });
    await api.db.query(
      `insert into conversations (id, lead_id, account_id, channels, campaign_ids, messages, received, last_id, last_at, last_by,
                                  last_channel, last_text, last_automatic, words, created_at, state, unread, label, labeled_at)
       values ('cnv_bulk', $1, 'acc_anna', '{message}', '{}', 1, 1, 'msg_bulk', now(), 'them', 'message', '', false, '', now(), 'open', 1, 'not_now', now())`,
      [await person(labeled)],
    );
    await api.call('POST', '/api/suppressions', { lead_id: await person(suppressed) });
    const matched = async (filter: object) => (await control({ action: 'pause', filter }, '?dry_run=true')).body.sample;
    expect(await matched({ tag: 'fair' })).toEqual([tagged]);
    expect(await matched({ label: 'not_now' })).toEqual([labeled]);
    expect(await matched({ suppressed: true })).toEqual([suppressed]);
    expect(await matched({ suppressed: false, replied: false })).toEqual([tagged, labeled, other]);
    expect(await matched({ lead_ids: [await person(other), await person(tagged)] })).toEqual([tagged, other]);
    expect(await matched({ lead_ids: [await person(other)], tag: 'fair' })).toEqual([]);
    for (const query of ['tag=fair', 'label=not_now', 'suppressed=true']) {
      const { items } = (await api.call('GET', `/api/leads?sequence=hello&${query}`)).body;
      expect([query, items.length]).toEqual([query, 1]);
    }
    expect((await control({ action: 'pause', filter: { tag: 'fair' } })).body).toMatchObject({ matched: 1, done: 1 });
  });

  it('skips one by one, and counts why some could not be', async () => {
    const [, b] = [await waiting(), await waiting()];
    await intent(b ?? '', 'unknown');
    expect((await control({ action: 'skip', filter: { sequence: 'hello' } })).body).toMatchObject({
      ...{ matched: 2, done: 1, refused: { in_doubt: 1 } },
    });
  });

  it('of everything has to be asked for in words', async () => {
    for (const filter of [{}, { all: true, node: 'invite' }]) {
      expect(await control({ action: 'stop', filter })).toMatchObject({ status: 422, body: { code: 'empty_filter' } });
    }
    expect((await control({ action: 'stop' })).status).toBe(422);
    expect((await control({ action: 'stop', filter: { nod: 'x' } })).status).toBe(422);
  });
});

describe('what is paused above enrollments', () => {
  it('stops everything in one call that says so', async () => {
    const id = await waiting();
    expect((await api.call('POST', '/api/stop', {})).status).toBe(422);
    for (const path of ['/api/pause', '/api/resume'])
      expect(await api.call('POST', path, {})).toMatchObject({ status: 422, body: { errors: [{ field: 'confirm' }] } });
    const shown = await api.call('POST', '/api/stop?dry_run=true', { confirm: 'everything' });
    expect(shown.body).toMatchObject({ dry_run: true, matched: 1, sample: [id] });
    const { status, body } = await api.call('POST', '/api/stop', { confirm: 'everything', note: 'wrong list' });
    expect({ status, ...body }).toMatchObject({ status: 200, state: 'stopped', matched: 1, in_flight: 0 });
    expect((await api.call('GET', `/api/enrollments/${id}`)).body.waiting_for).toEqual({
      kind: 'person',
      text: 'Stopped with everything by a person: wrong list',
    });
    while (await carryOnJob({ db: api.db, clock: api.clock, profiles: [], findPlan: createPlanCache() }));
    expect((await signals()).map(({ payload }) => payload.type)).toEqual(['stop']);
    expect(await api.call('POST', '/api/pause', { confirm: 'everything' })).toMatchObject({
      status: 409,
      body: { code: 'stopped' },
    });
    expect((await api.call('POST', '/api/resume', { confirm: 'everything' })).body.state).toBe('running');
    expect((await api.call('GET', '/api/holds')).body.items).toEqual([]);
  });

  it('pauses a campaign, shows it at the campaign and its people, and resumes it', async () => {
    const leads = [ada({ profile_url: `ada-${++number}` })];
    const made = await api.call('POST', '/api/campaigns', {
      name: `c-${number}`,
      sequence: 'hello',
      source: { leads },
    });
    const url = `/api/campaigns/${made.body.id}`;
    const id = await waiting();
    await api.db.query('update enrollments set campaign_id = $2 where id = $1', [id, made.body.id]);
    const paused = await api.call('POST', `${url}/pause`, { note: 'budget' });
    expect(paused).toMatchObject({
      status: 200,
      body: { id: made.body.id, status: 'paused', control: { matched: 1 } },
    });
    expect((await api.call('POST', `${url}/pause`)).body.status).toBe('paused');
    const said = `Paused with the campaign ${made.body.id} by a person: budget`;
    expect((await api.call('GET', `/api/enrollments/${id}`)).body.waiting_for.text).toBe(said);
    const explained = (await api.call('GET', `/api/enrollments/${id}/explain`)).body;
    expect(explained.waiting).toMatchObject({ constraint: 'paused', text: said });
    expect(explained.waiting.would_change[0]).toContain(`${url}/resume`);
    const would = await api.call('POST', `${url}/resume?dry_run=true`);
    expect(would.body).toMatchObject({ matched: 1, sample: [id] });
    const resumed = (await api.call('POST', `${url}/resume`)).body;
    expect([resumed.status, resumed.control.matched]).toEqual(['importing', 1]);
    expect((await api.call('POST', `${url}/resume?dry_run=true`)).body.matched).toBe(0);
    expect((await api.call('GET', `/api/enrollments/${id}`)).body.waiting_for.text).toBe('its place');
    expect((await api.call('POST', `${url}/stop`)).body.status).toBe('stopped');
    expect(await api.call('POST', `${url}/resume`)).toMatchObject({ status: 409, body: { code: 'stopped' } });
  });

  it.each(['campaign', 'sequence', 'account', 'all'] as const)(
    'shows, finds and counts as paused whom a pause of %s covers, whatever they were doing',
    async (level) => {
      const made = await api.call('POST', '/api/campaigns', {
        ...{
          name: `held-${++number}`,
          sequence: 'hello',
          source: { leads: [ada({ profile_url: `ada-${++number}` })] },
        },
      });
      const [asked, waits, queued, ended, other] = [
        await waiting('invite', 'person'),
        await waiting(),
        await waiting(),
        await waiting(),
        await waiting(),
      ];
      await api.db.query('update enrollments set campaign_id = $1', [made.body.id]);
      await api.db.query(`update enrollments set status = 'needs_person' where id = $1`, [asked]);
      await api.db.query(`update enrollments set status = 'queued', started_at = null where id = $1`, [queued]);
      await api.db.query(`update enrollments set status = 'finished', outcome = 'replied' where id = $1`, [ended]);
      await api.db.query(
        `update enrollments set campaign_id = null, sequence = 'other', senders = '{"professional": "acc_ben"}' where id = $1`,
        [other],
      );
      const url = {
        ...{ campaign: `/api/campaigns/${made.body.id}`, sequence: '/api/sequences/hello' },
        ...{ account: '/api/accounts/acc_anna', all: '/api' },
      }[level];
      const body = level === 'all' ? { confirm: 'everything' } : {};
      const before = await api.call('GET', '/api/stats');
      expect((await api.call('POST', `${url}/pause`, body)).status).toBe(200);
      const held = [waits, queued, asked, ...(level === 'all' ? [other] : [])].sort();
      const { items } = (await api.call('GET', '/api/enrollments?status=paused')).body;
      expect(items.map(({ id }: { id: string }) => id).sort()).toEqual(held);
      for (const item of items) expect(item.status).toBe('paused');
      expect((await api.call('GET', '/api/stats')).body.by_status.paused).toBe(held.length);
      for (const status of ['queued', 'needs_person']) {
        expect((await api.call('GET', `/api/enrollments?status=${status}`)).body.items).toEqual([]);
      }
      const dry = await api.call('POST', '/api/enrollments/control?dry_run=true', {
        ...{ action: 'stop', filter: { status: 'paused' } },
      });
      expect(dry.body.matched).toBe(held.length);
      const { counts } = (await api.call('GET', `/api/campaigns/${made.body.id}`)).body;
      expect(counts).toMatchObject({ paused: 3, needs_person: 0 });
      await api.call('POST', `${url}/resume`, body);
      expect((await api.call('GET', '/api/stats')).body).toEqual(before.body);
    },
  );

  it('knows accounts and sequences, and no others', async () => {
    expect((await api.call('POST', '/api/accounts/acc_anna/pause')).body).toMatchObject({
      ...{ scope: 'account', target: 'acc_anna', state: 'paused' },
    });
    expect((await api.call('POST', '/api/sequences/hello/pause')).body.state).toBe('paused');
    expect((await api.call('GET', '/api/holds')).body.items).toHaveLength(2);
    for (const path of ['accounts/none/pause', 'sequences/none/resume', 'campaigns/none/stop']) {
      expect((await api.call('POST', `/api/${path}`)).status).toBe(404);
    }
  });
});
