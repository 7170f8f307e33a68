import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examine } from '../../src/app/main/doctor.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type ApiBench, openApi } from './fixtures.ts';

const home = mkdtempSync(join(tmpdir(), 'overture-environment-'));
let database: TestDatabase;
let api: ApiBench;
beforeAll(async () => {
  database = await createTestDatabase('engine');
  // Of a Temporal that is away, since what is wrong has to be said too.
  const env = {
    OVERTURE_HOME: home,
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    OVERTURE_API_KEY: 'top-secret-of-the-whole-installation',
  };
  api = await openApi({ examine: () => examine(env) });
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
  rmSync(home, { recursive: true });
});

describe('the environment', () => {
  it('is what doctor says: what answers, what does not and how to mend it, and each setting without its secrets', async () => {
    const { status, body } = await api.call('GET', '/api/settings/environment');
    expect(status).toBe(200);
    expect(body.ok).toBe(false);
    const finding = (name: string) => body.findings.find((one: { name: string }) => one.name === name);
    expect(finding('Postgres')).toMatchObject({ ok: true, text: expect.stringMatching(/^answers: \d+/) });
    expect(finding('sizes')).toMatchObject({ ok: true, text: expect.stringContaining('people: messages') });
    expect(finding('Temporal')).toMatchObject({ ok: false, fix: expect.any(String) });
    const variable = (name: string) => body.variables.find((one: { name: string }) => one.name === name);
    expect(variable('OVERTURE_HOME')).toMatchObject({ value: home, source: 'environment' });
    expect(variable('OVERTURE_API_KEY')).toMatchObject({ value: '(set, hidden)' });
    expect(JSON.stringify(body)).not.toContain('top-secret');
    expect(JSON.stringify(body)).not.toContain(new URL(database.url).password || 'top-secret');
  });

  it('is shown to nobody who may not administrate, and is not there where nobody looks', async () => {
    const { body } = await api.call('POST', '/api/keys', { name: 'reader', scopes: ['read', 'write', 'send'] });
    expect((await api.call('GET', '/api/settings/environment', undefined, { key: body.key })).status).toBe(403);
    const blind = await openApi();
    expect(await blind.call('GET', '/api/settings/environment')).toMatchObject({
      status: 503,
      body: { code: 'not_examined' },
    });
    await blind.close();
  });
});
