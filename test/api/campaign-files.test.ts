import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addSequence } from '../enroll/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';
import { importCampaign } from './import-campaign.ts';

let api: ApiBench;
beforeEach(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
});
afterEach(() => api.close());

const upload = (query: string, file: string) =>
  api.call('POST', `/api/campaigns?sequence=hello&${query}`, file, { headers: { 'content-type': 'text/csv' } });
const FILE = 'First name,Profile,Team\nAda,ada,Core\nBob,bob,\n,carl,\nAda again,ada,\n=SUM(A1),eve,\n';

describe('a campaign of a file', () => {
  it('is shown as it was understood before anything happens', async () => {
    const { status, body } = await upload('name=F&dry_run=true', FILE);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      dry_run: true,
      csv: {
        delimiter: ',',
        columns: [
          { header: 'First name', becomes: 'first_name' },
          { header: 'Profile', becomes: 'profile_url' },
          { header: 'Team', becomes: 'vars.team' },
        ],
      },
      rows: {
        ...{ total: 5, complete: 4, refused: { missing: 1 }, duplicates: 1 },
        problems: [
          { row: 3, status: 'refused', code: 'missing', message: expect.stringContaining('first_name') },
          { row: 4, status: 'duplicate', code: 'duplicate', message: 'Row 1 is the same person: the profile ada.' },
        ],
      },
    });
    expect(body.first_rows[0]).toEqual({
      row: 1,
      lead: { first_name: 'Ada', profile_url: 'ada', vars: { team: 'Core' } },
    });
    expect((await api.db.query('select from campaigns', [])).rowCount).toBe(0);
  });

  it('puts whom it says not to contact on the do-not-contact list, which the campaign, its rows and the audit log say', async () => {
    const file = 'First name,Profile,Do not contact\nAda,ada,\nBob,bob,yes\nCarl,?,x\n';
    expect((await upload('name=F&dry_run=true', file)).body.rows.refused).toEqual({ opted_out: 2 });
    const suppressions = async () => (await api.call('GET', '/api/suppressions')).body.items;
    expect(await suppressions()).toEqual([]);
    const { body: started } = await upload('name=F', file);
    expect(started.opt_outs).toEqual({ added: 0, present: 0, nameless: 0, pending: 2 });
    await importCampaign(api, started.id);
    const { body } = await api.call('GET', `/api/campaigns/${started.id}`);
    expect(body.opt_outs).toEqual({ added: 1, present: 0, nameless: 1, pending: 0 });
    expect(body.counts).toMatchObject({ enrolled: 1, refused: { opted_out: 2 } });
    expect(await suppressions()).toMatchObject([
      { kind: 'slug', value: 'bob', reason: expect.stringContaining(`Row 2 of the list “F” (${started.id})`) },
    ]);
    const { items } = (await api.call('GET', '/api/audit-log?limit=5')).body;
    expect(items.map(({ sentence }: { sentence: string }) => sentence)).toContainEqual(
      expect.stringMatching(
        / had 2 people put on the do-not-contact list, as the list of the campaign cmp_\w+ says\.$/,
      ),
    );
    const { body: none } = await upload('name=G', 'First name,Profile\nEve,eve\n');
    expect(none.opt_outs).toBeNull();
  });

  it('shows the first of its bad rows, and all of them as a file', async () => {
    const bad = Array.from({ length: 30 }, (_, index) => `,=person${index},\n`).join('');
    const file = `First name,Profile,Team\r\nAda,ada,Core\n${bad}`;
    const { body } = await upload('name=F&dry_run=true', file);
    expect(body.rows).toMatchObject({ total: 31, complete: 1 });
    expect(body.rows.problems.map(({ row }: { row: number }) => row)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 2),
    );
    const whole = await upload('name=F&dry_run=true&format=csv', file);
    expect(whole.status).toBe(200);
    const lines = String(whole.body).trim().split('\n');
    expect(lines).toHaveLength(31);
    expect(lines[0]).toMatch(/^\uFEFF?row,status,code,message,First name,Profile,Team$/);
    expect(lines[1]).toMatch(/^2,refused,\w+,.*'=person0/);
    expect((await upload('name=F&dry_run=true&format=csv', 'a;b\n"')).status).toBe(422);
  });

  it('gives its bad rows back as they came, to be mended and sent again as they are', async () => {
    const mapping = `name=F&dry_run=true&mapping=${encodeURIComponent(JSON.stringify({ Notes: 'ignore' }))}`;
    const file =
      'First name,Profile,Status,Notes\r\n,ada,"Open, A","said ""no"" \n twice"\nBob,bob,Open, B,never\nEve,eve,x,\n';
    const given = String((await upload(`${mapping}&format=csv`, file)).body).replace('\uFEFF', '');
    expect(given.split('\n').map((line) => line.replace(/^(\d,\w+,\w+),("[^"]*"|[^,]*),/, '$1,…,'))).toEqual([
      'row,status,code,message,First name,Profile,Status,Notes',
      '1,refused,missing,…,,ada,"Open, A","said ""no"" ',
      ' twice"',
      '2,refused,ragged_row,…,Bob,bob,Open,B,never',
      '',
    ]);
    const mended = given.replace(',,ada,', ',Ada,ada,').replace('Open,B,', '"Open, B",');
    const { rows, first_rows } = (await upload(mapping, mended)).body;
    expect(rows).toMatchObject({ total: 2, complete: 2, problems: [] });
    expect(first_rows.map(({ lead }: { lead: unknown }) => lead)).toEqual([
      { first_name: 'Ada', profile_url: 'ada', vars: { status: 'Open, A' } },
      { first_name: 'Bob', profile_url: 'bob', vars: { status: 'Open, B' } },
    ]);
  });

  it('finds a person who is in it twice by any of their names', async () => {
    const file =
      'First name,Profile,Mail\nAda,ada,a@x.example\nBob,bob,\nAda,,A@x.example\nAda L,ada-l,a@x.example\nA,ada-l,\n';
    const { rows } = (await upload('name=F&dry_run=true', file)).body;
    expect(rows).toMatchObject({ total: 5, complete: 5, duplicates: 3 });
    expect(rows.problems.map(({ row, message }: Record<string, unknown>) => [row, message])).toEqual([
      [3, 'Row 1 is the same person: the address a@x.example.'],
      [4, 'Row 1 is the same person: the address a@x.example.'],
      [5, 'Row 1 is the same person: the profile ada-l.'],
    ]);
  });

  it('is uploaded as a stream or given as text, and the same file is the same campaign', async () => {
    const first = await upload('name=F&weight=7', FILE);
    expect([first.status, first.body.weight, first.body.counts.rows]).toEqual([201, 7, 5]);
    const again = await upload('name=F', FILE);
    expect([again.status, again.body.id]).toEqual([200, first.body.id]);
    expect((await api.db.query('select from campaign_rows', [])).rowCount).toBe(5);
    const source = { csv: FILE, mapping: { Team: 'ignore' } };
    const other = await api.call('POST', '/api/campaigns', { name: 'F', sequence: 'hello', source });
    expect([other.status, other.body.counts.rows]).toEqual([201, 5]);
  });

  it('reports what became of each row, as a list and as a file that no spreadsheet takes for a formula', async () => {
    const { body } = await upload('name=F', FILE);
    await importCampaign(api, body.id);
    const page = await api.call('GET', `/api/campaigns/${body.id}/rows?limit=2`);
    expect(page.body.items).toMatchObject([
      { row: 1, status: 'created', code: null, first_name: 'Ada', enrollment_id: expect.stringMatching(/^enr_/) },
      { row: 2, status: 'created' },
    ]);
    const rest = await api.call('GET', `/api/campaigns/${body.id}/rows?cursor=${page.body.next_cursor}`);
    expect(rest.body.items.map((row: { row: number; code: string }) => [row.row, row.code])).toEqual([
      [3, 'missing'],
      [4, 'duplicate'],
      [5, null],
    ]);
    const refused = await api.call('GET', `/api/campaigns/${body.id}/rows?status=refused`);
    expect(refused.body.items).toMatchObject([{ row: 3, message: expect.stringContaining('first_name') }]);
    const file = await api.call('GET', `/api/campaigns/${body.id}/rows?format=csv`);
    expect(String(file.headers['content-type'])).toContain('text/csv');
    expect(file.body.split('\n')).toHaveLength(7);
    expect(file.body).toContain("'=SUM(A1)");
    expect((await api.call('GET', `/api/campaigns/${body.id}`)).body).toMatchObject({
      status: 'running',
      counts: { rows: 5, enrolled: 3, duplicates: 1, refused: { missing: 1 } },
    });
  });

  it.each([
    ['invalid_encoding', 'email,name\na@x.example,\xdeule\n'],
    ['duplicate_column', 'email,mail\na,b\n'],
  ])('of which not one row is kept when it is %s', async (code, file) => {
    const body = code === 'invalid_encoding' ? Buffer.from(file, 'latin1') : file;
    const answer = await api.app.inject({
      ...{ method: 'POST', url: '/api/campaigns?sequence=hello&name=F', payload: body },
      headers: { authorization: 'Bearer ovk_admin_key_of_the_tests', 'content-type': 'text/csv' },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([422, code]);
    expect((await api.db.query('select from campaigns', [])).rowCount).toBe(0);
  });

  it('needs a name and a sequence', async () => {
    expect((await upload('', FILE)).status).toBe(400);
    expect(
      (await api.call('POST', '/api/campaigns?sequence=none&name=F', FILE, { headers: { 'content-type': 'text/csv' } }))
        .body.code,
    ).toBe('unknown_sequence');
  });
});
