import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { examine } from '../../src/app/main/doctor.ts';
import { describeTemporal } from '../../src/app/main/temporal/describe-temporal.ts';

const folder = mkdtempSync(join(tmpdir(), 'overture-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));

const rowOf = (env: NodeJS.ProcessEnv, name: string) => describeTemporal(env).find((row) => row.name === name);

describe('what doctor says of the settings for Temporal', () => {
  it('is what is in force, and where it comes from', () => {
    const file = join(folder, 'temporal.toml');
    writeFileSync(
      file,
      '[profile.default]\naddress = "cluster.example:7233"\nnamespace = "outreach"\napi_key = "secret"\n',
    );
    const env = { TEMPORAL_CONFIG_FILE: file, TEMPORAL_NAMESPACE: 'other' };
    expect(rowOf(env, 'TEMPORAL_ADDRESS')).toMatchObject({ value: 'cluster.example:7233', source: 'profile' });
    expect(rowOf(env, 'TEMPORAL_NAMESPACE')).toMatchObject({ value: 'other', source: 'environment' });
    expect(rowOf(env, 'TEMPORAL_API_KEY')).toMatchObject({ value: '(set, hidden)', source: 'profile' });
    const none = { TEMPORAL_CONFIG_FILE: join(folder, 'none.toml') };
    expect(rowOf(none, 'TEMPORAL_NAMESPACE')).toMatchObject({ value: 'default', source: 'default' });
  });

  it('holds every variable that is set, and shows no secret', () => {
    const env = {
      TEMPORAL_API_KEY: 'key-1',
      TEMPORAL_TLS_CLIENT_KEY_DATA: 'key-2',
      TEMPORAL_GRPC_META_AUTHORIZATION: 'key-3',
      TEMPORAL_TLS_CLIENT_KEY_PATH: '/keys/client.pem',
    };
    const rows = describeTemporal(env);
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(env)));
    expect(JSON.stringify(rows)).not.toMatch(/key-\d/);
    expect(rowOf(env, 'TEMPORAL_TLS_CLIENT_KEY_PATH')?.value).toBe('/keys/client.pem');
  });

  it('stands beside the other settings', async () => {
    const { variables } = await examine({ OVERTURE_HOME: join(folder, 'home'), TEMPORAL_NAMESPACE: 'ours' });
    expect(variables).toContainEqual(expect.objectContaining({ name: 'TEMPORAL_NAMESPACE', value: 'ours' }));
    expect(variables).toContainEqual(expect.objectContaining({ name: 'DATABASE_URL' }));
  });
});

describe('what doctor says of a port', () => {
  const portFinding = async (answer: number) => {
    const server = createServer((_request, response) => response.writeHead(answer).end('{}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A server that listens has an address with a port.
    const { port } = server.address() as AddressInfo;
    const { findings } = await examine({ OVERTURE_HOME: join(folder, 'home'), OVERTURE_PORT: String(port) });
    server.closeAllConnections();
    server.close();
    return findings.find(({ name }) => name === `port ${port}`);
  };

  it('distinguishes a role of ours that runs alone from another program', async () => {
    expect(await portFinding(200)).toMatchObject({ ok: true, text: 'in use by one of our roles' });
    expect(await portFinding(404)).toMatchObject({ ok: false });
  });
});
