import type { Command } from 'commander';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { keysCommand } from '../../src/app/cli/commands/access/keys.ts';
import { accountsCommand } from '../../src/app/cli/commands/accounts/accounts.ts';
import { capacityCommand } from '../../src/app/cli/commands/accounts/capacity.ts';
import { campaignsCommand } from '../../src/app/cli/commands/campaigns/campaigns.ts';
import { experimentsCommand } from '../../src/app/cli/commands/campaigns/experiments.ts';
import { enrollmentsCommand } from '../../src/app/cli/commands/people/enrollments.ts';
import { explainCommand } from '../../src/app/cli/commands/people/explain.ts';
import { peopleCommand } from '../../src/app/cli/commands/people/people.ts';
import { tasksCommand } from '../../src/app/cli/commands/people/tasks.ts';
import { sequencesCommand } from '../../src/app/cli/commands/sequences/sequences.ts';
import { exitCodeOf } from '../../src/app/cli/print.ts';
import { noteAddressReports } from '../../src/runtime/store/addresses/address-reports.ts';
import { openTask } from '../../src/runtime/store/tasks/open-task.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { runInProcess } from '../support/overture-command.ts';
import { reachedByCommands } from './fixtures.ts';
import { printedBy as run } from './run-command.ts';

let api: ApiBench;
let id: string;
beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
  id = (await api.call('POST', '/api/enrollments', { sequence: 'hello', lead: ada() })).body.id;
  await api.call('POST', '/api/campaigns', { name: 'Spring', sequence: 'hello', source: { leads: [ada()] } });
});
afterAll(() => api.close());
reachedByCommands(() => api);
afterEach(() => {
  vi.restoreAllMocks();
});

const exitOf = (command: Command, ...args: string[]) => run(command, ...args).then(() => 0, exitCodeOf);

