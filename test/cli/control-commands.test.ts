import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { campaignsCommand } from '../../src/app/cli/commands/campaigns/campaigns.ts';
import { controlCommand } from '../../src/app/cli/commands/people/control.ts';
import { type ControlAction, targetOf } from '../../src/app/cli/control/target.ts';
import { exitCodeOf } from '../../src/app/cli/print.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { importCampaign } from '../api/import-campaign.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { reachedByCommands } from './fixtures.ts';
import { printedBy } from './run-command.ts';

let api: ApiBench;
let id: string;
beforeAll(async () => {
  api = await openApi({ lease_ms: 100 });
  await addSequence(api.db, 'hello');
  id = (await api.call('POST', '/api/enrollments', { sequence: 'hello', lead: ada() })).body.id;
});
afterAll(() => api.close());
reachedByCommands(() => api);
afterEach(() => {
  vi.restoreAllMocks();
});

const run = (name: ControlAction, ...args: string[]): Promise<string> => printedBy(controlCommand(name), ...args);

const exitOf = (name: ControlAction, ...args: string[]) => run(name, ...args).then(() => 0, exitCodeOf);

it('pause and resume one, a sequence and everything', async () => {
  expect(await run('pause', id)).toBe(`Paused: ${id}.\n`);
  expect(JSON.parse(await run('resume', id, '--json')).status).not.toBe('paused');
  expect(await run('pause', '--sequence', 'hello', '--note', 'holiday', '--yes')).toBe('Paused: the sequence hello.\n');
  expect((await api.call('GET', `/api/enrollments/${id}`)).body.waiting_for.text).toContain('holiday');
  expect(await run('resume', '--sequence', 'hello', '--yes')).toContain('Resumed: the sequence hello.');
  expect(await exitOf('pause', '..')).toBe(2);
  expect(await run('pause', '--all', '--yes')).toContain('Paused: everything.');
  expect(await run('resume', '--all', '--yes')).toContain('Resumed: everything.');
});

it('says what it would affect, and does so where it is narrowed', async () => {
  expect(await run('stop', '--sequence', 'hello', '--node', 'invite', '--dry-run')).toBe(
    '0 would be affected: sequence hello, node invite.\n',
  );
  expect(await run('pause', '--lead', 'lead_none')).toContain('Paused: lead_id lead_none, 0 of 0.\n');
});

it.each([
  ['stop', '--all'],
  ['stop', '--campaign'],
  ['pause', '--sequence', 'hello'],
  ['resume', '--account', 'acc_anna'],
  ['skip', '--status', 'queued'],
  ['retry', '--node', 'invite'],
  ['reschedule', '--sequence', 'hello', '--in', '2 days'],
] as const)(
  'does nothing by %s %s where nobody can be asked, and says how many it would touch',
  async (name, ...given) => {
    const campaign = await api.call('POST', '/api/campaigns', {
      ...{ name: 'Two', sequence: 'hello', source: { leads: [ada({ profile_url: 'eve' })] } },
    });
    const args = given.includes('--campaign' as never) ? ['--campaign', campaign.body.id] : [...given];
    const before = await standing();
    await expect(run(name, ...args)).rejects.toMatchObject({
      ...{
        code: 'confirmation_needed',
        fix: expect.stringContaining('--yes'),
        detail: { matched: expect.any(Number) },
      },
      message: expect.stringMatching(/^Nothing was done\. It would affect \d+ enrollments?: /),
    });
    expect(await exitOf(name, ...args)).toBe(2);
    expect(await standing()).toEqual(before);
  },
);

/** All that these commands could have changed. */
async function standing() {
  const of = (query: string) => api.db.query(query).then(({ rows }) => rows);
  return [
    await of('select id, status, paused, stop_outcome, told from enrollments order by id'),
    await of('select * from holds'),
    await of('select id from control_jobs'),
    await of('select id, status from campaigns order by id'),
  ];
}

