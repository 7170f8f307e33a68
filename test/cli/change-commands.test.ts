import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyCommand } from '../../src/app/cli/commands/sequences/apply.ts';
import { diffCommand } from '../../src/app/cli/commands/sequences/diff.ts';
import { planCommand } from '../../src/app/cli/commands/sequences/plan.ts';
import { rollbackCommand } from '../../src/app/cli/commands/sequences/rollback.ts';
import { sequencesCommand } from '../../src/app/cli/commands/sequences/sequences.ts';
import { exitCodeOf } from '../../src/app/cli/print.ts';
import { ADMIN, type ApiBench, openApi } from '../api/fixtures.ts';
import { ada } from '../enroll/fixtures.ts';

const FIRST = `sequence: hello
senders: { professional: [acc_anna] }
limits: { visits: 20/day }
steps:
  - visit
  - wait: 3 days
  - end: done
`;
const SECOND = FIRST.replace('20/day', '30/day')
  .replace('3 days', '5 days')
  .replace('  - visit\n', '  - withdraw\n  - visit\n');

let api: ApiBench;
let folder: string;
beforeEach(async () => {
  api = await openApi();
  vi.stubEnv('OVERTURE_PORT', new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port);
  vi.stubEnv('OVERTURE_API_KEY', ADMIN);
  folder = mkdtempSync(join(tmpdir(), 'overture-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.exitCode = 0;
  await api.close();
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function run(command: Command, ...args: string[]): Promise<string> {
  let printed = '';
  const catching = (text: unknown) => {
    printed += String(text);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(catching);
  vi.spyOn(process.stderr, 'write').mockImplementation(catching);
  await command.exitOverride().parseAsync(args, { from: 'user' });
  return printed;
}
const exitOf = (command: Command, ...args: string[]) =>
  run(command, ...args).then(() => Number(process.exitCode ?? 0), exitCodeOf);

describe('diff', () => {
  it('of two files needs no engine, and says what changed in words', async () => {
    vi.stubEnv('OVERTURE_PORT', '1');
    const printed = await run(diffCommand(), file('a.yaml', FIRST), file('b.yaml', SECOND));
    expect(printed).toContain('~ limits.visits: 20 a day → 30 a day');
    expect(printed).toContain('+ withdraw  (step 1)');
    expect(printed).toContain('~ wait 3 days → wait 5 days  (step 2 → 3)');
    expect(printed).toContain('Steps: 1 added, 1 changed, 0 moved, 0 removed, 2 as before.');
  });

  it('shows another text as a whole, and a text with other words word by word', async () => {
    const asking = (text: string) => FIRST.replace('  - end: done', `  - task: "${text}"\n  - end: done`);
    const old = file('a.yaml', asking('Call them before noon and ask about the job'));
    const printed = await run(diffCommand(), old, file('b.yaml', asking('Write a letter by hand, with a stamp')));
    expect(printed).toContain(
      '        - Call them before noon and ask about the job\n        + Write a letter by hand, with a stamp',
    );
    expect(
      await run(diffCommand(), old, file('c.yaml', asking('Call them after noon and ask about the job'))),
    ).toContain('text: Call them [-before-]{+after+} noon and ask about the job');
  });

  it('says the hours of several days at once', async () => {
    const hours = (words: string) =>
      FIRST.replace(
        'steps:',
        `schedule: { timezone: lead, fallback_timezone: Europe/Paris, hours: { ${words} } }\nsteps:`,
      );
    const [a, b] = [hours('mon-fri: "09:00-18:00"'), hours('mon-thu: "09:00-18:00", sat: "10:00-12:00"')];
    expect(await run(diffCommand(), file('a.yaml', a), file('b.yaml', b))).toContain(
      '~ schedule.hours: Mon-Fri 09:00-18:00 → Mon-Thu 09:00-18:00; Sat 10:00-12:00',
    );
  });

  it('of one file is against what is published', async () => {
    await api.call('POST', '/api/sequences', FIRST);
    await api.call('POST', '/api/sequences', SECOND);
    expect(await run(diffCommand(), file('b.yaml', SECOND))).toContain('No difference');
    const against = JSON.parse(await run(diffCommand(), file('b.yaml', SECOND), '--against', '1', '--json'));
    expect(against).toMatchObject({ steps: [{ change: 'added' }, { change: 'changed' }] });
    expect(await exitOf(diffCommand(), file('b.yaml', SECOND), '--against', '7')).toBe(1);
    expect(await exitOf(diffCommand(), file('b.yaml', SECOND), '--against', 'x')).toBe(2);
    expect(await exitOf(diffCommand(), join(folder, 'none.yaml'))).toBe(2);
    expect(await exitOf(diffCommand(), file('c.yaml', 'sequence: x\nsteps: 3\n'))).toBe(1);
    vi.stubEnv('OVERTURE_PORT', '1');
    expect(await exitOf(diffCommand(), file('b.yaml', SECOND))).toBe(3);
  });
});

describe('plan, apply and rollback', () => {
  beforeEach(async () => {
    await api.call('POST', '/api/sequences', FIRST);
    const { body } = await api.call('POST', '/api/enrollments', { sequence: 'hello', lead: ada() });
    await api.db.query(`update enrollments set status = 'active', node = '2-wait', visit = 1 where id = $1`, [body.id]);
  });

  it('show, do exactly that, and undo it', async () => {
    const path = file('hello.yaml', SECOND);
    const plan = join(folder, 'plan.json');
    const shown = await run(planCommand(), path, '--move', '--out', plan);
    expect(shown).toContain('hello: version 1 → 2');
    expect(shown).toMatch(/move\s+v1 Wait 3 days\s+→ Wait 5 days\s+1/);
    expect(shown).toContain(`Nothing has changed. To do it: overture apply ${path} --move --plan ${plan}`);
    expect(await run(applyCommand(), path, '--move', '--plan', plan)).toContain('version 2 is current; 1 moved.');
    await expect(run(rollbackCommand(), 'hello')).rejects.toMatchObject({
      ...{
        code: 'confirmation_needed',
        message: expect.stringContaining('would affect 1 enrollment: hello goes back to'),
      },
    });
    expect((await api.call('GET', '/api/sequences/hello')).body.version).toBe(2);
    const back = await run(rollbackCommand(), 'hello', '--yes');
    expect(back).toMatch(/move\s+v2 Wait 5 days\s+→ Wait 3 days\s+1/);
    expect(back).toContain('version 1 is current; 1 moved.');
    expect(await exitOf(rollbackCommand(), 'hello', '--yes')).toBe(1);
  });

  it('show who becomes due at once, and ask about the day that is above the mean', async () => {
    const VISITS = FIRST.replace('  - end: done', '  - visit\n  - end: done').replace('3 days', '30 days');
    await api.call('POST', '/api/sequences', VISITS);
    const { body } = await api.call('POST', '/api/enrollments', {
      ...{ sequence: 'hello', lead: ada({ first_name: 'Grace', profile_url: 'grace' }) },
    });
    await api.db.query(
      `update enrollments set status = 'active', node = '2-wait', visit = 1, waiting_kind = 'time', until = $2 where id = $1`,
      [body.id, new Date(api.clock.now() + 20 * 86_400_000)],
    );
    const sooner = file('sooner.yaml', VISITS.replace('30 days', '5 days'));
    const shown = await run(planCommand(), sooner, '--move');
    expect(shown).toMatch(/Due at once: 1\n\s+WHO.*\n\s+Grace Lovelace\s+Visit \(2 of 2\)\s+acc_anna\s+was due/);
    expect(shown).toMatch(
      /acc_anna\s+visit\s+\d{4}-\d\d-\d\d\s+0\s+1\s+1 more become due, where 0\.\d+ a day are usual/,
    );
    await expect(run(applyCommand(), sooner, '--move')).rejects.toMatchObject({
      ...{
        code: 'confirmation_needed',
        message: expect.stringMatching(/visit of acc_anna: 1 more become due, where 0\.\d/),
      },
    });
  });

  it('roll back without a word where nobody is concerned', async () => {
    await run(applyCommand(), file('hello.yaml', SECOND));
    expect(await run(rollbackCommand(), 'hello')).toContain('version 1 is current; 0 moved');
  });

  it('move nobody without a word where nobody can be asked', async () => {
    const path = file('hello.yaml', SECOND);
    expect(await exitOf(applyCommand(), path, '--move')).toBe(2);
    expect((await api.call('GET', '/api/sequences/hello')).body.version).toBe(1);
    expect(await run(applyCommand(), path)).toContain('version 2 is current; 0 moved');
  });

  it('apply at once what they would show', async () => {
    const path = file('hello.yaml', SECOND);
    expect(await run(applyCommand(), path, '--yes')).toMatch(/With --move:[\s\S]*version 2 is current; 0 moved/);
    expect(JSON.parse(await run(applyCommand(), path, '--move', '--yes', '--json'))).toMatchObject({
      version: 2,
      moved: 1,
    });
  });

  it('leave alone what is kept in the console, and take it over on request', async () => {
    await api.call('POST', '/api/sequences?kept_by=console&based_on=1&take_over=true', FIRST);
    const path = file('hello.yaml', SECOND);
    for (const command of [planCommand(), applyCommand()]) {
      const refused = {
        code: 'kept_elsewhere',
        detail: { kept_by: 'console', fix: expect.stringContaining('--take-over') },
      };
      await expect(run(command, path)).rejects.toMatchObject(refused);
    }
    expect(await run(planCommand(), path, '--take-over')).toContain('from then on it is kept by a file');
    expect(await run(applyCommand(), path, '--take-over')).toContain('version 2 is current');
    expect((await api.call('GET', '/api/sequences/hello')).body).toMatchObject({ version: 2, kept_by: 'file' });
  });

  it('have drafts beside them, which are saved over what was seen', async () => {
    const [path, other] = [file('new.yaml', FIRST.replace('hello', 'new')), file('other.yaml', 'sequence: [')];
    const draft = (...args: string[]) => run(sequencesCommand(), 'draft', 'new', ...args);
    expect(await draft('--save', path)).toMatch(/Saved as the draft of new, revision rev_\w+\. Nothing is published/);
    const { revision } = JSON.parse(await draft('--json'));
    await expect(draft('--save', other)).rejects.toMatchObject({ code: 'draft_changed' });
    expect(await draft('--save', other, '--over', revision)).toContain('error SEQ');
    expect(await draft()).toMatch(/^# The draft of new, revision rev_\w+, new, by from the environment\nsequence: \[/);
    expect(await run(sequencesCommand(), 'drafts')).toMatch(/new\s+new\s+from the environment/);
    expect(await run(sequencesCommand(), 'copy', 'hello', 'hello-2')).toContain('hello-2 is a draft now');
    expect(await run(sequencesCommand(), 'list')).toMatch(/hello\s+1\s+file/);
    expect(await draft('--discard')).toContain('The draft of new is discarded');
    await expect(draft()).rejects.toMatchObject({ code: 'unknown_draft' });
    // Which version it started from is not guessed.
    const published = run(sequencesCommand(), 'draft', 'hello', '--save', path);
    await expect(published).rejects.toMatchObject({ code: 'wrong_use', fix: expect.stringContaining('--based-on 1') });
  });

  it('print what only the engine finds wrong, as a problem and not as a wrong use', async () => {
    const path = file('hello.yaml', SECOND.replace('acc_anna', 'acc_nobody'));
    for (const command of [planCommand(), applyCommand()]) {
      const printed = await run(command, path);
      expect(printed).toContain('hello.yaml:2:27 error APPLY001 acc_nobody is not a connected professional account');
      expect(process.exitCode).toBe(1);
    }
  });

  it('plan anew when somebody went on and nobody was asked', async () => {
    await api.db.query(`create function goes_on() returns trigger language plpgsql as
      $$ begin update enrollments set node = '1-visit'; return new; end $$`);
    // Only of the first plan: the second finds them where they are.
    await api.db.query('create trigger goes_on after insert on change_plans for each row execute function goes_on()');
    expect(await run(applyCommand(), file('hello.yaml', SECOND), '--move', '--yes')).toMatch(
      /Somebody has moved since; making the plan again\.[\s\S]*version 2 is current; 1 moved/,
    );
  });

  it('name the sequences when two files are of two', async () => {
    const other = file(
      'other.yaml',
      FIRST.replace('sequence: hello', 'sequence: other').replace('end: done', 'end: over'),
    );
    const printed = await run(diffCommand(), file('hello.yaml', FIRST), other);
    expect(printed).toContain('~ sequence: hello → other');
    expect(printed).not.toContain('[-done-]');
  });

  it('refuse a plan of another text, or of other people', async () => {
    const path = file('hello.yaml', SECOND);
    const { hash } = JSON.parse(await run(planCommand(), path, '--move', '--json'));
    expect(await exitOf(applyCommand(), file('other.yaml', FIRST), '--plan', hash)).toBe(1);
    await api.db.query(`update enrollments set node = '1-visit'`);
    await expect(run(applyCommand(), path, '--move', '--plan', hash)).rejects.toMatchObject({ code: 'stale_plan' });
    await expect(run(applyCommand(), path, '--move', '--plan', hash)).rejects.toMatchObject({
      detail: {
        lines: [
          expect.stringContaining(
            'then “at Wait 3 days in version 1, moves to Wait 5 days”, now “at Visit in version 1, moves to Visit”',
          ),
        ],
      },
    });
    await expect(run(applyCommand(), path, '--plan', `sha256:${'0'.repeat(64)}`)).rejects.toMatchObject({
      code: 'unknown_plan',
      fix: 'Make one: overture plan FILE.',
    });
    expect(await exitOf(applyCommand(), path, '--plan', 'nonsense')).toBe(2);
    expect(await exitOf(planCommand(), file('bad.yaml', FIRST.replace('visit\n', 'visti\n')))).toBe(1);
    vi.stubEnv('OVERTURE_PORT', '1');
    expect(await exitOf(planCommand(), path)).toBe(3);
  });
});
