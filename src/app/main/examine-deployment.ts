import { connectClient, type TemporalServerSettings } from '../../runtime/temporal/connect.ts';
import { workflowBundle } from '../../runtime/temporal/workflow-bundle.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import type { Environment } from './config/variables.ts';
import { LET_IN, whyIdle, workerVersion } from './temporal/worker-version.ts';

/** Whether workers of this build get work. Throws CodedError `build_not_let_in` where they do not. */
export async function examineDeployment(server: TemporalServerSettings, environment: Environment): Promise<string> {
  const version = workerVersion(environment, await workflowBundle());
  if (version === null) return 'workers have no versions';
  const { client, close } = await connectClient(server, {});
  try {
    const idle = await whyIdle(client, version);
    if (idle !== null) throw new CodedError('build_not_let_in', idle, { fix: `${LET_IN}.` });
    return `build ${version.build_id} of ${version.deployment} gets work`;
  } finally {
    await close();
  }
}
