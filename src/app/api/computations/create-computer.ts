import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { MINUTE, SECOND } from '../../../shared/kit/duration.ts';
import { Problem } from '../problem.ts';
import type { ComputationKind, Computations } from './compute.ts';
import type { Task } from './thread.ts';

export interface ComputerLimits {
  /** So many are computed at the same time; the others wait for their turn. */
  readonly threads: number;
  /** Under way or waiting, of everybody. */
  readonly in_all: number;
  /** The same of one key. */
  readonly per_key: number;
  /** Wall milliseconds of one, its wait included. */
  readonly time_ms: number;
}

export interface AskedBy {
  /** The key, or whoever is signed in: what `per_key` counts by. */
  readonly key: string;
  /** Aborted when the client is gone. */
  readonly gone: AbortSignal;
}

/** Computes in threads of its own, while the server answers everybody else. */
export interface Computer {
  /**
   * Ends when the client is gone. Throws Problem 429 `too_many_computations` with when to come again, and 422 `takes_too_long`.
   */
  compute<Kind extends ComputationKind>(
    kind: Kind,
    asked: Computations[Kind]['asked'],
    by: AskedBy,
  ): Promise<Computations[Kind]['answer']>;
  close(): Promise<void>;
}

const LIMITS: ComputerLimits = {
  // One core is left to the server, where there is another.
  threads: Math.max(1, availableParallelism() - 1),
  ...{ in_all: 8, per_key: 2, time_ms: 4 * MINUTE },
};
const THREAD_HEAP_MB = 1024;
const KEPT_IDLE = 5 * MINUTE;
/** Seconds; our own client waits no longer before it tries again. */
const LONGEST_PAUSE = 30;

const isSource = import.meta.url.endsWith('.ts');
const THREAD = fileURLToPath(new URL(isSource ? './thread.ts' : './thread.js', import.meta.url));

interface Job {
  readonly key: string;
  readonly began: number;
}

export function createComputer(given: Partial<ComputerLimits> = {}): Computer {
  const { threads, in_all, per_key, time_ms } = { ...LIMITS, ...given };
  const pool = new Piscina<Task, unknown>({
    ...{ filename: THREAD, name: 'compute', atomics: 'disabled' },
    ...{ minThreads: 0, maxThreads: threads, idleTimeout: KEPT_IDLE },
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB },
    ...(isSource ? { execArgv: ['--import', 'tsx'] } : {}),
  });
  const jobs = new Set<Job>();
  /** Wall milliseconds of the last that came to its end. */
  let usual = SECOND;

  const refuseTooMany = (key: string): void => {
    const own = [...jobs].filter((job) => job.key === key);
    if (own.length >= per_key) throw tooMany(own, 'this key', usual);
    if (jobs.size >= in_all) throw tooMany([...jobs], 'everybody', usual);
  };

  return {
    async compute(kind, asked, { key, gone }) {
      refuseTooMany(key);
      const job = { key, began: performance.now() };
      const late = AbortSignal.timeout(time_ms);
      jobs.add(job);
      try {
        const answer = await pool.run({ kind, asked }, { signal: AbortSignal.any([gone, late]) });
        usual = performance.now() - job.began;
        // What is asked of a kind is answered by it.
        return answer as Computations[typeof kind]['answer'];
      } catch (error) {
        if (gone.aborted) throw new Problem(499, 'client_gone', 'Nobody waits for the answer any more.');
        if (late.aborted) throw takesTooLong(`takes more than ${Math.round(time_ms / SECOND)} seconds`);
        if (isOutOfMemory(error)) throw takesTooLong(`takes more than ${THREAD_HEAP_MB} MB of memory`);
        throw error;
      } finally {
        jobs.delete(job);
      }
    },
    close: () => pool.destroy(),
  };
}

function tooMany(jobs: readonly Job[], whose: string, usual: number): Problem {
  const [oldest] = jobs;
  const left = usual - (performance.now() - (oldest?.began ?? 0));
  const retry_after = Math.min(LONGEST_PAUSE, Math.max(1, Math.ceil(left / SECOND)));
  const what = `${jobs.length} simulations, forecasts, experiments or test runs of ${whose} are under way`;
  const text = `${what}, and no more at once are computed. Come again in ${retry_after} s.`;
  return new Problem(429, 'too_many_computations', text, { retry_after });
}

const takesTooLong = (what: string): Problem =>
  new Problem(422, 'takes_too_long', `This ${what}. Ask for fewer people, days, runs or tests.`);

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
