import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../../src/app/main/config/variables.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { CONNECTIONS, CONNECTIONS_OF_ONE_EACH } from '../../src/app/main/roles/connections.ts';
import { inStartOrder, readCompose } from '../support/read-compose.ts';

const file = join(PACKAGE_ROOT, 'docker-compose.yml');
const values = {
  OVERTURE_SECRET_KEY: '0'.repeat(64),
  OVERTURE_API_KEY: 'a'.repeat(24),
  V2_BOOTSTRAP_KEY: 'b'.repeat(24),
};
const hasPlugin = spawnSync('docker', ['compose', 'version']).status === 0;

const read = () => readCompose(file, values);

describe('docker-compose.yml', () => {
  it('has Postgres, Temporal with its tools and UI, and the three roles', () => {
    expect(Object.keys(read().services)).toEqual(
      expect.arrayContaining(['postgres', 'temporal', 'temporal-admin-tools', 'temporal-ui', 'v2', 'api', 'worker']),
    );
  });

  it('gives Postgres more memory for its processes to share than a container has', () => {
    expect(read().services['postgres']).toMatchObject({ shm_size: '256mb' });
  });

  it('waits only for services that exist, and for health only where health is checked', () => {
    const { services } = read();
    for (const [name, { depends_on }] of Object.entries(services)) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        expect(services[other], `${name} waits for ${other}`).toBeDefined();
        if (condition === 'service_healthy') expect(services[other]?.healthcheck, other).toBeDefined();
      }
    }
  });

  it('starts whoever others wait for before them, and says which variable is missing', () => {
    const order = inStartOrder(read());
    expect(order.indexOf('postgres')).toBe(0);
    expect(order.indexOf('worker')).toBeGreaterThan(order.indexOf('api'));
    expect(() => readCompose(file, {})).toThrow(/needs OVERTURE_\w+KEY/);
  });

  it('mounts only volumes that are declared', () => {
    const { services, volumes } = read();
    const mounted = Object.values(services).flatMap((one) => one.volumes);
    for (const mount of mounted) {
      const [source = ''] = mount.split(':');
      if (source.startsWith('./')) expect(existsSync(join(PACKAGE_ROOT, source)), source).toBe(true);
      else expect(Object.keys(volumes)).toContain(source);
    }
  });

  it('gives Temporal a file for the settings that it ends without', () => {
    const { temporal } = read().services;
    const path = temporal?.environment.DYNAMIC_CONFIG_FILE_PATH;
    expect(path).toBeTypeOf('string');
    expect(temporal?.volumes.map((mount) => mount.split(':')[1])).toContain(path);
  });

  it('lets Postgres accept all the connections that the services may hold', () => {
    const { postgres } = read().services;
    const most = Number(/max_connections=(\d+)/.exec(postgres?.command?.join(' ') ?? '')?.[1]);
    // Temporal: 20 for each of its four services and two stores.
    expect(most).toBeGreaterThan(CONNECTIONS_OF_ONE_EACH + CONNECTIONS.worker + 160);
  });

  it('sets no variable of ours that the program does not read', () => {
    const ours = Object.keys(read().services.api?.environment ?? {}).filter((name) => !name.startsWith('TEMPORAL_'));
    expect(Object.keys(VARIABLES)).toEqual(expect.arrayContaining(ours));
  });

  it('copies into the image only what is there', () => {
    const sources = readFileSync(join(PACKAGE_ROOT, 'Dockerfile'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(' ').slice(1, -1));
    for (const source of sources) expect(existsSync(join(PACKAGE_ROOT, source)), source).toBe(true);
  });

  it.runIf(hasPlugin)('is accepted by docker compose', () => {
    const { status, stderr } = spawnSync('docker', ['compose', '--file', file, 'config', '--quiet'], {
      env: { ...process.env, ...values },
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});
