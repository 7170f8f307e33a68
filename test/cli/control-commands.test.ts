import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { controlCommand } from '../../src/app/cli/commands/control.ts';
import { type ControlAction, targetOf } from '../../src/app/cli/control/target.ts';
import { exitCodeOf } from '../../src/app/cli/print.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { reachedByCommands } from './fixtures.ts';

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

async function run(name: ControlAction, ...args: string[]): Promise<string> {
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  await controlCommand(name).exitOverride().parseAsync(args, { from: 'user' });
  return printed;
}
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

it('counts one who was named as one, and asks whom is meant', async () => {
  expect(await exitOf('stop')).toBe(2);
  expect(await exitOf('stop', id, '--all')).toBe(2);
  expect(await exitOf('reschedule', id)).toBe(2);
  expect(await exitOf('skip', 'enr_none')).toBe(1);
  expect(await run('stop', '--all', '--yes')).toContain('Stopped: everything.');
});

it('knows which are held by one row and which by a filter', () => {
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
