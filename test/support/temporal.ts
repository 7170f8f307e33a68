import { TestWorkflowEnvironment } from '@temporalio/testing';
import { findTemporal } from '../../src/app/main/temporal/find-temporal.ts';
import { planDigest } from '../../src/language/plan/digest.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { createDataConverter } from '../../src/runtime/temporal/data-converter.ts';
import { installRuntime } from '../../src/runtime/temporal/runtime.ts';
import { ringOf } from '../../src/shared/secrets/key-ring.ts';
import { fetchTestServer } from './fetch-test-server.ts';

const quiet = (): void => undefined;
const loud = (fields: object, message: string): boolean =>
  process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
let isInstalled = false;

/**
 * Servers and workers of a test file share one runtime; only what goes wrong is shown. Installed with the first server: a runtime that nothing was ever
 * started with keeps its process from ending.
 */
export function installQuietRuntime(): void {
  if (isInstalled) return;
  isInstalled = true;
  installRuntime({
    ...{ trace: quiet, debug: quiet, info: quiet, warn: quiet },
    error: process.env.OVERTURE_TEST_LOG ? loud : quiet,
  });
}

const say = (line: string): boolean => process.stderr.write(`${line}\n`);

export const TEST_KEY = { id: 'test', key: new Uint8Array(32).fill(7) };

/** Plans that the tests' codec finds by their digest. */
export function planShelf(keys = ringOf([TEST_KEY])) {
  const plans = new Map<string, Plan>();
  let failures = 0;
  const dataConverter = createDataConverter({
    keys,
    async loadPlan(digest) {
      const plan = plans.get(digest);
      if (failures-- > 0) throw new Error('the database is away');
      if (!plan) throw new Error(`no plan ${digest}`);
      return plan;
    },
  });
  return {
    dataConverter,
    add(plan: Plan): string {
      const digest = planDigest(plan);
      plans.set(digest, plan);
      return digest;
    },
    /** The next loads fail, as when the database is away. */
    failNext(count: number): void {
      failures = count;
    },
  };
}

export type PlanShelf = ReturnType<typeof planShelf>;
export type { TestWorkflowEnvironment };

/** A server that skips time while nothing happens; null where this machine cannot have one. */
export async function startTimeSkippingServer({ dataConverter }: PlanShelf): Promise<TestWorkflowEnvironment | null> {
  const path = await fetchTestServer(say);
  if (path === null) return null;
  return withMoreTime(() =>
    TestWorkflowEnvironment.createTimeSkipping({
      server: { executable: { type: 'existing-path', path } },
      client: { dataConverter, identity: 'overture-test' },
    }),
  );
}

/** A real server in memory. */
export async function startDevServer(
  { dataConverter }: PlanShelf,
  extraArgs: string[] = [],
): Promise<TestWorkflowEnvironment> {
  const { executable } = await findTemporal({ progress: say });
  return withMoreTime(() =>
    TestWorkflowEnvironment.createLocal({
      server: {
        executable: { type: 'existing-path', path: executable },
        extraArgs,
        log: { format: 'json', level: 'error' },
      },
      client: { dataConverter, identity: 'overture-test' },
    }),
  );
}

/** The SDK gives a server five seconds to start, which a busy machine may take many times: then another one is started. */
async function withMoreTime<T>(start: () => Promise<T>): Promise<T> {
  installQuietRuntime();
  for (let left = 30; ; left -= 1) {
    try {
      return await start();
    } catch (error) {
      if (left === 0 || !/did not start within/.test(String(error))) throw error;
    }
  }
}
