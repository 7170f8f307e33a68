import { setTimeout as pause } from 'node:timers/promises';
import { backoff } from '../../../shared/kit/backoff.ts';
import { SECOND } from '../../../shared/kit/duration.ts';
import { messageOf } from '../../../shared/kit/thrown.ts';
import { isAlive } from '../../main/processes.ts';

interface Server {
  readonly pid: number;
  stop(): Promise<void>;
}

export interface KeepRunningOptions<S extends Server> {
  readonly name: string;
  /** At the same address as before: whoever was told of it asks there. */
  readonly again: () => Promise<S>;
  readonly onBack: (server: S) => void;
  readonly notice: (line: string) => void;
}

export interface KeptRunning {
  /** Resolves once it runs: whoever needs it waits here before it starts. */
  up(): Promise<void>;
  stop(): Promise<void>;
}

/** A server may outlive whoever started it, so its process is looked at instead of waited for. */
const LOOK_EVERY = SECOND / 2;

/** Starts a server again that ended without being asked to, ever more slowly while it does not come up, and says what ended and since when. */
export function keepRunning<S extends Server>(first: S, options: KeepRunningOptions<S>): KeptRunning {
  const { name, again, onBack, notice } = options;
  const ending = new AbortController();
  let server = first;
  let up = Promise.resolve();

  async function restart(): Promise<void> {
    const since = new Date();
    notice(`${name} (process ${server.pid}) has ended without being asked to; starting it again`);
    for (let failures = 1; ; failures++) {
      try {
        server = await again();
        const seconds = Math.round((Date.now() - since.getTime()) / SECOND);
        notice(`${name} is back after ${seconds} s (process ${server.pid})`);
        return onBack(server);
      } catch (error) {
        const wait = backoff(failures, SECOND, 30 * SECOND);
        const clock = since.toTimeString().slice(0, 8);
        notice(`${name} has been away since ${clock}: ${messageOf(error)} Trying again in ${wait / SECOND} s`);
        await pause(wait, undefined, { signal: ending.signal });
      }
    }
  }
  async function watch(): Promise<void> {
    for (;;) {
      await pause(LOOK_EVERY, undefined, { signal: ending.signal });
      if (isAlive(server.pid)) continue;
      up = restart();
      await up;
    }
  }
  // Nothing but the end of all breaks a pause off.
  const watching = watch().catch(() => undefined);

  return {
    up: () => up,
    async stop() {
      ending.abort();
      await watching;
      await server.stop();
    },
  };
}
