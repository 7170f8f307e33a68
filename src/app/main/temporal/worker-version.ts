import type { Client } from '@temporalio/client';
import { buildIdOf, type WorkerVersion } from '../../../runtime/temporal/build-id.ts';
import { readDeployment } from '../../../runtime/temporal/deployment.ts';
import type { WorkflowBundle } from '../../../runtime/temporal/workflow-bundle.ts';
import type { Environment } from '../config/variables.ts';

/** The version under which workers of this build ask for work; null where they have none, which is so unless a deployment is named. */
export function workerVersion(
  { TEMPORAL_DEPLOYMENT_NAME: deployment, TEMPORAL_WORKER_BUILD_ID: given }: Environment,
  bundle: WorkflowBundle,
): WorkerVersion | null {
  return deployment === undefined ? null : { deployment, build_id: given ?? buildIdOf(bundle) };
}

/** How a build gets work that has none. */
export const LET_IN = 'Let it in, in the environment of its workers: overture deployment set-current';

/** Why workers of this build get no work, in a sentence; null: they get some. */
export async function whyIdle(client: Client, { deployment, build_id }: WorkerVersion): Promise<string | null> {
  const found = await readDeployment(client, deployment);
  const current = found?.current ?? null;
  if (current === build_id || found?.ramping?.build_id === build_id) return null;
  return current === null
    ? `no build of ${deployment} is current, so build ${build_id} gets no work`
    : `build ${current} of ${deployment} is current, so build ${build_id} gets no work`;
}
