import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { type KeptRunning, keepRunning } from '../../src/app/demo/dev/keep-running.ts';
import { isAlive } from '../../src/app/main/processes.ts';
import { eventually } from '../support/eventually.ts';

const children: ChildProcess[] = [];
let kept: KeptRunning;
afterEach(async () => {
  await kept.stop();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A server that does nothing until it is killed. */
async function start() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
  children.push(child);
  await once(child, 'spawn');
  return { pid: child.pid ?? 0, stop: async () => void child.kill('SIGKILL') };
}

/** Supervises a server with as many failed starts in between as are asked for, and tells what comes back. */
async function supervise(failures = 0) {
  const lines: string[] = [];
  const back: number[] = [];
  const first = await start();
  kept = keepRunning(first, {
    name: 'Postgres',
    again: () => (failures-- > 0 ? Promise.reject(new Error('Its port is in use.')) : start()),
    onBack: ({ pid }) => back.push(pid),
    notice: (line) => lines.push(line),
  });
  return { first, lines, back };
}

describe('a server that dev started', () => {
  it('is started again when it is killed, as often as it is, and each time it is said', async () => {
    const { first, lines, back } = await supervise();
    process.kill(first.pid, 'SIGKILL');
    await eventually(() => expect(back).toHaveLength(1));
    process.kill(back[0] ?? 0, 'SIGKILL');
    await eventually(() => expect(back).toHaveLength(2));
    expect(lines.map((line) => line.replace(/\d+ s/, 'some s'))).toEqual([
      `Postgres (process ${first.pid}) has ended without being asked to; starting it again`,
      `Postgres is back after some s (process ${back[0]})`,
      `Postgres (process ${back[0]}) has ended without being asked to; starting it again`,
      `Postgres is back after some s (process ${back[1]})`,
    ]);
    expect(isAlive(back[1] ?? 0)).toBe(true);
  });

  it('holds back who needs it while it is away, and says why it does not come and since when', async () => {
    const { first, lines, back } = await supervise(1);
    await kept.up();
    process.kill(first.pid, 'SIGKILL');
    await eventually(() => expect(lines).toHaveLength(2));
    await kept.up();
    expect(back).toHaveLength(1);
    expect(lines[1]).toMatch(/^Postgres has been away since \d\d:\d\d:\d\d: Its port is in use\. Trying again in 1 s$/);
  });

  it('stays away once all is stopped, also in the middle of its starts', async () => {
    const { first, lines, back } = await supervise(100);
    process.kill(first.pid, 'SIGKILL');
    await eventually(() => expect(lines).toHaveLength(2));
    await kept.stop();
    expect(back).toEqual([]);
    expect(children.filter(({ pid }) => isAlive(pid ?? 0))).toEqual([]);
  });
});
