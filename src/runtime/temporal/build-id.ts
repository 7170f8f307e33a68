import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { WorkflowBundle } from './workflow-bundle.ts';

/** A Worker Deployment Version, as Temporal knows it. */
export interface WorkerVersion {
  readonly deployment: string;
  readonly build_id: string;
}

/**
 * The build id of a bundle: the same wherever the same code was built, and another one as soon as anything has changed by which a replay may go
 * another way. That is the code of the workflows, with that of the SDK that runs in their sandbox, and the version of the SDK's core outside of it.
 */
export function buildIdOf({ code }: WorkflowBundle): string {
  // The map names places of the machine that built it.
  const [executed = ''] = code.split('\n//# sourceMappingURL=');
  return createHash('sha256').update(executed).update(`\0${sdkVersion()}`).digest('hex').slice(0, 16);
}

function sdkVersion(): string {
  const { version }: { version?: unknown } = createRequire(import.meta.url)('@temporalio/worker/package.json');
  return String(version);
}
