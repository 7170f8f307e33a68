import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { enrollCommand } from '../../src/app/cli/commands/campaigns/enroll.ts';
import { importCommand } from '../../src/app/cli/commands/campaigns/import.ts';
import { suppressCommand } from '../../src/app/cli/commands/people/suppress.ts';
import { exitCodeOf } from '../../src/app/cli/print.ts';
import { importPage } from '../../src/runtime/enroll/campaign/import-page.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { addAccount, addSequence } from '../enroll/fixtures.ts';
import { reachedByCommands } from './fixtures.ts';
import { printedBy as run } from './run-command.ts';

let api: ApiBench;
const folder = mkdtempSync(join(tmpdir(), 'overture-import-'));
const file = join(folder, 'people.csv');
beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
  writeFileSync(file, 'Vorname;LinkedIn URL;Kunde\nAda;ada;yes\n;bob;\n');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await api.close();
});
reachedByCommands(() => api);
afterEach(() => {
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

const exitOf = (command: Command, ...args: string[]) =>
  run(command, ...args).then(() => Number(process.exitCode ?? 0), exitCodeOf);

describe('overture enroll', () => {
  const eve = ['hello', '--profile-url', 'eve', '--first-name', 'Eve', '--var', 'team=Core=1'];

  it('enrolls one person, or says what would happen', async () => {
    expect(await run(enrollCommand(), ...eve, '--dry-run')).toBe('Would be enrolled in hello, version 1.\n');
    const { id } = JSON.parse(await run(enrollCommand(), ...eve, '--json'));
    const { rows } = await api.db.query('select vars from enrollments where id = $1', [id]);
    expect(rows).toEqual([{ vars: { team: 'Core=1' } }]);
    expect(await exitOf(enrollCommand(), ...eve)).toBe(1);
    expect(await exitOf(enrollCommand(), 'hello', '--var', 'team')).toBe(2);
  });
});

describe('overture import', () => {
  it('says what it understood, with 1 for rows that would be refused', async () => {
    const printed = await run(importCommand(), file, '--sequence', 'hello', '--dry-run', '--map', 'Kunde=ignore');
    expect(printed).toMatch(/Vorname +first_name\nLinkedIn URL +profile_url\nKunde +\(left out\)/);
    expect(printed).toContain('2 rows, 1 complete, 1 missing');
    expect(printed).toMatch(/\nRow 2: missing\. The lead lacks .*first_name/);
    expect(process.exitCode).toBe(1);
  });

  it('writes which rows are bad, all of them, before anything happens', async () => {
    const bad = join(folder, 'bad.csv');
    writeFileSync(bad, `Vorname;LinkedIn URL\r\nAda;ada\n${';bob\n'.repeat(30)}Ada;ada\n`);
    const asked = [bad, '--sequence', 'hello', '--dry-run'];
    const printed = await run(importCommand(), ...asked);
    expect(printed).toContain('32 rows, 2 complete, 1 for a person of an earlier row, 30 missing');
    expect(printed.match(/^Row \d+: /gm)).toHaveLength(20);
    expect(printed).toContain('11 more: --report FILE writes all of them to a file.');
    const report = join(folder, 'bad-rows.csv');
    expect(await run(importCommand(), ...asked, '--report', report)).toContain(`All of them: ${report}`);
    const lines = readFileSync(report, 'utf8').trim().split('\n');
    expect(lines).toHaveLength(32);
    expect(lines.at(-1)).toBe('32,duplicate,duplicate,Row 1 is the same person: the profile ada.,Ada,ada');
    // As it is, with one row mended.
    writeFileSync(report, readFileSync(report, 'utf8').replace(',,bob', ',Bob,bob'));
    expect(await run(importCommand(), report, '--sequence', 'hello', '--dry-run')).toContain('31 rows, 2 complete');
  });

  it('uploads the file and writes what became of each row', async () => {
    const started = JSON.parse(await run(importCommand(), file, '--sequence', 'hello', '--no-wait', '--json'));
    expect(started).toMatchObject({ name: 'people.csv', status: 'importing', counts: { rows: 2, pending: 2 } });
    const read = importPage({ ...api, v2: { call: () => Promise.reject(new Error('nothing is read')) } });
    while ((await read({ campaign_id: started.id, offset: 0 })).next_offset !== null);
    const report = join(folder, 'report.csv');
    const printed = await run(importCommand(), file, '--sequence', 'hello', '--report', report);
    expect(printed).toContain('1 enrolled, 0 duplicate, 1 missing');
    expect(readFileSync(report, 'utf8')).toMatch(
      /^\uFEFF?row,status,.*\n1,created,,,enr_\w+,.*ada.*\n2,refused,missing,/,
    );
  });

  it('says whom the list says not to contact, before and after they are put on the do-not-contact list', async () => {
    const list = join(folder, 'opted-out.csv');
    writeFileSync(list, 'first_name,email,Unsubscribed\nUma,uma@x.example,2026-01-04\nUno,uno@x.example,yes\n');
    const asked = [list, '--sequence', 'hello'];
    const listed = () => run(suppressCommand(), 'list');
    expect(await run(importCommand(), ...asked, '--dry-run')).toContain(
      'The import puts the 2 people who opted out on the do-not-contact list\nRow 1: opted out.',
    );
    expect(await listed()).toBe('Nobody is on the do-not-contact list.\n');
    const started = JSON.parse(await run(importCommand(), ...asked, '--no-wait', '--json'));
    expect(started.opt_outs).toEqual({ added: 0, present: 0, nameless: 0, pending: 2 });
    const read = importPage({ ...api, v2: { call: () => Promise.reject(new Error('nothing is read')) } });
    while ((await read({ campaign_id: started.id, offset: 0 })).next_offset !== null);
    expect(await run(importCommand(), ...asked)).toContain(
      '\nThe list says not to contact 2 people: 2 were put on the do-not-contact list\n',
    );
    expect(await listed()).toMatch(/email +uma@x\.example +Row 1 of the list “opted-out\.csv”/);
    await api.db.query('delete from suppressions', []);
  });

  it('sends from the accounts that are named, several of a channel as a pool', async () => {
    const senders = ['professional=acc_bert', 'professional=acc_anna'].flatMap((one) => ['--sender', one]);
    await addAccount(api.db, 'acc_bert', 'professional');
    const asked = [file, '--sequence', 'hello', '--campaign', 'Two', '--no-wait', '--json', ...senders];
    expect(JSON.parse(await run(importCommand(), ...asked)).senders).toEqual({
      professional: ['acc_anna', 'acc_bert'],
    });
    await expect(run(importCommand(), file, '--sequence', 'hello', '--sender', 'acc_anna')).rejects.toMatchObject({
      code: 'wrong_use',
    });
    await api.db.query("delete from accounts where id = 'acc_bert'", []);
  });

  it('reads numbers without a country code by the country that is given', async () => {
    const numbers = join(folder, 'numbers.csv');
    writeFileSync(numbers, 'first_name,phone_number\nAda,06 11 22 33 44\n');
    const asked = [numbers, '--sequence', 'hello', '--dry-run'];
    expect(await run(importCommand(), ...asked)).toContain('give the country');
    expect(await run(importCommand(), ...asked, '--country', 'FR')).toContain('1 rows, 1 complete');
  });

  it('is used wrongly without a file, and refused with a bad mapping', async () => {
    expect(await exitOf(importCommand(), join(folder, 'none.csv'), '--sequence', 'hello')).toBe(2);
    expect(await exitOf(importCommand(), file, '--sequence', 'hello', '--map', 'Nobody=email')).toBe(1);
  });
});

describe('overture suppress', () => {
  it('adds, lists and removes', async () => {
    const { id } = JSON.parse(
      await run(suppressCommand(), 'add', '--domain', 'Acme.example', '--reason', 'customer', '--yes', '--json'),
    );
    expect(await run(suppressCommand(), 'list')).toMatch(new RegExp(`${id} +domain +acme.example +customer`));
    expect(await run(suppressCommand(), 'remove', id)).toContain('was removed from the list');
    expect(await run(suppressCommand(), 'list')).toBe('Nobody is on the do-not-contact list.\n');
    expect(await exitOf(suppressCommand(), 'add')).toBe(2);
  });

  it('stops nobody by a domain, a company or a file where nobody can be asked; one person at once', async () => {
    const list = join(folder, 'list.csv');
    writeFileSync(list, 'domain\nacme.example\n');
    const lead = { profile_url: 'mia', email: 'mia@acme.example', first_name: 'Mia', vars: { team: 'Core' } };
    const { body } = await api.call('POST', '/api/enrollments', { sequence: 'hello', lead });
    const stopped = async () =>
      (await api.db.query('select stop_outcome, outcome from enrollments where id = $1', [body.id])).rows[0];
    const before = await stopped();
    for (const asked of [
      ['add', '--domain', 'acme.example'],
      ['import', list],
    ]) {
      await expect(run(suppressCommand(), ...asked)).rejects.toMatchObject({
        ...{ code: 'confirmation_needed', message: expect.stringContaining('would affect 1 enrollment: ') },
      });
    }
    expect(await exitOf(suppressCommand(), 'add', '--company', 'Acme')).toBe(2);
    expect(await run(suppressCommand(), 'list')).toBe('Nobody is on the do-not-contact list.\n');
    expect(await stopped()).toEqual(before);
    const { id } = JSON.parse(await run(suppressCommand(), 'add', '--email', 'mia@acme.example', '--json'));
    expect(await stopped()).not.toEqual(before);
    await run(suppressCommand(), 'remove', id);
  });

  it('imports a file', async () => {
    const named = join(folder, 'named.csv');
    writeFileSync(named, 'E-mail,domain,reason\na@x.example,,left\n,acme.example,\nnobody,,\n');
    expect(await run(suppressCommand(), 'import', named, '--yes')).toBe(
      '2 added, 0 were already on the list, 1 refused\n',
    );
    expect(process.exitCode).toBe(1);
    const bare = join(folder, 'bare.txt');
    writeFileSync(bare, 'a@x.example\nb@x.example\nother.example\n');
    expect(await run(suppressCommand(), 'import', bare, '--yes')).toBe(
      '2 added, 1 were already on the list, 0 refused\n',
    );
  });

  it('reads numbers by the country of their row, or by the one that is given', async () => {
    const numbers = join(folder, 'numbers.csv');
    writeFileSync(numbers, 'phone_number,country\n06 99 88 77 66,\n(212) 736-5000,US\n');
    expect(await run(suppressCommand(), 'import', numbers, '--country', 'FR', '--yes')).toBe(
      '2 added, 0 were already on the list, 0 refused\n',
    );
    const listed = await run(suppressCommand(), 'list');
    expect(listed).toContain('+33699887766');
    expect(listed).toContain('+12127365000');
    const add = ['add', '--phone', '0699887766', '--json'];
    await expect(run(suppressCommand(), ...add)).rejects.toThrow('give the country');
    expect(await run(suppressCommand(), ...add, '--country', 'FR')).toContain('"+33699887766"');
  });

  it('adds nobody of a file that is no text or no CSV, and says where it is not', async () => {
    const before = await run(suppressCommand(), 'list');
    const latin = join(folder, 'latin.csv');
    writeFileSync(latin, Buffer.from('email,reason\nada@x.example,\xdeule\n', 'latin1'));
    await expect(run(suppressCommand(), 'import', latin, '--yes')).rejects.toMatchObject({
      ...{
        code: 'invalid_encoding',
        message: expect.stringMatching(/is not UTF-8, and may be windows-1252 .*, from line 2 on/),
      },
    });
    const broken = join(folder, 'broken.csv');
    writeFileSync(broken, 'email\n"c@x.example\n');
    await expect(run(suppressCommand(), 'import', broken, '--yes')).rejects.toMatchObject({ code: 'invalid_csv' });
    expect(await run(suppressCommand(), 'list')).toBe(before);
  });
});
