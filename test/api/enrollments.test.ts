import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
beforeEach(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
});
afterEach(() => api.close());

const enroll = (lead: unknown, more = {}) => api.call('POST', '/api/enrollments', { sequence: 'hello', lead, ...more });
const count = async (table: string) => (await api.db.query(`select from ${table}`)).rowCount;

describe('POST /api/enrollments', () => {
  it('answers 201 with the enrollment, and shows it', async () => {
    const created = await enroll(ada({ vars: { team: 'Core' } }));
    expect(created).toMatchObject({
      status: 201,
      body: {
        sequence: 'hello',
        version: 1,
        status: 'queued',
        lead_id: expect.stringMatching(/^lead_/),
        created_at: expect.any(String),
      },
    });
    const shown = await api.call('GET', `/api/enrollments/${created.body.id}`);
    expect(shown.body).toMatchObject({
      id: created.body.id,
      outcome: null,
      node: null,
      waiting_for: null,
      until: null,
      finished_at: null,
      senders: { professional: 'acc_anna' },
      lead: { first_name: 'Ada', profile_url: 'https://professional.example/in/ada-lovelace', vars: { team: 'Core' } },
    });
  });

  it('answers 409 with a code and the enrollment that stands, 422 with what is missing or unknown', async () => {
    const { body } = await enroll(ada());
    expect(await enroll(ada())).toMatchObject({
      status: 409,
      body: { code: 'duplicate', existing_id: body.id, status: 409 },
    });
    expect(await enroll({ profile_url: 'grace' })).toMatchObject({
      status: 422,
      body: { code: 'missing', missing: ['first_name'] },
    });
    expect(await enroll({ ...ada(), nick: 'A' })).toMatchObject({
      status: 422,
      body: { code: 'unknown_field', detail: expect.stringContaining('lead.nick') },
    });
    expect(await enroll(ada(), { sendres: {} })).toMatchObject({ status: 422, body: { code: 'invalid_body' } });
    expect(await enroll(ada({ profile_url: 'grace' }), { senders: { professional: 'acc_x' } })).toMatchObject({
      status: 422,
      body: { code: 'unknown_account' },
    });
    expect(await enroll(ada(), { sequence: 'nope' })).toMatchObject({
      status: 422,
      body: { code: 'unknown_sequence' },
    });
  });

  it('answers problems as RFC 9457 says', async () => {
    const answer = await enroll({});
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.body).toMatchObject({
      type: 'about:blank',
      title: expect.any(String),
      status: 422,
      detail: expect.any(String),
      code: 'missing',
    });
  });

  it('looks for new accounts before it refuses an unknown one', async () => {
    await api.close();
    let asked = 0;
    api = await openApi({
      refreshAccounts: async () => {
        asked += 1;
        await api.db.query(`update accounts set id = 'acc_new' where id = 'acc_anna'`);
      },
    });
    await addSequence(api.db, 'hello', { senders: { professional: ['acc_new'] } });
    expect(await enroll(ada())).toMatchObject({ status: 201 });
    expect(asked).toBe(1);
  });

  it('keeps nothing of a dry run', async () => {
    const answer = await api.call('POST', '/api/enrollments?dry_run=true', { sequence: 'hello', lead: ada() });
    expect(answer).toMatchObject({ status: 200, body: { dry_run: true, sequence: 'hello' } });
    expect([await count('leads'), await count('enrollments'), await count('outbox')]).toEqual([0, 0, 0]);
    expect(await api.call('POST', '/api/enrollments?dry_run=true', { sequence: 'hello', lead: {} })).toMatchObject({
      status: 422,
    });
  });

  it('gives the same answer to the same Idempotency-Key, and refuses another request under it', async () => {
    const headers = { 'idempotency-key': 'k1' };
    const body = { sequence: 'hello', lead: ada() };
    const first = await api.call('POST', '/api/enrollments', body, { headers });
    const second = await api.call('POST', '/api/enrollments', body, { headers });
    expect(second).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } });
    expect(await api.call('POST', '/api/enrollments', { ...body, lead: {} }, { headers })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    expect(await count('enrollments')).toBe(1);
  });

  it('lets one of several requests at once have the Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'k2' };
    const body = { sequence: 'hello', lead: ada() };
    const answers = await Promise.all([1, 2, 3].map(() => api.call('POST', '/api/enrollments', body, { headers })));
    for (const { status, body: given } of answers) expect(status === 201 || given.code === 'in_progress').toBe(true);
    expect(await count('enrollments')).toBe(1);
  });
});

