import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { type Ran, runInProcess } from '../support/overture-command.ts';

const SEQUENCE = `sequence: hello
senders: { professional: [acc_anna] }
schedule: { timezone: Europe/Paris, hours: { mon-fri: "09:00-18:00" } }
limits: { visits: 40/day, invites: 5/day, messages: 5/day }
steps:
  - visit
  - invite: "Hi {{ first_name }}"
  - wait_for: accepted_invitation
    within: 5 days
    then:
      - message: Thanks
      - wait: 2 days
    else:
      - end: no_answer
`;

const WAITS = `sequence: waits
senders: { professional: [acc_anna] }
limits: { messages: 5/day, invites: 5/day }
steps:
  - invite: "Hi {{ first_name }}"
  - wait_for: accepted_invitation
    within: 5 days
    then:
      - message: Thanks
      - wait_for: reply
        within: 5 days
        then:
          - end: interested
        else:
          - end: no_answer
    else:
      - end: no_answer
`;

const INMAILS = `sequence: inmails
limits: { inmails: 10/day, emails: 40/day }
steps:
  - inmail: { subject: S, text: T }
    else:
      - enrich: email
        else: [{ end: no_way }]
      - email: { subject: S, text: T }
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overture-simulate-'));
  put('hello.yaml', SEQUENCE);
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

const run = (...words: string[]): Promise<Ran> => runInProcess(folder, 'simulate', ...words);

const json = async (...words: string[]): Promise<Record<string, unknown>> => {
  const { code, out, err } = await run(...words, '--json');
  expect(err).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out);
};

describe('overture simulate', () => {
  it('--json prints what outsiders rely on', async () => {
    const result = await json('hello.yaml', '--leads', '20', '--days', '30', '--seed', '7');
    expect(result).toMatchObject({ leads: 20, days: 30 });
    const { outcomes, actions, by_day, finished_at, saturated } = result as {
      outcomes: Record<string, number>;
      actions: Record<string, number>;
      by_day: { date: string; actions: Record<string, number>; credits: number }[];
      finished_at: string;
      saturated: unknown[];
    };
    expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(20);
    expect(actions).toMatchObject({ visit: 20, invite: 20 });
    expect(by_day).toHaveLength(30);
    // Monday, and no more invitations than a day's cap.
    expect(by_day[0]).toMatchObject({ date: '2026-01-05', actions: { visit: 20, invite: 5, message: 0 } });
    expect(by_day.every((day) => (day.actions.invite ?? 0) <= 5 && Number.isInteger(day.credits))).toBe(true);
    expect(finished_at).toMatch(/^2026-01-\d\dT\d\d:\d\d/);
    expect(saturated).toContainEqual({
      ...{ account: 'acc_anna', class: 'invite' },
      ...{ from: '2026-01-05', to: expect.stringMatching(/^2026-01-\d\d$/) },
    });
  });

  it('prints the same bytes for the same seed, and others for another', async () => {
    const bytes = async (seed: string): Promise<string> =>
      (await run('hello.yaml', '--leads', '40', '--days', '20', '--seed', seed, '--json')).out;
    expect(await bytes('a')).toBe(await bytes('a'));
    expect(await bytes('b')).not.toBe(await bytes('a'));
  });

  it('prints tables for people: the end, outcomes, weeks, steps, limits, one more account', async () => {
    const { code, out } = await run('hello.yaml', '--leads', '30');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^hello: 30 leads, 90 days from 2026-01-05 \(Europe\/Paris\), seed 1; assumed tier: professional-free\n\nThe campaign ends on 2026-/,
    );
    for (const head of ['OUTCOME', 'WEEK OF', 'STEP', 'AT ITS LIMIT']) expect(out).toContain(head);
    expect(out).toMatch(/One more professional account: the campaign ends on 2026-\S+ instead of 2026-/);
  });

  it('takes --start, and says which days it reads', async () => {
    expect(await json('hello.yaml', '--start', '2026-06-01', '--days', '3')).toMatchObject({
      ...{ start: '2026-06-01', end: '2026-06-03' },
    });
    for (const start of ['2026-02-30', 'tomorrow']) {
      const { code, err } = await run('hello.yaml', '--start', start);
      expect([code, err]).toEqual([2, expect.stringContaining(`--start ${start} is not a day`)]);
    }
  });

  it('lets people do as the rates say, and names every rate that is wrong', async () => {
    const rates = ['--rate', 'accept=1', '--rate', 'reply=100% after 1h'];
    const all = await json('hello.yaml', '--leads', '10', ...rates);
    expect(all).toMatchObject({ outcomes: { replied: 10 }, replied: 10 });
    // Who answers a step that waits for it ends by another name, and has replied too.
    put('waits.yaml', WAITS);
    const waits = await json('waits.yaml', '--leads', '10', ...rates);
    expect(waits).toMatchObject({ outcomes: { interested: 10 }, replied: 10 });
    expect((await run('waits.yaml', '--leads', '10', ...rates)).out).toContain(
      '10 of 10 reply, whatever their outcome',
    );
    const { code, err } = await run('hello.yaml', '--rate', 'acept=0.4', '--rate', 'reply=7');
    expect(code).toBe(2);
    expect(err).toContain('did you mean "accept"?');
    expect(err).toContain('the rate reply must be a number from 0 to 1');
    expect((await run('hello.yaml', '--rate', 'accept')).err).toContain('--rate accept has no value');
  });

  it('reads people from a CSV file, and leaves out the rows that nobody could enroll', async () => {
    const url = (name: string): string => `https://professional.example/in/${name}`;
    const rows = [
      `Ada,${url('ada')},,blue`,
      `,${url('grace')},,red`,
      `Lin,${url('lin')},not-an-address,`,
      'Bo,,,',
      `Ada,${url('ada/')},,red`,
    ];
    put('people.csv', `first_name,profile_url,email,team\n${rows.join('\n')}\n`);
    const { code, out, err } = await run('hello.yaml', '--csv', 'people.csv', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ leads: 1 });
    expect(err).toContain('people.csv row 2: The lead lacks first_name');
    expect(err).toContain('people.csv row 5: is the person of row 1');
    expect(err).toContain('people.csv row 3: lead.email is not an email address');
    expect(err).toMatch(/people\.csv row 4: .*profile_url/);
  });

  it('says what is wrong with a CSV file that has nobody, or is none', async () => {
    put('nobody.csv', 'first_name,email\n,ada@lead.example\n');
    const nobody = await run('hello.yaml', '--csv', 'nobody.csv');
    expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining('no lead that could be enrolled')]);
    put('broken.csv', 'first_name,email\n"Ada,x\n');
    const broken = await run('hello.yaml', '--csv', 'broken.csv');
    expect([broken.code, broken.err]).toEqual([1, expect.stringContaining('The file is not CSV')]);
    expect((await run('hello.yaml', '--csv', 'missing.csv')).code).toBe(2);
  });

  it('reads accounts from a file: their own caps hold', async () => {
    put('any.yaml', SEQUENCE.replace(/^senders.*\n/m, ''));
    put('accounts.yaml', '- { id: acc_a, channel: professional, country: FR, daily_limit: 3 }\n');
    const { by_account } = await json('any.yaml', '--leads', '8', '--accounts', 'accounts.yaml');
    expect(by_account).toMatchObject([{ account: 'acc_a', channel: 'professional', leads: 8 }]);
    const { by_account: three } = await json('any.yaml', '--leads', '30', '--accounts', '3');
    expect(three).toHaveLength(3);
  });

  it('says which account of the file is wrong', async () => {
    put('accounts.yaml', '- { id: acc_a, channel: fax }\n- { id: acc_b, channel: email, color: red }\n');
    const wrong = await run('hello.yaml', '--accounts', 'accounts.yaml');
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain('0.channel');
    expect(wrong.err).toContain('color');
    put('accounts.yaml', '- { id: acc_a, channel: professional, profile: professional-fre }\n');
    expect((await run('hello.yaml', '--accounts', 'accounts.yaml')).err).toContain(
      'there is no profile professional-fre',
    );
    expect((await run('hello.yaml', '--accounts', 'missing.yaml')).err).toContain('neither a number nor a file');
  });

  it('stops when the API credits are used up, and says when', async () => {
    const result = await json('hello.yaml', '--leads', '20', '--credits', '25');
    expect(result).toMatchObject({
      credits: 25,
      credits_ended_at: expect.stringMatching(/^2026-01-0\d/),
      finished_at: null,
    });
  });

  it('simulates several sequences that share an account', async () => {
    put('second.yaml', SEQUENCE.replace('sequence: hello', 'sequence: second'));
    const { leads, by_day, sequences } = (await json('hello.yaml', 'second.yaml', '--leads', '5')) as {
      leads: number;
      sequences: string[];
      by_day: { actions: Record<string, number> }[];
    };
    expect([leads, sequences]).toEqual([10, ['hello', 'second']]);
    expect(by_day.reduce((sum, { actions }) => sum + (actions.invite ?? 0), 0)).toBe(10);
  });

  it('--html writes a report that loads nothing from anywhere', async () => {
    const { code, out } = await run('hello.yaml', '--leads', '30', '--html', 'report.html');
    expect(code).toBe(0);
    expect(out).toContain('The report is in report.html');
    const report = readFileSync(join(folder, 'report.html'), 'utf8');
    expect(report.startsWith('<!doctype html>')).toBe(true);
    expect(report).toContain('One more professional account');
    const nowhere = await run('hello.yaml', '--html', 'missing/report.html');
    expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining('cannot write missing/report.html')]);
  });

  it('says on its first line which tier it takes the accounts for, and which limit binds', async () => {
    put('inmails.yaml', INMAILS);
    const { out } = await run('inmails.yaml', '--leads', '50');
    const [first, ...rest] = out.split('\n');
    expect(first).toMatch(/^inmails: 50 leads, .*; assumed tiers: professional-recruiter, email$/);
    expect(rest.join('\n')).toMatch(/^30 InMails a month: 20 people take the email instead\.$/m);
    expect(await json('inmails.yaml', '--leads', '50')).toMatchObject({
      assumed: { professional: 'professional-recruiter', email: 'email' },
      binding: { limit: 'inmail', people: 20, caps: [{ count: 30, per: 'month' }] },
    });
    put('waits.yaml', INMAILS.replace('text: T }', 'text: T, when_none_left: wait }'));
    expect((await run('waits.yaml', '--leads', '50')).out).toMatch(
      /^30 InMails a month hold 20 people back; a second seat ends it on 2026-01-\d\d\.$/m,
    );
    put('report.html', '');
    await run('inmails.yaml', '--leads', '50', '--html', 'report.html');
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toMatch(
      /assumed to be professional-recruiter, email[\s\S]*30 InMails a month/,
    );
  });

  it('reads the example of accounts that comes with the sequences', async () => {
    const example = join(PACKAGE_ROOT, 'sequences/accounts.yml');
    put('accounts.yml', readFileSync(example, 'utf8'));
    put('inmails.yaml', INMAILS);
    const { by_account, assumed } = await json('inmails.yaml', '--leads', '50', '--accounts', 'accounts.yml');
    expect(by_account).toMatchObject([{ account: 'acc_anna' }, { account: 'acc_berk' }, { account: 'acc_mail' }]);
    expect(assumed).toEqual({ email: 'email' });
    const page = readFileSync(join(PACKAGE_ROOT, 'docs/simulating.md'), 'utf8');
    const keys = [
      'id',
      'channel',
      'name',
      'timezone',
      'country',
      'daily_limit',
      'profile',
      'inmails',
      'premium',
      'first_send',
    ];
    expect(keys.filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
  });

  it('prints what is wrong with a sequence, and ends with 1', async () => {
    put('wrong.yaml', SEQUENCE.replace('- visit', '- visitt'));
    const { code, out, err } = await run('wrong.yaml');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/wrong\.yaml:6:\d+/);
    expect(err).toContain('visitt');
    const { out: printed } = await run('wrong.yaml', '--json');
    expect(JSON.parse(printed)).toMatchObject({ ok: false, diagnostics: [{ line: 6, severity: 'error' }] });
  });

  it('ends with 2 when it is used wrongly', async () => {
    for (const words of [
      ['missing.yaml'],
      ['hello.yaml', '--leads', '0'],
      ['hello.yaml', '--leads', 'many'],
      ['hello.yaml', '--days', '1000'],
      ['hello.yaml', '--credits', '-1'],
      ['hello.yaml', '--color'],
      [],
    ]) {
      expect([words, (await run(...words)).code]).toEqual([words, 2]);
    }
  });
});
