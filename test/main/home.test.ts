import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeGoneHomes } from '../../src/app/main/describe-gone-homes.ts';
import { openHome, secretFile, writeJson } from '../../src/app/main/home.ts';
import { dataOfGoneHomes, enterableFolder, ordinaryUser } from '../../src/app/main/postgres/run-as.ts';
import { openLog } from '../../src/app/main/private-files.ts';

const isRoot = process.getuid?.() === 0;
const modeOf = (path: string) => statSync(path).mode & 0o777;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overture-home-'));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As an earlier version left it. */
function earlierHome(mode: number): string {
  const home = join(folder, 'earlier');
  mkdirSync(join(home, 'logs'), { recursive: true });
  mkdirSync(join(home, 'postgres'));
  writeFileSync(join(home, 'secret-key'), 'ab');
  writeFileSync(join(home, 'logs/api.log'), 'a line\n');
  for (const path of [home, join(home, 'logs'), join(home, 'postgres')]) chmodSync(path, mode);
  chmodSync(join(home, 'logs/api.log'), 0o644);
  return home;
}

describe('a home', () => {
  it('is made with all above it, and closed to others', () => {
    const home = openHome(join(folder, 'deep/home'));
    expect(modeOf(home.folder) & 0o066).toBe(0);
    if (!isRoot) expect(modeOf(home.folder)).toBe(0o700);
    expect(modeOf(join(folder, 'deep')) & 0o011).toBe(0o011);
    expect(modeOf(home.path('logs'))).toBe(0o700);
    secretFile(home, 'api-key', () => 'key');
    writeJson(home.path('clock.json'), {});
    openLog(home.path('logs', 'api.log'));
    for (const file of ['api-key', 'clock.json', 'logs/api.log']) expect(modeOf(home.path(file)), file).toBe(0o600);
  });

  it('of an earlier version is closed, and what it holds is found', () => {
    const home = openHome(earlierHome(0o755));
    expect(modeOf(home.folder)).toBe(isRoot ? 0o711 : 0o700);
    expect(modeOf(home.path('logs'))).toBe(0o700);
    expect(secretFile(home, 'secret-key', () => 'another')).toBe('ab');
    openLog(home.path('logs', 'api.log'));
    expect(modeOf(home.path('logs', 'api.log'))).toBe(0o600);
  });

  it('that was closed stays as closed as it was', () => {
    expect(modeOf(openHome(earlierHome(0o700)).folder)).toBe(0o700);
  });

  it('in a folder of other things leaves that as open as it is, and is closed itself', () => {
    writeFileSync(join(folder, 'letter.txt'), '');
    const home = openHome(folder);
    expect(modeOf(folder)).toBe(0o755);
    expect(modeOf(home.path('logs'))).toBe(0o700);
  });

  it.runIf(isRoot)('is entered by the users that Postgres and dovecot run as, so their data stays where it was', () => {
    for (const names of [
      ['postgres', 'nobody'],
      ['dovecot', 'nobody'],
    ]) {
      const user = ordinaryUser(names);
      for (const home of [openHome(join(folder, names.join())), openHome(earlierHome(0o755))]) {
        expect(enterableFolder(user, home.path('postgres'))).toBe(home.path('postgres'));
        expect(existsSync(home.path('postgres'))).toBe(true);
        rmSync(home.folder, { recursive: true });
      }
    }
  });

  it.runIf(isRoot)(
    'that those users may not enter says where its data is, and its data whose it is once the home is gone',
    () => {
      const closed = mkdtempSync(join(tmpdir(), 'overture-closed-'));
      const wanted = join(closed, 'home/postgres');
      const elsewhere = enterableFolder(ordinaryUser(['postgres', 'nobody']), wanted);
      try {
        expect(elsewhere).toMatch(/^\/var\/lib\/overture\/[0-9a-f]{12}$/);
        expect(readFileSync(join(wanted, 'data-is-in'), 'utf8')).toBe(`${elsewhere}\n`);
        expect(dataOfGoneHomes()).not.toContainEqual({ folder: elsewhere, wanted });
        rmSync(closed, { recursive: true });
        expect(dataOfGoneHomes()).toContainEqual({ folder: elsewhere, wanted });
      } finally {
        for (const one of [closed, elsewhere]) rmSync(one, { recursive: true, force: true });
      }
    },
  );
});

it('names data whose home is gone with how much of the disk it takes, the largest first', async () => {
  const gone = [1, 8, 3, 2, 2].map((megabytes, n) => {
    const data = join(folder, `data-${n}`);
    mkdirSync(join(data, 'base/16384'), { recursive: true });
    writeFileSync(join(data, 'base/16384/2619'), Buffer.alloc(megabytes * 1024 ** 2, 1));
    return { folder: data, wanted: join(folder, `home-${n}`) };
  });
  const text = await describeGoneHomes(gone);
  expect(text.split(': the home')[0]).toBe(
    [
      `${folder}/data-1 (of ${folder}/home-1), 8 MB`,
      `${folder}/data-2 (of ${folder}/home-2), 3 MB`,
      `${folder}/data-3 (of ${folder}/home-3), 2 MB`,
      'and 2 more, 3 MB',
    ].join('; '),
  );
});