describe('variables of people', () => {
  const large = { note: 'ä'.repeat(17_000) };

  it('are refused beyond 32 KiB of JSON, whichever way they come', async () => {
    const refused = [{ field: 'lead.vars', message: expect.stringContaining('at most 32768') }];
    const alone = await api.call('POST', '/api/enrollments', { sequence: 'hello', lead: ada({ vars: large }) });
    expect(alone).toMatchObject({ status: 422, body: { code: 'invalid_lead', errors: refused } });
    const fits = { note: 'ä'.repeat(16_000) };
    const { body } = await api.call('POST', '/api/enrollments', { sequence: 'hello', lead: ada({ vars: fits }) });
    const change = (vars: object) => api.call('PATCH', `/api/leads/${body.lead_id}`, { vars });
    expect((await change(fits)).status).toBe(200);
    const together = await change({ other: 'a'.repeat(1000) });
    expect(together).toMatchObject({ status: 422, body: { code: 'invalid_lead', errors: [{ field: 'vars' }] } });
  });

  it('come with lists only where they are asked for', async () => {
    const lead = ada({ vars: { team: 'Core' } });
    const { id, lead_id } = (await api.call('POST', '/api/enrollments', { sequence: 'hello', lead })).body;
    await api.call('PATCH', `/api/leads/${lead_id}`, { vars: { team: 'Core' } });
    const [enrollment] = (await api.call('GET', '/api/enrollments')).body.items;
    const [person] = (await api.call('GET', '/api/leads')).body.items;
    const [found] = (await api.call('GET', '/api/leads?q=ada')).body.items;
    for (const shown of [enrollment.lead, person, found]) {
      expect(shown.first_name).toBe('Ada');
      expect(shown).not.toHaveProperty('vars');
    }
    const asked = (await api.call('GET', '/api/enrollments?fields=lead')).body.items[0];
    expect(asked.lead.vars).toEqual({ team: 'Core' });
    expect((await api.call('GET', '/api/leads?q=ada&fields=vars')).body.items[0].vars).toEqual({ team: 'Core' });
    expect((await api.call('GET', `/api/enrollments/${id}`)).body.lead.vars).toEqual({ team: 'Core' });
    expect((await api.call('GET', `/api/leads/${lead_id}`)).body.vars).toEqual({ team: 'Core' });
  });
});

