import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
beforeEach(async () => {
  api = await openApi();
});
afterEach(() => api.close());

const YAML = `sequence: hello
senders: { professional: [acc_anna] }
steps:
  - visit
  - wait: 1 day
  - end: done
`;

describe('sequences', () => {
  it('get a version per digest; the same again is the same version', async () => {
    const first = await api.call('POST', '/api/sequences', YAML);
    expect(first).toMatchObject({
      status: 201,
      body: { name: 'hello', version: 1, digest: expect.stringMatching(/^sha256:/), diagnostics: expect.any(Array) },
    });
    const same = await api.call('POST', '/api/sequences', `# a comment\n${YAML}`);
    expect(same).toMatchObject({ status: 200, body: { version: 1, digest: first.body.digest } });
    expect(await api.call('POST', '/api/sequences', YAML.replace('1 day', '2 days'))).toMatchObject({
      status: 201,
      body: { version: 2 },
    });
    expect((await api.call('GET', '/api/sequences')).body.items).toMatchObject([{ name: 'hello', version: 2 }]);
    expect((await api.call('GET', '/api/sequences/hello/versions/1')).body).toMatchObject({
      digest: first.body.digest,
      source: YAML,
      current: false,
    });
    expect((await api.call('GET', '/api/sequences/hello/versions/3')).status).toBe(404);
    expect((await api.call('GET', '/api/sequences/nope')).status).toBe(404);
  });

  it('with mistakes are refused with every one of them in its place', async () => {
    const answer = await api.call('POST', '/api/sequences', YAML.replace('- visit', '- visti'));
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'invalid_sequence', diagnostics: [{ line: 4, severity: 'error', fix: expect.any(String) }] },
    });
    const validated = await api.call('POST', '/api/sequences/validate', YAML.replace('- visit', '- visti'));
    expect(validated).toMatchObject({ status: 200, body: { ok: false, digest: null } });
    expect((await api.call('POST', '/api/sequences/validate', YAML)).body).toMatchObject({
      ok: true,
      digest: expect.any(String),
    });
    expect((await api.call('GET', '/api/sequences')).body.items).toEqual([]);
  });

  it('in another encoding than UTF-8 are refused at the byte, and none of it is replaced in silence', async () => {
    const text = Buffer.from(YAML.replace('hello\n', 'hello\ndescription: H\xe9l\xe8ne\n'), 'latin1');
    const headers = { 'content-type': 'text/yaml' };
    const problem = { code: 'SEQ073', line: 2, column: 15 };
    expect(await api.call('POST', '/api/sequences', text, { headers })).toMatchObject({
      status: 422,
      body: { code: 'invalid_sequence', diagnostics: [problem] },
    });
    expect(await api.call('POST', '/api/sequences/validate', text, { headers })).toMatchObject({
      status: 200,
      body: { ok: false, diagnostics: [problem], digest: null },
    });
  });

  it('with an unknown account are refused at apply, at its place, and valid at validate', async () => {
    const text = YAML.replace('acc_anna', 'acc_nobody');
    expect(await api.call('POST', '/api/sequences', text)).toMatchObject({
      status: 422,
      body: {
        diagnostics: expect.arrayContaining([expect.objectContaining({ code: 'APPLY001', line: 2, column: 27 })]),
      },
    });
    expect((await api.call('POST', '/api/sequences/validate', text)).body.ok).toBe(true);
  });

  it('are not kept by a dry run', async () => {
    expect(await api.call('POST', '/api/sequences?dry_run=true', YAML)).toMatchObject({
      status: 200,
      body: { version: 1 },
    });
    expect((await api.call('GET', '/api/sequences')).body.items).toEqual([]);
  });

  it('applied at the same time get one version', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => api.call('POST', '/api/sequences', YAML)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
  });

  it('are enrolled in as they compile', async () => {
    await api.call('POST', '/api/sequences', YAML);
    const lead = { profile_url: 'ada' };
    expect(await api.call('POST', '/api/enrollments', { sequence: 'hello', lead })).toMatchObject({ status: 201 });
  });
});

describe('campaigns', () => {
  it('with a source that says too little, too much or something else are refused with what is wrong', async () => {
    await api.call('POST', '/api/sequences', YAML);
    const leads = [{ profile_url: 'ada', first_name: 'Ada' }];
    for (const [source, detail] of [
      [{}, 'source: must name exactly one of candidates, search, csv, leads'],
      [{ leads, csv: 'a,b' }, 'source: must name exactly one of candidates, search, csv, leads'],
      [{ leads, mapping: {} }, 'source: mapping goes with csv'],
      [{ search: { keyword: 'x' } }, 'source.search.account_id'],
      [{ people: [] }, 'source.people: unknown field "people"; there are: candidates, search, csv, mapping, leads'],
    ]) {
      expect(await api.call('POST', '/api/campaigns', { name: 'C', sequence: 'hello', source })).toMatchObject({
        status: 422,
        body: { code: 'invalid_body', detail: expect.stringContaining(detail as string) },
      });
    }
    const source = { candidates: { account_id: 'acc_x', job_id: '1' } };
    expect(await api.call('POST', '/api/campaigns', { name: 'C', sequence: 'hello', source })).toMatchObject({
      status: 422,
      body: { code: 'unknown_account' },
    });
    expect((await api.call('GET', '/api/campaigns')).body).toEqual({ items: [], next_cursor: null });
    expect((await api.call('GET', '/api/campaigns/cmp_x')).status).toBe(404);
  });

  it('say where their people come from, and at which steps those stand who have not finished', async () => {
    await api.call('POST', '/api/sequences', YAML);
    const lead = (name: string) => ({ profile_url: name, first_name: name });
    const start = async (name: string, source: unknown) =>
      (await api.call('POST', '/api/campaigns', { name, sequence: 'hello', source })).body;
    const handed = await start('Handed in', { leads: [lead('ada')] });
    const candidates = { account_id: 'acc_anna', job_id: '7', ratings: ['GOOD_FIT'], include_rejected: false };
    const found = await start('Found', { candidates });
    expect(await api.call('GET', `/api/campaigns/${found.id}`)).toMatchObject({
      body: { sequence: 'hello', version: 1, source: { candidates }, created_at: expect.any(String) },
    });
    for (const [name, status] of [
      ['grace', 'active'],
      ['joan', 'finished'],
    ] as const) {
      const { body } = await api.call('POST', '/api/enrollments', { sequence: 'hello', lead: lead(name) });
      const place = [body.id, handed.id, status, `at-${status}`];
      await api.db.query('update enrollments set campaign_id = $2, status = $3, node = $4 where id = $1', place);
    }
    expect((await api.call('GET', `/api/campaigns/${handed.id}`)).body).toMatchObject({
      source: { leads: 1 },
      counts: { active: 1, steps: { 'at-active': 1 } },
    });
    const { items } = (await api.call('GET', '/api/campaigns')).body;
    expect(items.map(({ source }: { source: unknown }) => source)).toEqual([{ candidates }, { leads: 1 }]);
    expect(items[1].counts.steps).toEqual({ 'at-active': 1 });
  });
});