it('takes every filter of bulk acts, of some people of a campaign too', async () => {
  const { body } = await api.call('POST', '/api/campaigns', {
    ...{ name: 'Some', sequence: 'hello', source: { leads: ['s1', 's2', 's3'].map((of) => ada({ profile_url: of })) } },
  });
  await importCampaign(api, body.id);
  const { rows } = await api.db.query<{ id: string; lead_id: string }>(
    'select id, lead_id from enrollments where campaign_id = $1 order by id',
    [body.id],
  );
  const leads = rows.map(({ lead_id }) => lead_id);
  expect(leads).toHaveLength(3);
  await api.db.query("update leads set tags = array['vip'] where id = $1", [leads[0]]);
  const campaigns = (...args: string[]) => printedBy(campaignsCommand(), ...args);
  const filters = [
    [['--tag', 'vip'], 1],
    [['--suppressed', 'false'], 3],
    [['--replied', 'false'], 3],
    // Nobody of them has a conversation.
    [['--label', 'none'], 0],
    [['--replied', 'true'], 0],
    [['--status', 'active', '--version', '1'], 0],
    [['--waiting-on', 'acc_anna'], 0],
    [['--arm', 'none', '--outcome', 'done', '--node', 'visit'], 0],
    [['--lead', `${leads[0]}`, '--lead', `${leads[1]}`], 2],
  ] as const;
  for (const [filter, matched] of filters) {
    const said = `${matched} would be affected: campaign_id ${body.id}, `;
    expect(await run('pause', '--campaign', body.id, ...filter, '--dry-run')).toContain(said);
    expect(await campaigns('pause', 'Some', ...filter, '--dry-run')).toContain(said);
  }
  expect(await campaigns('pause', 'Some', '--dry-run')).toBe(`3 would be affected: the campaign Some (${body.id}).\n`);
  await expect(campaigns('pause', 'Some', '--tag', 'vip')).rejects.toMatchObject({ code: 'confirmation_needed' });
  await expect(campaigns('pause', 'Some', '--replied', 'maybe', '--yes')).rejects.toMatchObject({ code: 'wrong_use' });
  const paused = async () => {
    const { rows: some } = await api.db.query('select lead_id from enrollments where campaign_id = $1 and paused', [
      body.id,
    ]);
    return some.map(({ lead_id }) => lead_id);
  };
  expect(await paused()).toEqual([]);
  expect(await campaigns('pause', 'Some', '--tag', 'vip', '--yes')).toContain('tag vip, 1 of 1.');
  expect(await paused()).toEqual([leads[0]]);
  expect(await campaigns('resume', 'Some', '--status', 'paused', '--yes')).toContain('1 of 1');
  // The list of campaigns takes an account and a sequence too: they narrow whom it concerns, and are not passed over.
  expect(await campaigns('stop', 'Some', '--account', 'acc_mail', '--yes')).toContain('0 of 0');
  expect((await api.call('GET', `/api/campaigns/${body.id}`)).body.status).not.toBe('stopped');
});

it('counts one who was named as one, and asks whom is meant', async () => {
  expect(await exitOf('stop')).toBe(2);
  expect(await exitOf('stop', id, '--all')).toBe(2);
  expect(await exitOf('reschedule', id)).toBe(2);
  expect(await exitOf('skip', 'enr_none')).toBe(1);
  expect(await run('stop', '--all', '--yes')).toContain('Stopped: everything.');
});

it('stops a campaign by its row, and all else by a filter', () => {
  expect(targetOf('stop', undefined, { campaign: 'cmp_1' })).toMatchObject({
    operation: 'stopCampaign',
    params: { id: 'cmp_1' },
  });
  expect(targetOf('stop', undefined, { sequence: 'hello' }).of).toBe('filter');
  expect(targetOf('skip', undefined, { campaign: 'cmp_1' })).toMatchObject({
    body: { action: 'skip', filter: { campaign_id: 'cmp_1' } },
  });
  expect(targetOf('retry', undefined, { all: true }).body).toEqual({ action: 'retry', filter: { all: true } });
});