describe('POST /api/enrollments/batch', () => {
  const batch = (leads: unknown[]) => api.call('POST', '/api/enrollments/batch', { sequence: 'hello', leads });

  it('answers each row', async () => {
    const { status, body } = await batch([ada(), {}, ada({ profile_url: 'grace' })]);
    expect(status).toBe(200);
    expect(body.results).toMatchObject([
      { row: 1, status: 'created', id: expect.any(String) },
      { row: 2, status: 'refused', error: { code: 'missing', message: expect.any(String) } },
      { row: 3, status: 'created' },
    ]);
    expect((await batch([ada()])).body.results).toMatchObject([
      { row: 1, status: 'duplicate', error: { code: 'duplicate' } },
    ]);
  });

  it('names every field that is wrong, at once and by its path', async () => {
    const lead = { frist_name: 'Ada', email: 'ada at acme', age: 3, profile_url: 'ada', vars: { team: [] } };
    const errors = [
      { field: 'lead.frist_name', message: 'is not a field of a lead: did you mean first_name?' },
      { field: 'lead.email', message: expect.any(String) },
      { field: 'lead.age', message: expect.stringContaining('is not a field of a lead: those are') },
      { field: 'lead.vars.team', message: 'must be a text, a number, true, false or null' },
      { field: 'lead.first_name', message: 'is missing, and hello needs it' },
    ];
    const alone = await api.call('POST', '/api/enrollments', { sequence: 'hello', lead });
    expect(alone).toMatchObject({ status: 422, body: { code: 'invalid_lead', missing: ['first_name'] } });
    expect(alone.body.errors).toEqual(errors);
    for (const { field } of errors) expect(alone.body.detail).toContain(field);
    expect((await batch([lead])).body.results[0].error).toMatchObject({ code: 'invalid_lead', errors });
    const unknown = await batch([{ ...ada(), frist_name: 'Ada', emial: 'x' }]);
    expect(unknown.body.results[0].error).toMatchObject({
      code: 'unknown_field',
      errors: [{ field: 'lead.frist_name' }, { field: 'lead.emial' }],
    });
  });

  it.each([
    [{ sequence: 'helo', lead: ada() }, ['sequence']],
    [{ sequence: 'hello', version: 9, lead: ada() }, ['version']],
    [{ sequence: 'hello', lead: {} }, ['lead', 'lead.first_name']],
    [{ sequence: 'hello', lead: { first_name: 'Ada' } }, ['lead']],
    [
      { sequence: 'hello', lead: ada(), senders: { professional: 'acc_no', email: 'acc_none' } },
      ['senders.professional', 'senders.email'],
    ],
    [{ sequnce: 'hello', laed: ada() }, ['sequence', 'lead', 'sequnce', 'laed']],
  ])('names what is wrong of %j', async (body, fields) => {
    const { status, body: answered } = await api.call('POST', '/api/enrollments', body);
    expect([status, answered.errors?.map((one: { field: string }) => one.field).sort()]).toEqual([
      422,
      fields.toSorted(),
    ]);
  });

  it('refuses more than 1,000 leads', async () => {
    expect(await batch(Array.from({ length: 1001 }, () => ({})))).toMatchObject({
      status: 413,
      body: { code: 'batch_too_large' },
    });
  });
});

