import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processIdentity } from '../../src/app/main/processes.ts';
import { announceSystem, listRunning } from '../../src/app/main/running-systems.ts';

const URL = 'http://127.0.0.1:4400';
let folder: string;
let env: NodeJS.ProcessEnv;
let running: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overture-state-'));
  env = { XDG_STATE_HOME: join(folder, 'state') };
  running = join(folder, 'state/overture/running');
  mkdirSync(join(folder, 'home'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const entryOf = (pid: number, identity: string) =>
  JSON.stringify({ home: join(folder, 'home'), url: URL, pid, identity, started_at: '2026-03-02T08:00:00.000Z' });
const leave = (text: string): void => writeFileSync(join(running, 'left.json'), text, { mode: 0o600 });

describe('the engines of a user that run', () => {
  it('are found from any folder until they take their word back', () => {
    const retract = announceSystem(join(folder, 'home'), URL, env);
    expect(listRunning(env)).toMatchObject([{ home: join(folder, 'home'), url: URL, pid: process.pid }]);
    retract();
    expect(listRunning(env)).toEqual([]);
  });

  it('can be read by nobody else', () => {
    announceSystem(join(folder, 'home'), URL, env);
    const modeOf = (path: string) => statSync(path).mode & 0o777;
    expect(modeOf(running)).toBe(0o700);
    expect(readdirSync(running).map((name) => modeOf(join(running, name)))).toEqual([0o600]);
  });

  it('are not what others could have written, for its key would be sent there', () => {
    announceSystem(join(folder, 'home'), URL, env);
    const [name = ''] = readdirSync(running);
    chmodSync(join(running, name), 0o620);
    expect(listRunning(env)).toEqual([]);
    chmodSync(join(running, name), 0o600);
    expect(listRunning(env)).toHaveLength(1);
    chmodSync(running, 0o770);
    expect(listRunning(env)).toEqual([]);
  });

  it('are not those that were killed, nor a process that has the number of one', async () => {
    const child: ChildProcess = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    const identity = processIdentity(pid) ?? '';
    expect(identity).not.toBe('');
    announceSystem(join(folder, 'home'), URL, env)();
    leave(entryOf(pid, identity));
    expect(listRunning(env)).toHaveLength(1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(listRunning(env)).toEqual([]);
    expect(readdirSync(running)).toEqual([]);
    leave(entryOf(process.pid, identity));
    expect(listRunning(env)).toEqual([]);
  });

  it('are none where nothing was written, where half of it was, or where it cannot be', () => {
    expect(listRunning(env)).toEqual([]);
    announceSystem(join(folder, 'home'), URL, env)();
    leave('{"home": "/hom');
    expect(listRunning(env)).toEqual([]);
    writeFileSync(join(folder, 'file'), '');
    const nowhere = { XDG_STATE_HOME: join(folder, 'file') };
    announceSystem(join(folder, 'home'), URL, nowhere)();
    expect(listRunning(nowhere)).toEqual([]);
  });
});
