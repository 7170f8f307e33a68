import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { resolveApi } from '../../src/app/cli/api-client.ts';
import type { Explanation } from '../../src/app/cli/api-shapes.ts';
import { accountsCommand } from '../../src/app/cli/commands/accounts.ts';
import { campaignsCommand } from '../../src/app/cli/commands/campaigns.ts';
import { capacityCommand } from '../../src/app/cli/commands/capacity.ts';
import { enrollmentsCommand } from '../../src/app/cli/commands/enrollments.ts';
import { experimentsCommand } from '../../src/app/cli/commands/experiments.ts';
import { explainCommand } from '../../src/app/cli/commands/explain.ts';
import { keysCommand } from '../../src/app/cli/commands/keys.ts';
import { peopleCommand } from '../../src/app/cli/commands/people.ts';
import { sequencesCommand } from '../../src/app/cli/commands/sequences.ts';
import { tasksCommand } from '../../src/app/cli/commands/tasks.ts';
import { explainEnrollment } from '../../src/app/cli/explain-enrollment.ts';
import { exitCodeOf } from '../../src/app/cli/print.ts';
import { openTask } from '../../src/runtime/store/tasks/open-task.ts';
import { ADMIN, type ApiBench, openApi } from '../api/fixtures.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { runInProcess } from '../support/overture-command.ts';

