import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { campaignsCommand } from '../../src/app/cli/commands/campaigns/campaigns.ts';
import { candidatesCommand } from '../../src/app/cli/commands/campaigns/candidates.ts';
import { exitCodeOf } from '../../src/app/cli/print.ts';
import { candidateCredits } from '../../src/runtime/enroll/campaign/count-candidates.ts';
import type { V2Reader } from '../../src/runtime/enroll/campaign/v2-reader.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { addAccount, addSequence } from '../enroll/fixtures.ts';
import { reachedByCommands } from './fixtures.ts';
import { printedBy } from './run-command.ts';

let api: ApiBench;
let answer: Awaited<ReturnType<V2Reader['call']>>;
const asked: unknown[] = [];

beforeAll(async () => {
  const v2: V2Reader = {
    async call(category, action, options) {
      asked.push({ category, action, ...options });
      return answer;
    },
  };
  api = await openApi({ v2 });
  await addSequence(api.db, 'hello');
});
afterAll(() => api.close());
reachedByCommands(() => api);
beforeEach(() => {
  asked.length = 0;
  answer = { kind: 'success', data: { total_available_results: 112 } };
});
afterEach(() => {
  vi.restoreAllMocks();
});

const run = (...args: string[]) => printedBy(candidatesCommand(), ...args);
const exitOf = (...args: string[]) => run(...args).then(() => 0, exitCodeOf);
const campaigns = async () => (await api.call('GET', '/api/campaigns')).body.items;

describe('overture candidates', () => {
  it('says in a dry run how many people, which ratings and what reading them costs, and starts nothing', async () => {
    const text = await run('42', '--sequence', 'hello', '--dry-run');
    expect(text).toContain('112 people at most: ratings GOOD_FIT, MAYBE, UNRATED; without those who were rejected.');
    expect(text.split('\n')[1]).toBe('They would enter hello, version 1.');
    // Three pages: 12 for 112 candidates, 3 for the job.
    expect(text).toContain('Reading them costs 15 credits');
    expect(asked).toEqual([
      {
        ...{ category: 'recruiter', action: 'get_candidates', account_id: 'acc_anna' },
        params: { job_id: '42', count: 1, offset: 0, ratings: 'GOOD_FIT,MAYBE,UNRATED' },
      },
    ]);
    expect(await campaigns()).toEqual([]);
  });

  it('names the ratings that were asked for, and says when nobody could be asked', async () => {
    const more = ['--ratings', 'not-a-fit, maybe', '--include-rejected', '--dry-run'];
    expect(await run('42', '--sequence', 'hello', ...more)).toContain(
      '112 people: ratings NOT_A_FIT, MAYBE; including those who were rejected.',
    );
    answer = { kind: 'unreachable', reason: 'no answer' };
    const unknown = JSON.parse(await run('42', '--sequence', 'hello', '--dry-run', '--json'));
    expect(unknown.candidates).toMatchObject({ people: null, asking_credits: 0 });
    answer = { kind: 'refused', code: 'INVALID_PARAMS', message: 'Job not found' };
    expect(await exitOf('43', '--sequence', 'hello', '--dry-run')).not.toBe(0);
    expect(await exitOf('42', '--sequence', 'hello', '--ratings', 'GREAT')).not.toBe(0);
  });

  it('starts the campaign, once however often it is run', async () => {
    expect(await run('42', '--sequence', 'hello', '--weight', '3')).toMatch(
      /^Candidates of job 42 {2}\(cmp_\w+\): importing\./,
    );
    await run('42', '--sequence', 'hello');
    const [one, ...others] = await campaigns();
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      ...{ name: 'Candidates of job 42', sequence: 'hello', weight: 3 },
      source: { candidates: { account_id: 'acc_anna', job_id: '42', ratings: ['GOOD_FIT', 'MAYBE', 'UNRATED'] } },
    });
  });

  it('asks which account where there are several', async () => {
    await addAccount(api.db, 'acc_berk', 'professional');
    await expect(run('42', '--sequence', 'hello')).rejects.toThrow('Several professional accounts');
    expect(await exitOf('42', '--sequence', 'hello', '--account', 'acc_berk')).toBe(0);
    const from = ['--account', 'acc_berk', '--sender', 'professional=acc_anna', '--campaign', 'From Anna', '--json'];
    expect(JSON.parse(await run('42', '--sequence', 'hello', ...from)).senders).toEqual({ professional: ['acc_anna'] });
  });

  it.each([
    [0, 1],
    [1, 2],
    [10, 2],
    [11, 3],
    [50, 6],
    [51, 8],
    [112, 15],
  ])('reckons what reading %i candidates costs: %i', (people, credits) => {
    expect(candidateCredits(people)).toBe(credits);
  });

  it('follows the job on request, which the dry run prices and the campaign shows', async () => {
    const dry = await run('43', '--account', 'acc_anna', '--sequence', 'hello', '--follow', '--dry-run');
    expect(dry).toContain('Each day costs 2 credits where nobody has come');
    expect(dry).toContain('Once a week all of them are read, which costs 15 with as many as today.');
    await run('43', '--account', 'acc_anna', '--sequence', 'hello', '--follow');
    const command = (...args: string[]) => printedBy(campaignsCommand(), ...args);
    const shown = await command('show', 'Candidates of job 43');
    expect(shown).toContain('looks at its source daily: now; 1 look so far, 0 credits');
    expect(shown).toMatch(
      /look 1, \d{4}-\d\d-\d\d \d\d:\d\d: 0 people looked at, 0 of them new; 0 credits\. not at its end/,
    );
    expect(await command('follow', 'Candidates of job 43', '--end')).toContain('It was ended by a person');
    expect(JSON.parse(await command('show', 'Candidates of job 43', '--json')).latest_looks).toHaveLength(1);
  });
});
