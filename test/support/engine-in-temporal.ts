import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { dispatchOutbox } from '../../src/runtime/outbox/dispatch-outbox.ts';
import type { Workflows } from '../../src/runtime/outbox/send-row.ts';
import { restartEnrollment } from '../../src/runtime/temporal/restart.ts';
import { moveEnrollment, signalEnrollment } from '../../src/runtime/temporal/signal.ts';
import { startEnrollment } from '../../src/runtime/temporal/start.ts';
import { createWorker } from '../../src/runtime/temporal/worker.ts';
import type { Clock } from '../../src/shared/kit/clock.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { type PlanShelf, planShelf, startDevServer } from './temporal.ts';
import { workflowBundle } from './workflow-bundle.ts';

/** A real Temporal beside a test's database, with what the roles do of it. */
export interface EngineInTemporal {
  readonly environment: TestWorkflowEnvironment;
  readonly shelf: PlanShelf;
  /** The calls of the outbox's dispatcher. */
  readonly workflows: Workflows;
  /** The same text; its plan is found by its digest from now on. */
  known(text: string): string;
  /** Sends what is in the outbox until nothing is. */
  tellTemporal(bench: { readonly db: Database; readonly clock: Clock }): Promise<void>;
  /** With a worker that carries these activities out. */
  working(activities: Parameters<typeof createWorker>[0]['activities'], work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export async function startEngineInTemporal(): Promise<EngineInTemporal> {
  const shelf = planShelf();
  const environment = await startDevServer(shelf);
  const { client, nativeConnection: connection, namespace = 'default' } = environment;
  const workflows: Workflows = {
    startEnrollment: (start) => startEnrollment(client, start),
    restartEnrollment: (restart) => restartEnrollment(client, restart),
    startCampaign: async () => undefined,
    signalEnrollment: (id, event) => signalEnrollment(client, id, event),
    moveEnrollment: (id, move) => moveEnrollment(client, id, move),
  };
  return {
    ...{ environment, shelf, workflows },
    known(text) {
      const compiled = compileSequence(text);
      if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
      shelf.add(compiled.plan);
      return text;
    },
    async tellTemporal({ db, clock }) {
      const onError = (error: unknown) => {
        throw error;
      };
      while ((await dispatchOutbox({ db, clock, workflows, onError })) > 0);
    },
    async working(activities, work) {
      const { dataConverter } = shelf;
      const worker = await createWorker({
        ...{ connection, namespace, activities, dataConverter, shutdownGraceTime: 1_000 },
        workflowBundle: await workflowBundle(),
      });
      await worker.runUntil(work);
    },
    close: () => environment.teardown(),
  };
}
