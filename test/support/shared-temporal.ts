import { TestWorkflowEnvironment } from '@temporalio/testing';
import type { TestProject } from 'vitest/node';
import { findTemporal } from '../../src/app/main/temporal/find-temporal.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A Temporal server that lives as long as the run, with namespaces for systems that bring none. */
    temporal: { readonly address: string; readonly namespaces: readonly string[] };
  }
}

/** More than there are systems that share it: a namespace is never used twice. */
const NAMESPACES = Array.from({ length: 24 }, (_, index) => `system-${index + 1}`);

/** One real Temporal, in memory, for all systems of a run that do not kill theirs. */
export async function setup(project: TestProject) {
  const { executable } = await findTemporal({ progress: (line) => void process.stderr.write(`${line}\n`) });
  const server = await TestWorkflowEnvironment.createLocal({
    server: {
      executable: { type: 'existing-path', path: executable },
      extraArgs: NAMESPACES.flatMap((name) => ['--namespace', name]),
      log: { format: 'json', level: 'error' },
    },
  });
  project.provide('temporal', { address: server.address, namespaces: NAMESPACES });
  return () => server.teardown();
}
