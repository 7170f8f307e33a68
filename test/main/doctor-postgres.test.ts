import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { examine } from '../../src/app/main/doctor.ts';

const folder = mkdtempSync(join(tmpdir(), 'overture-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));

const found = async (env: NodeJS.ProcessEnv, name: string) =>
  (await examine({ OVERTURE_HOME: join(folder, 'none'), ...env })).findings.find((one) => one.name === name);
/** Nobody listens there. */
const STOPPED = 'postgres://overture@127.0.0.1:1/overture';

describe('what doctor says of a database that is given and does not answer', () => {
  it.each([
    ['DATABASE_URL', 'Postgres'],
    ['DATABASE_DIRECT_URL', 'Postgres, past its pooler'],
    ['V2_DATABASE_URL', 'Postgres of the V2 service'],
  ])('is that it does not, and which setting to look at: %s', async (variable, name) => {
    expect(await found({ [variable]: STOPPED }, name)).toMatchObject({
      ok: false,
      text: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('is no word of it where the V2 service is another one, which has its own', async () => {
    const env = { V2_DATABASE_URL: STOPPED, V2_BASE_URL: 'http://127.0.0.1:1' };
    expect(await found(env, 'Postgres of the V2 service')).toBeUndefined();
  });

  it('is that the next start would take the embedded one in place of what the last one was given', async () => {
    const home = join(folder, 'home');
    mkdirSync(home);
    const run = { pid: 2 ** 30, started_at: '2026-03-02T09:00:00Z', postgres: { url: STOPPED, v2_url: STOPPED } };
    writeFileSync(join(home, 'run.json'), JSON.stringify(run));
    expect(await found({ OVERTURE_HOME: home }, 'Postgres')).toMatchObject({
      ok: true,
      text: expect.stringContaining('was given a database of its own'),
    });
  });
});
