import { afterAll, beforeAll, expect, it } from 'vitest';
import { isAlive } from '../../src/app/main/processes.ts';
import { eventually } from '../support/eventually.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

let overture: Overture;
beforeAll(async () => {
  overture = await startOverture({ env: { OVERTURE_DEMO: '0' } });
});
afterAll(() => overture.dispose());

it.each(['postgres', 'temporal'] as const)('starts %s again where it was, and says so', async (which) => {
  const name = { postgres: 'Postgres', temporal: 'Temporal' }[which];
  const { [which]: before, pids } = overture.run();
  const pid = before.pid ?? 0;
  process.kill(pid, 'SIGKILL');
  await eventually(() => expect(overture.output()).toContain(`${name} is back`));
  await eventually(async () =>
    expect(await overture.api('GET', '/readyz')).toMatchObject({ status: 200, body: { ok: true } }),
  );
  const { [which]: after } = overture.run();
  expect({ ...after, pid: undefined }).toEqual({ ...before, pid: undefined });
  expect(after.pid).not.toBe(pid);
  expect(overture.output()).toContain(`${name} (process ${pid}) has ended without being asked to; starting it again`);
  // They lost their connections and found new ones.
  expect(Object.values(pids).filter(isAlive)).toEqual(Object.values(pids));
});

it('starts a role again that was killed', async () => {
  const { pids } = overture.run();
  overture.killRole('API');
  await eventually(() => expect(overture.output()).toMatch(/! API: it ended with SIGKILL.*; starting it again in 1 s/));
  await eventually(() => expect(overture.run().pids.API).not.toBe(pids.API));
  await eventually(async () => expect((await overture.api('GET', '/readyz')).status).toBe(200));
});