let api: ApiBench;
let port: string;
let id: string;
beforeAll(async () => {
  api = await openApi();
  port = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port;
  await addSequence(api.db, 'hello');
  id = (await api.call('POST', '/api/enrollments', { sequence: 'hello', lead: ada() })).body.id;
  await api.call('POST', '/api/campaigns', { name: 'Spring', sequence: 'hello', source: { leads: [ada()] } });
});
afterAll(() => api.close());
beforeEach(() => {
  vi.stubEnv('OVERTURE_PORT', port);
  vi.stubEnv('OVERTURE_API_KEY', ADMIN);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function run(command: Command, ...args: string[]): Promise<string> {
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  await command.exitOverride().parseAsync(args, { from: 'user' });
  return printed;
}
const exitOf = (command: Command, ...args: string[]) => run(command, ...args).then(() => 0, exitCodeOf);

describe('the commands', () => {
  it('compare the arms of a sequence', async () => {
    expect(await run(experimentsCommand(), 'hello')).toBe('hello has no split, so there is nothing to compare.\n');
    const arms = ['long', 'short'].map((name) => `${name}: { steps: [visit] }`);
    const text = `sequence: zwei\nsenders: { professional: [acc_anna] }\nsteps:\n  - split: { ${arms.join(', ')} }\n  - end: done\n`;
    expect(await api.call('POST', '/api/sequences', text)).toMatchObject({ status: 201 });
    const printed = await run(experimentsCommand(), 'zwei');
    expect(printed).toMatch(/ARM +WEIGHT +ENTERED.*\nlong +1 +0 .*\nshort +1 +0 /);
    expect(printed).toContain('Too early: nobody of short or long can be judged yet.\n');
    expect(JSON.parse(await run(experimentsCommand(), 'zwei', '--window', '5', '--json'))).toMatchObject({
      window_days: 5,
    });
    expect(await exitOf(experimentsCommand(), 'zwei', '--window', 'soon')).toBe(2);
    expect(await exitOf(experimentsCommand(), 'none')).toBe(1);
  });

  it('list enrollments', async () => {
    expect(await run(enrollmentsCommand())).toMatch(/ID +PERSON +SEQUENCE.*\nenr_\w+ +Ada Lovelace +hello +queued/);
    expect(JSON.parse(await run(enrollmentsCommand(), '--json')).items[0].id).toBe(id);
    expect(await run(enrollmentsCommand(), '--status', 'finished')).toBe('No enrollments.\n');
  });

  it('list people, and show one with all that is known', async () => {
    expect(await run(peopleCommand(), '--sequence', 'hello')).toMatch(/ID +PERSON.*\nlead_\w+ +Ada Lovelace/);
    expect(await run(peopleCommand(), '--suppressed')).toBe('Nobody.\n');
    expect(await exitOf(peopleCommand(), '--status', 'asleep')).toBe(2);
    const text = await run(peopleCommand(), 'lovelace');
    expect(text).toMatch(/^Ada Lovelace {2}\(lead_\w+\)\n/);
    expect(text).toContain('known by: slug ada-lovelace');
    expect(text).toMatch(new RegExp(`${id} +hello +queued`));
    await api.db.query(
      `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at)
       values ('said', $1, 'note', 1, 'acc_anna', 'messages', 'send', 'message', 'done', '{"params": {"message_text": "Hi\\nAda"}}', '2026-01-05T09:00:00Z')`,
      [id],
    );
    const words = await run(peopleCommand(), 'lovelace');
    await api.db.query(`delete from intents where key = 'said'`);
    expect(words).toContain('\n2026-01-05 09:00 UTC  we, from acc_anna, by message, step note of hello\n  Hi\n  Ada\n');
    expect(JSON.parse(await run(peopleCommand(), 'lovelace', '--json')).enrollments[0].id).toBe(id);
  });

  it('list campaigns', async () => {
    expect(await run(campaignsCommand())).toMatch(
      /^Spring {2}\(cmp_\w+\)\n {2}hello, importing, weight 1\n {2}0 enrolled, 0 queued, 0 finished\n$/,
    );
    expect(JSON.parse(await run(campaignsCommand(), '--json')).items[0].name).toBe('Spring');
  });

  it.each(['id', 'Ada Lovelace', 'https://professional.example/in/ada-lovelace/', 'lovelace'])(
    'explain by %s',
    async (who) => {
      const text = await run(explainCommand(), who === 'id' ? id : who);
      expect(text).toContain('Ada Lovelace in hello, version 1, sent from acc_anna (professional); enrolled');
      expect(text).toContain('Queued');
      expect(text).toContain('Enrolled in hello, version 1');
    },
  );

  it('explain whom the words mean: by the whole name before its parts, by those before beginnings, and never by a piece of an id', async () => {
    const enroll = async (lead: Record<string, unknown>) => {
      const { status } = await api.call('POST', '/api/enrollments', { sequence: 'hello', lead: ada(lead) });
      expect(status).toBe(201);
    };
    await enroll({ profile_url: 'priya-nair-ada', first_name: 'Priya', last_name: 'Nair', email: 'p.nair@n.example' });
    await enroll({ profile_url: 'adam-smith', first_name: 'Adam', last_name: 'Smith', email: 'adam@s.example' });
    await enroll({ profile_url: 'eve', first_name: 'Eve', last_name: 'Ada Lovelace', email: 'eve@l.example' });
    await enroll({ profile_url: 'smith', first_name: 'Zoe', last_name: '100%', email: 'zoe@z.example' });
    const first = async (who: string) => (await run(explainCommand(), who)).split(' in hello')[0];
    expect(await first('ada lovelace')).toBe('Ada Lovelace');
    expect(await first('Adam')).toBe('Adam Smith');
    expect(await first('Smith')).toBe('Adam Smith');
    expect(await first('pri')).toBe('Priya Nair');
    expect(await first('p.nair')).toBe('Priya Nair');
    expect(await first('eve@l.example')).toBe('Eve Ada Lovelace');
    expect(await first('priya-nair-ada')).toBe('Priya Nair');
    expect(await first('https://www.professional.example/in/smith?x=1')).toBe('Zoe 100%');
    expect(await first('100%')).toBe('Zoe 100%');
    await expect(run(explainCommand(), 'Ada')).rejects.toMatchObject({ code: 'several_people' });
    await expect(run(explainCommand(), 'Ada')).rejects.toThrow(/^2 people are called Ada: Eve Ada .*, Ada Lovelace \(/);
    for (const piece of ['nair-ada', 'riya', 'ovelace', '%', '_', 'n.example', 'Acme Nobody']) {
      await expect(run(explainCommand(), piece)).rejects.toMatchObject({ code: 'unknown_person' });
    }
  });

  it('explain as JSON', async () => {
    expect(JSON.parse(await run(explainCommand(), id, '--json'))).toMatchObject({
      enrollments: [{ id, text: expect.any(String), timeline: [{ type: 'enrolled' }] }],
    });
  });

  it('list what waits for a person, and decide it', async () => {
    expect(await run(tasksCommand())).toBe('Nothing waits for a person.\n');
    const at = new Date('2026-03-02T08:00:00Z');
    const task = { enrollment_id: id, visit: 1, kind: 'task', preview: {}, created_at: at, assignee: 'anna' } as const;
    const ask = (node: string) =>
      openTask(api.db, { ...task, id: `tsk_${node}`, node, text: `Call\nAda, ${node}`, due_at: null });
    await ask('one');
    await openTask(api.db, {
      ...task,
      id: 'tsk_two',
      node: 'two',
      text: 'Write',
      due_at: new Date('2030-01-02T03:04:00Z'),
    });
    const listed = await run(tasksCommand());
    expect(listed).toMatch(/ID +KIND +STATUS +DUE +FOR +TEXT\n/);
    expect(listed).toContain('tsk_one  task  open                          anna  Call Ada, one\n');
    expect(listed).toContain('2030-01-02 03:04 UTC');
    expect(JSON.parse(await run(tasksCommand(), '--json')).items.map((item: { id: string }) => item.id)).toEqual([
      'tsk_two',
      'tsk_one',
    ]);
    expect(await run(tasksCommand(), 'decide', 'tsk_one', 'approve', '--note', 'done')).toBe(
      'Approved: Call⏎Ada, one\n',
    );
    expect(await exitOf(tasksCommand(), 'decide', 'tsk_one', 'approve')).toBe(1);
    expect(JSON.parse(await run(tasksCommand(), 'decide', 'tsk_two', 'reject', '--json'))).toMatchObject({
      status: 'done',
      decision: 'reject',
    });
    expect(await run(tasksCommand(), '--status', 'done')).toContain('done: approve');
    expect(await exitOf(tasksCommand(), '--status', 'new')).toBe(2);
  });

  it('tell what an account may still send, as a table and as JSON', async () => {
    const table = await run(capacityCommand(), 'acc_anna', '--days', '3');
    expect(table.split('\n')[0]).toMatch(/^DAY +VISITS +INVITATIONS +MESSAGES +INMAILS$/);
    expect(table.match(/^\d{4}-\d\d-\d\d/gm)).toHaveLength(3);
    expect(table).toMatch(/^SHARED BY +WEIGHT +WAITING +BOOKED +LAST SLOT$/m);
    expect(table).toMatch(/^\d{4}-\d\d-\d\d +0 of -/m);
    const { days } = JSON.parse(await run(capacityCommand(), 'acc_anna', '--json'));
    expect(days).toHaveLength(14);
    expect(days[0].classes.invite).toEqual({ cap: null, used: 0, booked: 0 });
    expect(await exitOf(capacityCommand(), 'acc_gone')).toBe(1);
  });

  it('tell it of an account by its name, and of all that have the name', async () => {
    const [{ name }] = (await api.call('GET', '/api/accounts')).body.items;
    const byId = await run(capacityCommand(), 'acc_anna', '--days', '2');
    await api.db.query(`update accounts set name = 'Anna Keller' where id = 'acc_anna'`);
    expect(await run(capacityCommand(), 'anna', '--days', '2')).toBe(byId);
    await api.db.query(`update accounts set name = 'Anna Keller' where id = 'acc_mail'`);
    const both = await run(capacityCommand(), 'Anna Keller', '--days', '2');
    expect(both.match(/^Anna Keller \(acc_\w+\)$/gm)).toEqual(['Anna Keller (acc_anna)', 'Anna Keller (acc_mail)']);
    await expect(run(capacityCommand(), 'Anna Keller', '--json')).rejects.toMatchObject({ code: 'several_accounts' });
    await expect(run(capacityCommand(), 'Nobody')).rejects.toMatchObject({ code: 'unknown_account' });
    await api.db.query(`update accounts set name = $1 where id = 'acc_anna'`, [name]);
  });

  it('say why an account waits: what holds it, and what its people wait for', async () => {
    expect(await run(accountsCommand())).toMatch(/^acc_anna +professional +\S.* +connected$/m);
    const text = '10 of 10 invitations of Anna used today';
    await api.db.query(
      `update enrollments set status = 'active', started_at = created_at, node = 'invite', visit = 1, waiting_kind = 'slot',
              waiting_text = $1, waiting_detail = '{"constraint": "day_cap", "limit_class": "invite"}', until = '2026-03-03T09:00:00Z'`,
      [text],
    );
    const waits =
      /^acc_anna .*connected +(\d+) (person|people): 10 of 10 invitations of Anna used today, the next at 2026-03-03 09:00 UTC$/m;
    expect(await run(accountsCommand(), 'list')).toMatch(waits);
    await api.call('POST', '/api/accounts/acc_anna/pause', { note: 'holiday' });
    expect(await run(accountsCommand(), 'show', 'acc_anna')).toMatch(
      /waits: Paused with .*holiday\nwaits: \d+ p\w+: 10 of 10/,
    );
    await api.call('POST', '/api/accounts/acc_anna/resume');
  });

  it('pause, resume and stop a campaign by its name, and an account', async () => {
    await expect(run(campaignsCommand(), 'pause', 'Spring')).rejects.toMatchObject({ code: 'confirmation_needed' });
    expect(await run(campaignsCommand(), 'pause', 'spring', '--note', 'budget', '--yes')).toMatch(
      /^Spring \(cmp_\w+\) is paused; it affects \d+ enrollments?\.\n$/,
    );
    expect(await run(campaignsCommand(), 'list')).toContain('hello, paused');
    expect(await run(campaignsCommand(), 'resume', 'Spring', '--yes')).toContain('is importing');
    expect(JSON.parse(await run(campaignsCommand(), 'stop', 'Spring', '--yes', '--json')).status).toBe('stopped');
    await expect(run(campaignsCommand(), 'stop', 'Autumn', '--yes')).rejects.toMatchObject({
      code: 'unknown_campaign',
    });
    expect(await run(accountsCommand(), 'pause', 'acc_mail', '--yes')).toContain(
      '(acc_mail) is paused; it affects 0 enrollments.',
    );
    expect(await run(accountsCommand(), 'resume', 'acc_mail', '--yes')).toContain('(acc_mail) is running');
  });

  it('show what is published, and its versions', async () => {
    const text = 'sequence: two\nsteps:\n  - visit\n  - end: done\n';
    expect((await api.call('POST', '/api/sequences', text)).status).toBe(201);
    expect((await api.call('POST', '/api/sequences', text.replace('done', 'over'))).status).toBe(201);
    expect(await run(sequencesCommand())).toMatch(/^NAME +VERSION .*\nhello +1 .*\ntwo +2 /);
    expect(await run(sequencesCommand(), 'list', '--limit', '1')).toContain('More: --cursor ');
    const versions = await run(sequencesCommand(), 'versions', 'two');
    expect(versions).toMatch(/\n2 +current +\S.*sha256:\w+\n1 +\S.*sha256:\w+\n$/);
    expect(JSON.parse(await run(sequencesCommand(), 'versions', 'two', '--limit', '1', '--json'))).toMatchObject({
      ...{ items: [{ version: 2, current: true }], next_cursor: expect.any(String) },
    });
    const shown = await run(sequencesCommand(), 'show', 'two', '--version', '1');
    expect(shown).toMatch(/^# two, version 1, not the current one, .*\nsequence: two\n/);
    expect(JSON.parse(await run(sequencesCommand(), 'show', 'two', '--json')).source).toBe(
      text.replace('done', 'over'),
    );
    await expect(run(sequencesCommand(), 'versions', 'none')).rejects.toMatchObject({ code: 'unknown_sequence' });
    const whole = await runInProcess('.', 'sequences', 'show', 'two', '--version', '1');
    expect(whole).toMatchObject({ code: 0, out: shown });
  });

  it('list keys and end one', async () => {
    const { id: made } = JSON.parse(
      await run(keysCommand(), 'create', '--scopes', 'read', '--name', 'report', '--json'),
    );
    expect(await run(keysCommand(), 'list')).toMatch(new RegExp(`^${made} +report +read +\\d{4}-.* UTC$`, 'm'));
    expect(await run(keysCommand(), 'revoke', made)).toBe(`${made} is revoked.\n`);
    expect(await run(keysCommand(), 'list')).toMatch(new RegExp(`^${made} +report +read +\\S+ \\S+ UTC +\\d{4}-`, 'm'));
    await expect(run(keysCommand(), 'revoke', made)).rejects.toMatchObject({ code: 'unknown_key' });
  });

  it('make keys', async () => {
    const made = JSON.parse(await run(keysCommand(), 'create', '--scopes', 'read', '--json'));
    expect(made).toEqual({ id: expect.any(String), key: expect.stringMatching(/^ovk_/), scopes: ['read'] });
  });

  it('end with 1 for a problem, 2 for wrong use, 3 when nobody answers', async () => {
    expect(await exitOf(explainCommand(), 'nobody-at-all')).toBe(1);
    expect(await exitOf(explainCommand(), 'enr_x')).toBe(1);
    expect(await exitOf(enrollmentsCommand(), '--status', 'done')).toBe(2);
    expect(await exitOf(keysCommand(), 'create', '--scopes', 'root')).toBe(2);
    vi.stubEnv('OVERTURE_PORT', '1');
    expect(await exitOf(enrollmentsCommand())).toBe(3);
  });
});

describe('where the API is', () => {
  it('comes from the environment, else from the home', () => {
    const home = mkdtempSync(join(tmpdir(), 'overture-home-'));
    try {
      expect(() => resolveApi({ OVERTURE_HOME: home })).toThrow('there is no run file in');
      writeFileSync(join(home, 'api-key'), 'ovk_of_the_home\n');
      writeFileSync(
        join(home, 'run.json'),
        JSON.stringify({ pid: 1, started_at: 'x', api: { url: 'http://127.0.0.1:4444', port: 4444 } }),
      );
      expect(resolveApi({ OVERTURE_HOME: home })).toEqual({ url: 'http://127.0.0.1:4444', key: 'ovk_of_the_home' });
      expect(resolveApi({ OVERTURE_HOME: home, OVERTURE_PORT: '0' }).url).toBe('http://127.0.0.1:4444');
      expect(resolveApi({ OVERTURE_HOME: home, OVERTURE_PORT: '5', OVERTURE_API_KEY: 'given' })).toEqual({
        url: 'http://127.0.0.1:5',
        key: 'given',
      });
    } finally {
      rmSync(home, { recursive: true });
    }
  });
});

describe('an explanation', () => {
  const wait = {
    constraint: 'day_cap',
    text: '10 of 10 invitations of Anna used today',
    detail: null,
    would_change: ['A higher limit.', 'Another account.'],
    until: '2026-01-06T09:12:00.000Z',
    until_local: 'Tue 6 Jan 2026 10:12 Europe/Paris',
  };
  const base: Explanation = {
    id: 'enr_1',
    sequence: 'hello',
    version: 2,
    status: 'active',
    outcome: null,
    lead_id: 'lead_1',
    lead: {
      ...{ id: 'lead_1', first_name: 'Ada', last_name: null, headline: null, company: null, email: null },
      ...{ profile_url: null, phone_number: null, location: null, timezone: null, country: null, vars: {}, tags: [] },
    },
    ...{ campaign_id: null, task: null, replied_at: null },
    node: 'invite',
    waiting_for: { kind: 'slot', text: wait.text },
    until: wait.until,
    hold: null,
    senders: { professional: 'acc_anna' },
    created_at: '2026-01-05T09:00:00.000Z',
    finished_at: null,
    now: '2026-01-05T10:00:00.000Z',
    timezone: 'Europe/Paris',
    text: '',
    happened: [],
    waiting: wait,
    next: [{ when: 'then', node: '2-wait', title: 'Wait 2 days' }],
  };
  const said = (more: Partial<Explanation>) => explainEnrollment({ ...base, ...more }).split('\n');

  it('says what it waits for, until when, what would change it and what comes next', () => {
    expect(said({})[0]).toMatch(/enrolled Mon 5 Jan 2026 10:00 Europe\/Paris\.$/);
    expect(said({}).slice(1, 6)).toEqual([
      'Waits at step invite: 10 of 10 invitations of Anna used today, until Tue 6 Jan 2026 10:12 Europe/Paris (in 23 hours 12 minutes).',
      '  What would change it:',
      '  - A higher limit.',
      '  - Another account.',
      '  Next: then: Wait 2 days [2-wait].',
    ]);
    expect(said({ waiting: { ...wait, until: '2026-01-05T09:00:00.000Z' } })[1]).toContain('due since');
    expect(said({ waiting: null })[1]).toBe('Under way at step invite: a step is being carried out.');
  });

  it('says how it ended', () => {
    expect(said({ status: 'finished', outcome: 'no_answer', finished_at: '2026-01-05T09:30:00.000Z' })[1]).toBe(
      'Ended Mon 5 Jan 2026 10:30 Europe/Paris as no answer.',
    );
    expect(said({ status: 'paused' })[1]).toContain('Paused by a person');
    const held = { ...wait, text: 'Paused with the sequence hello by a person', until: null };
    const above = said({
      status: 'paused',
      hold: { scope: 'sequence', target: 'hello', state: 'paused' },
      waiting: held,
    });
    expect(above[1]).toBe('Waits at step invite: Paused with the sequence hello by a person.');
    expect(said({ lead: null })[0]).toContain('(erased)');
  });

  it('quotes what a person wrote on one line', () => {
    const line = {
      at: base.created_at,
      node: null,
      type: 'replied',
      title: 'Replied by email',
      detail: { text: 'Yes,\n\nplease' },
    };
    expect(said({ happened: [line] }).at(-1)).toBe('  Mon 5 Jan 2026 10:00  Replied by email: “Yes, please”');
  });
});