describe('the commands', () => {
  it('compare the arms of a sequence', async () => {
    expect(await run(experimentsCommand(), 'hello')).toBe('hello has no split, so there is nothing to compare.\n');
    const arms = ['long', 'short'].map((name) => `${name}: { steps: [visit] }`);
    const text = `sequence: zwei\nsenders: { professional: [acc_anna] }\nsteps:\n  - split: { ${arms.join(', ')} }\n  - end: done\n`;
    expect(await api.call('POST', '/api/sequences', text)).toMatchObject({ status: 201 });
    const printed = await run(experimentsCommand(), 'zwei');
    expect(printed).toMatch(/ARM +WEIGHT +ENTERED.*\nlong +1 +0 .*\nshort +1 +0 /);
    expect(printed.match(/Too early: nobody of short or long can be judged yet\.\n/g)).toHaveLength(1);
    expect(JSON.parse(await run(experimentsCommand(), 'zwei', '--window', '5', '--json'))).toMatchObject({
      window_days: 5,
    });
    expect(await exitOf(experimentsCommand(), 'zwei', '--window', 'soon')).toBe(2);
    expect(await exitOf(experimentsCommand(), 'none')).toBe(1);
  });

  it('say how new people are moved towards the better arm, and since when it is decided', async () => {
    const text = `sequence: zwei-moving
senders: { professional: [acc_anna] }
steps: [{ wait: 1 hour }, { split: { optimize: replied, arms: { long: [visit], short: [visit] } } }, { end: done }]
`;
    expect(await api.call('POST', '/api/sequences', text)).toMatchObject({ status: 201 });
    expect(await run(experimentsCommand(), 'zwei-moving')).toContain(
      'Not decided: of new people 50 % to long, 50 % to short',
    );
    const { node } = JSON.parse(await run(experimentsCommand(), 'zwei-moving', '--json')).splits[0];
    await api.db.query(
      `insert into experiments (sequence, node, metric, arms, tallies, look_at)
       values ('zwei-moving', $1, 'replied', array['long', 'short'], '{"long": {"judged": 40, "successes": 3}, "short": {"judged": 40, "successes": 10}}', 100)`,
      [node],
    );
    await api.db.query(
      `with e as (insert into enrollments (id, sequence, version, digest, senders, status, created_at)
                  select 'enr_moving' || n, 'zwei-moving', 1, (select digest from sequence_versions where sequence = 'zwei-moving'), '{}', 'active', now() from generate_series(1, 3) n returning id)
       insert into arm_choices (enrollment_id, node, experiment_id, arm, at, shares, seen)
       select id, $1, (select id from experiments where sequence = 'zwei-moving'), case id when 'enr_moving1' then 'long' else 'short' end,
              case id when 'enr_moving3' then '2026-03-11'::timestamptz else '2026-03-03' end,
              case id when 'enr_moving3' then '{"long": 0.2, "short": 0.8}' else '{"long": 0.5, "short": 0.5}' end::jsonb, '{}' from e`,
      [node],
    );
    const printed = await run(experimentsCommand(), 'zwei-moving');
    // By weight both are 1; new people go by what the arms have brought.
    expect(printed).toMatch(/ARM +SHARE NOW +ENTERED.*\nlong +1\d % .*\nshort +8\d % /);
    expect(printed).toMatch(/Not decided: of new people 1\d % to long, 8\d % to short by what the arms have brought/);
    expect(printed).toMatch(
      /WEEK +long +short *\n2026-03-02 +50 % \(1\) +50 % \(1\) *\n2026-03-09 +20 % \(0\) +80 % \(1\)/,
    );
    await api.db.query(
      `update experiments set winner = 'short', decided_at = '2026-05-04' where sequence = 'zwei-moving'`,
    );
    expect(await run(experimentsCommand(), 'zwei-moving')).toContain(
      'Decided on 2026-05-04: it is proven that more people reply there, so all new people take short.\n',
    );
  });

  it('list enrollments', async () => {
    expect(await run(enrollmentsCommand(), '--sequence', 'hello')).toMatch(
      /ID +PERSON +SEQUENCE.*\nenr_\w+ +Ada Lovelace +hello +queued/,
    );
    expect(JSON.parse(await run(enrollmentsCommand(), '--sequence', 'hello', '--json')).items[0].id).toBe(id);
    expect(await run(enrollmentsCommand(), '--status', 'finished')).toBe('No enrollments.\n');
  });

  it('list people, and show one with all that is known', async () => {
    expect(await run(peopleCommand(), '--sequence', 'hello')).toMatch(/ID +PERSON.*\nlead_\w+ +Ada Lovelace/);
    expect(await run(peopleCommand(), '--suppressed')).toBe('Nobody.\n');
    expect(await exitOf(peopleCommand(), '--status', 'asleep')).toBe(2);
    const text = await run(peopleCommand(), 'lovelace');
    expect(text).toMatch(/^Ada Lovelace {2}\(lead_\w+\)\. Times in UTC\.\n/);
    expect(text).toContain('known by: slug ada-lovelace');
    expect(text).toMatch(new RegExp(`${id} +hello +queued`));
    await api.db.query(
      `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at)
       values ('said', $1, 'note', 1, 'acc_anna', 'messages', 'send', 'message', 'done', '{"params": {"message_text": "Hi\\nAda"}}', '2026-01-05T09:00:00Z')`,
      [id],
    );
    const words = await run(peopleCommand(), 'lovelace');
    await api.db.query(`delete from intents where key = 'said'`);
    expect(words).toContain('\n2026-01-05 09:00  we, from acc_anna, by message, “note” of hello\n  Hi\n  Ada\n');
    expect(JSON.parse(await run(peopleCommand(), 'lovelace', '--json')).enrollments[0].id).toBe(id);
  });

  it('list campaigns', async () => {
    expect(await run(campaignsCommand())).toMatch(
      /^Times in UTC\.\nSpring {2}\(cmp_\w+\)\n {2}hello, importing, weight 1\n {2}imports its people: 0 of 1 rows\n {2}0 enrolled, 0 queued, 0 finished\n$/,
    );
    expect(JSON.parse(await run(campaignsCommand(), '--json')).items[0].name).toBe('Spring');
  });

  it('say why a campaign is paused or stopped, since when, and what ends it', async () => {
    const leads = [ada({ profile_url: 'summer', email: 'summer@a.example' })];
    const { body } = await api.call('POST', '/api/campaigns', { name: 'Summer', sequence: 'hello', source: { leads } });
    const shown = async () => run(campaignsCommand(), 'show', body.id);
    await api.call('POST', `/api/campaigns/${body.id}/pause`, { note: 'budget review' });
    expect(await shown()).toMatch(
      /\n {2}paused by a person on \d{4}-\d\d-\d\d \d\d:\d\d: budget review; to continue: overture resume --campaign cmp_\w+\n/,
    );
    await api.call('POST', `/api/campaigns/${body.id}/stop`, { note: 'the wrong list' });
    expect(await shown()).toMatch(/\n {2}stopped for good on \d{4}-\d\d-\d\d \d\d:\d\d: the wrong list(?:; |\n)/);
  });

  it('say that the address of a person is bad, since when, why, and what ends it', async () => {
    const lead = ada({ profile_url: 'mona', first_name: 'Mona', last_name: 'Quinn', email: 'mona@m.example' });
    expect(await api.call('POST', '/api/enrollments', { sequence: 'hello', lead })).toMatchObject({ status: 201 });
    const at = new Date('2026-01-05T09:00:00Z');
    const report = { address: 'mona@m.example', kind: 'bounce', reason: '550 no such user' } as const;
    await noteAddressReports(api.db, [{ ...report, at, account_id: 'acc_mail' }]);
    expect(await run(peopleCommand(), 'quinn')).toContain(
      '\n  mails to mona@m.example came back for good on 2026-01-05: 550 no such user (if it is good: overture addresses clear mona@m.example)\n',
    );
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
    expect(listed).toContain('tsk_one  task, open, of anna\n  Call\n  Ada, one\n  Why: The sequence asks a person');
    expect(listed).toContain('  Person: Ada Lovelace\n  Account: acc_anna (professional)\n');
    expect(listed).toContain('tsk_two  task, open, due 2030-01-02 03:04, of anna\n  Write\n');
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

  it('show what an account may still send, as a table and as JSON', async () => {
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

  it('show it for an account by its name, and for all that have the name', async () => {
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

  it('say why an account waits: what pauses it, and what its people wait for', async () => {
    expect(await run(accountsCommand())).toMatch(/^acc_anna +professional +\S.* +connected$/m);
    const text = '10 of 10 invitations of Anna used today';
    await api.db.query(
      `update enrollments set status = 'active', started_at = created_at, node = 'invite', visit = 1, waiting_kind = 'slot',
              waiting_text = $1, waiting_detail = '{"constraint": "day_cap", "limit_class": "invite"}', until = '2026-03-03T09:00:00Z'`,
      [text],
    );
    const waits =
      /^acc_anna .*connected +(\d+) (person|people): 10 of 10 invitations of Anna used today, the next at 2026-03-03 09:00$/m;
    expect(await run(accountsCommand(), 'list')).toMatch(waits);
    await api.call('POST', '/api/accounts/acc_anna/pause', { note: 'holiday' });
    expect(await run(accountsCommand(), 'show', 'acc_anna')).toMatch(
      /waits: Paused with .*holiday, since [-\d]{10} [\d:]{5}\nwaits: \d+ p\w+: 10 of 10/,
    );
    await api.call('POST', '/api/accounts/acc_anna/resume');
    const signed = (status: string, since: string | null) =>
      api.db.query(`update accounts set status = $1, held_since = $2 where id = 'acc_mail'`, [status, since]);
    await signed('inactive', '2026-03-02T07:00:00Z');
    expect(await run(accountsCommand(), 'show', 'acc_mail')).toContain(
      'waits: Anna Keller is not connected (inactive), since 2026-03-02 07:00, until its owner connects it again\n',
    );
    await signed('connected', null);
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
    expect(await run(sequencesCommand())).toMatch(/^Times in UTC\.\nNAME +VERSION .*\nhello +1 .*\ntwo +2 /);
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
    expect(await run(keysCommand(), 'list')).toMatch(
      new RegExp(`^${made} +report +read +from the environment +\\d{4}-\\S+ \\S+ *$`, 'm'),
    );
    expect(await run(keysCommand(), 'revoke', made)).toBe(`${made} is revoked.\n`);
    expect(await run(keysCommand(), 'list')).toMatch(
      new RegExp(`^${made} +report +read +from the environment +\\S+ \\S+ +\\d{4}-`, 'm'),
    );
    await expect(run(keysCommand(), 'revoke', made)).rejects.toMatchObject({ code: 'unknown_key' });
  });

  it('make keys', async () => {
    const made = JSON.parse(await run(keysCommand(), 'create', '--scopes', 'read', '--json'));
    expect(made).toEqual({
      id: expect.any(String),
      key: expect.stringMatching(/^ovk_/),
      scopes: ['read'],
      expires_at: null,
    });
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