describe('GET /api/enrollments', () => {
  it('pages without a gap or a repeat while rows are added', async () => {
    for (let n = 0; n < 7; n++) await enroll(ada({ profile_url: `p-${n}` }));
    const first = await api.call('GET', '/api/enrollments?limit=3');
    await enroll(ada({ profile_url: 'late' }));
    const ids: string[] = first.body.items.map(({ id }: { id: string }) => id);
    for (let cursor = first.body.next_cursor; cursor !== null; ) {
      const { body } = await api.call('GET', `/api/enrollments?limit=3&cursor=${cursor}`);
      ids.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    expect(ids).toHaveLength(7);
    expect(new Set(ids).size).toBe(7);
  });

  it('filters by everything that stats count', async () => {
    const { body } = await enroll(ada());
    await enroll(ada({ profile_url: 'grace' }));
    await api.db.query(`update enrollments set status = 'finished', outcome = 'replied', node = 'end' where id = $1`, [
      body.id,
    ]);
    const stats = (await api.call('GET', '/api/stats')).body;
    expect(stats).toEqual({
      ...{ by_status: { queued: 1, finished: 1 }, by_outcome: { replied: 1 } },
      ...{ by_step: { 'hello/end': 1 }, replied: 0 },
    });
    for (const query of ['status=finished', 'outcome=replied', 'node=end', `lead_id=${body.lead_id}`]) {
      const { items } = (await api.call('GET', `/api/enrollments?${query}`)).body;
      expect(
        items.map(({ id }: { id: string }) => id),
        query,
      ).toEqual([body.id]);
    }
    for (const query of ['sequence=hello', 'version=1', 'account_id=acc_anna']) {
      expect((await api.call('GET', `/api/enrollments?${query}`)).body.items, query).toHaveLength(2);
    }
    expect((await api.call('GET', '/api/enrollments?account_id=acc_mail')).body.items).toEqual([]);
  });

  it('counts equal node ids of two sequences as two steps, and those of one by their ids', async () => {
    await addSequence(api.db, 'other', { start: 'invite' });
    const enrollIn = async (sequence: string, person: string) =>
      (await enroll(ada({ profile_url: person }), { sequence })).body.id as string;
    const ids = [await enrollIn('hello', 'p1'), await enrollIn('hello', 'p2'), await enrollIn('other', 'p3')];
    await api.db.query(`update enrollments set node = 'invite' where id = any($1)`, [ids]);
    const stepsOf = async (query: string) => (await api.call('GET', `/api/stats${query}`)).body.by_step;
    expect(await stepsOf('')).toEqual({ 'hello/invite': 2, 'other/invite': 1 });
    expect(await stepsOf('?status=queued')).toEqual({ 'hello/invite': 2, 'other/invite': 1 });
    expect(await stepsOf('?sequence=hello')).toEqual({ invite: 2 });
    expect(await stepsOf('?sequence=other&version=1')).toEqual({ invite: 1 });
    await addSequence(api.db, 'of-nobody');
    expect(await stepsOf('?sequence=of-nobody')).toEqual({});
  });

  it.each([
    'limit=0',
    'limit=x',
    'limit=100000',
    'cursor=%00',
    'cursor=abc',
    'status=done',
    'version=x',
    'statuss=active',
  ])('answers 400 to %s', async (query) => {
    expect(await api.call('GET', `/api/enrollments?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_query' },
    });
  });

  it('answers 404 to an unknown one', async () => {
    expect(await api.call('GET', '/api/enrollments/enr_x')).toMatchObject({
      ...{ status: 404, body: { code: 'unknown_enrollment' } },
    });
    expect(await api.call('GET', '/api/enrollments/enr_x/timeline')).toMatchObject({ status: 404 });
    expect(await api.call('GET', '/api/nothing')).toMatchObject({ status: 404, body: { code: 'unknown_route' } });
  });
});

describe('one enrollment', () => {
  it('shows its timeline, oldest first, in pages', async () => {
    const { body } = await enroll(ada());
    for (const title of ['one', 'two', 'three']) {
      await addLine(api.db, { enrollment_id: body.id, at: new Date(), node: 'visit', type: 'step', title });
    }
    const url = `/api/enrollments/${body.id}/timeline?limit=2`;
    const first = (await api.call('GET', url)).body;
    const second = (await api.call('GET', `${url}&cursor=${first.next_cursor}`)).body;
    const titles = [...first.items, ...second.items].map(({ title }: { title: string }) => title);
    expect(titles).toEqual(['Enrolled in hello, version 1', 'one', 'two', 'three']);
    expect(second.next_cursor).toBeNull();
    expect(Object.keys(first.items[0])).toEqual(['at', 'node', 'step', 'type', 'title', 'detail', 'timezone']);
  });

  it('is stopped by a person: flag, line and signal at once; an ended one is not', async () => {
    const { body } = await enroll(ada());
    expect(await api.call('POST', `/api/enrollments/${body.id}/stop`)).toMatchObject({
      status: 200,
      body: { id: body.id },
    });
    const { rows } = await api.db.query('select stop_outcome from enrollments');
    expect(rows).toEqual([{ stop_outcome: 'stopped' }]);
    const signals = await api.db.query(
      `select payload ->> 'type' as type from outbox where kind = 'signal_enrollment'`,
    );
    expect(signals.rows).toEqual([{ type: 'stop' }]);
    await api.db.query(`update enrollments set status = 'finished', outcome = 'stopped'`);
    expect(await api.call('POST', `/api/enrollments/${body.id}/stop`)).toMatchObject({
      status: 409,
      body: { code: 'finished' },
    });
  });

  it('is paused and resumed, twice the same being once', async () => {
    const { body } = await enroll(ada());
    const url = `/api/enrollments/${body.id}`;
    expect((await api.call('POST', `${url}/pause`)).body.status).toBe('paused');
    expect((await api.call('POST', `${url}/pause`)).body.status).toBe('paused');
    expect((await api.call('POST', `${url}/resume`, {})).body.status).toBe('active');
    const signals = await api.db.query(
      `select payload ->> 'type' as type from outbox where kind = 'signal_enrollment' order by id`,
    );
    expect(signals.rows).toEqual([{ type: 'pause' }, { type: 'resume' }]);
  });

  it('of a person whose name is HTML is given as it is', async () => {
    const { body } = await enroll(ada({ first_name: '<img src=x onerror=alert(1)>' }));
    expect((await api.call('GET', `/api/enrollments/${body.id}`)).body.lead.first_name).toBe(
      '<img src=x onerror=alert(1)>',
    );
  });
});

describe('suppressions', () => {
  const suppress = (body: unknown) => api.call('POST', '/api/suppressions', body);

  it('stop who is under way, refuse who comes later, and can be rolled back', async () => {
    const { body } = await enroll(ada({ email: 'ada@acme.example' }));
    const entry = await suppress({ domain: 'ACME.example', reason: 'asked by phone' });
    expect(entry).toMatchObject({
      status: 201,
      body: { kind: 'domain', value: 'acme.example', reason: 'asked by phone' },
    });
    const { rows } = await api.db.query('select id, stop_outcome from enrollments');
    expect(rows).toEqual([{ id: body.id, stop_outcome: 'stopped' }]);
    expect(await enroll(ada({ profile_url: 'ben', email: 'ben@acme.example' }))).toMatchObject({
      status: 409,
      body: { code: 'suppressed' },
    });
    expect((await suppress({ domain: 'acme.example' })).status).toBe(200);
    expect((await api.call('GET', '/api/suppressions')).body.items).toHaveLength(1);
    expect((await api.call('DELETE', `/api/suppressions/${entry.body.id}`)).status).toBe(204);
    expect((await api.call('DELETE', `/api/suppressions/${entry.body.id}`)).status).toBe(404);
    expect((await enroll(ada({ profile_url: 'ben', email: 'ben@acme.example' }))).status).toBe(201);
  });

  it('by a profile, in whichever form', async () => {
    await enroll(ada());
    await suppress({ profile_url: 'HTTPS://professional.example/in/Ada-Lovelace/' });
    const { rows } = await api.db.query('select stop_outcome from enrollments');
    expect(rows).toEqual([{ stop_outcome: 'stopped' }]);
  });

  it('never miss a person who is enrolled at that moment', async () => {
    for (let round = 0; round < 10; round++) {
      const email = `p${round}@firm${round}.example`;
      const [enrolled] = await Promise.all([
        enroll(ada({ profile_url: `p-${round}`, email })),
        suppress({ domain: `firm${round}.example` }),
      ]);
      if (enrolled.status === 409) continue;
      const { rows } = await api.db.query('select stop_outcome from enrollments where id = $1', [enrolled.body.id]);
      expect(rows).toEqual([{ stop_outcome: 'stopped' }]);
    }
  });

  it.each([{}, { email: 'x' }, { domain: 'localhost' }, { email: 'a@b.example', company: 'B' }, { company: ' ' }])(
    'refuse %j',
    async (body) => {
      expect((await suppress(body)).status).toBe(422);
    },
  );
});

it('gives the people whom words fit in pages, the best first, each once', async () => {
  for (const index of [1, 2, 3, 4, 5]) {
    const lead = ada({
      profile_url: `wendy-${index}`,
      first_name: 'Wendy',
      last_name: index < 3 ? 'Zoll' : `Zoller${index}`,
    });
    expect((await api.call('POST', '/api/enrollments', { sequence: 'hello', lead })).status).toBe(201);
  }
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await api.call('GET', `/api/leads?q=wendy%20zoll&limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.items.map((item: { last_name: string; fit: string }) => `${item.last_name} ${item.fit}`));
    cursor = body.next_cursor;
  }
  const begins = (name: string) => `${name} beginning_of_name`;
  expect(seen).toEqual(['Zoll name', 'Zoll name', begins('Zoller5'), begins('Zoller4'), begins('Zoller3')]);
  expect((await api.call('GET', '/api/leads?q=wendy&cursor=bm9uZS4x')).status).toBe(400);
});
