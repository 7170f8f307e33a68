import type { Client } from '@temporalio/client';
import { isGrpcServiceError } from '@temporalio/client';
import { CodedError } from '../../shared/kit/coded-error.ts';
import type { WorkerVersion } from './build-id.ts';

/** A Worker Deployment: which builds of the worker Temporal has seen, and which of them get work. */
export interface WorkerDeployment {
  /** Null: workers without a version do the work. */
  readonly current: string | null;
  /** A share of all workflows goes to this build already. */
  readonly ramping: { readonly build_id: string; readonly percentage: number } | null;
  /** Newest first. */
  readonly builds: readonly DeployedBuild[];
}

export interface DeployedBuild {
  readonly build_id: string;
  readonly status: BuildStatus;
  readonly first_seen: Date | null;
}

/** The names that Temporal's own documentation has for them, by their numbers in its protocol. */
const STATUSES = ['unspecified', 'inactive', 'current', 'ramping', 'draining', 'drained', 'created'] as const;
export type BuildStatus = (typeof STATUSES)[number];

const NOT_FOUND = 5;
const FAILED_PRECONDITION = 9;

/** Null: no worker of this deployment has ever asked for work. */
export async function readDeployment(client: Client, name: string): Promise<WorkerDeployment | null> {
  const { namespace } = client.options;
  try {
    const { workerDeploymentInfo } = await client.workflowService.describeWorkerDeployment({
      namespace,
      deploymentName: name,
    });
    const routing = workerDeploymentInfo?.routingConfig;
    const ramping = routing?.rampingDeploymentVersion?.buildId;
    const builds = (workerDeploymentInfo?.versionSummaries ?? []).map((one): DeployedBuild => {
      const seconds = one.createTime?.seconds;
      return {
        build_id: one.deploymentVersion?.buildId ?? '',
        status: STATUSES[one.status ?? 0] ?? 'unspecified',
        first_seen: seconds ? new Date(Number(seconds) * 1000) : null,
      };
    });
    return {
      current: routing?.currentDeploymentVersion?.buildId || null,
      ramping: ramping ? { build_id: ramping, percentage: routing?.rampingVersionPercentage ?? 0 } : null,
      builds: builds.toSorted((left, right) => Number(right.first_seen) - Number(left.first_seen)),
    };
  } catch (error) {
    if (isGrpcServiceError(error) && error.code === NOT_FOUND) return null;
    throw error;
  }
}

/** All workflows go on with this build, and a ramp is over. */
export async function setCurrentVersion(client: Client, version: WorkerVersion): Promise<void> {
  const { namespace, identity } = client.options;
  await accepted(version, () =>
    client.workflowService.setWorkerDeploymentCurrentVersion({
      ...{ namespace, identity: identity ?? '' },
      ...{ deploymentName: version.deployment, buildId: version.build_id },
    }),
  );
}

/** So many percent of the workflows go on with this build; at 0 none do, and the ramp is over. */
export async function setRampingVersion(client: Client, version: WorkerVersion, percentage: number): Promise<void> {
  const { namespace, identity } = client.options;
  await accepted(version, () =>
    client.workflowService.setWorkerDeploymentRampingVersion({
      ...{ namespace, identity: identity ?? '', percentage },
      ...{ deploymentName: version.deployment, buildId: percentage === 0 ? '' : version.build_id },
    }),
  );
}

async function accepted({ deployment, build_id }: WorkerVersion, change: () => Promise<unknown>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!isGrpcServiceError(error) || (error.code !== NOT_FOUND && error.code !== FAILED_PRECONDITION)) throw error;
    throw new CodedError(
      'build_not_accepted',
      `Temporal does not let build ${build_id} of ${deployment} have work: ${error.details}.`,
      {
        fix:
          'Start a worker of this build first, with the same TEMPORAL_DEPLOYMENT_NAME, and leave it running. ' +
          'Where one runs, the deployment has as many builds as the server allows (matching.maxVersionsInDeployment): ' +
          `delete a drained one: temporal worker deployment delete-version --deployment-name ${deployment} --build-id …`,
      },
    );
  }
}
