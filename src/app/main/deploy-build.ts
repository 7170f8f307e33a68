import type { Client } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { enrollmentWorkflowId } from '../../core/engine/contracts.ts';
import { type RunningSample, sampleRunning } from '../../runtime/store/enrollments/sample-running.ts';
import { findSealed } from '../../runtime/store/find-sealed.ts';
import { findPlan } from '../../runtime/store/sequences/find-plan.ts';
import type { WorkerVersion } from '../../runtime/temporal/build-id.ts';
import { connectClient, requireNamespace } from '../../runtime/temporal/connect.ts';
import { createDataConverter } from '../../runtime/temporal/data-converter.ts';
import {
  readDeployment,
  setCurrentVersion,
  setRampingVersion,
  type WorkerDeployment,
} from '../../runtime/temporal/deployment.ts';
import { listRunningImports, type ReplayFailure, replayRunning } from '../../runtime/temporal/replay-running.ts';
import { installRuntime } from '../../runtime/temporal/runtime.ts';
import { type WorkflowBundle, workflowBundle } from '../../runtime/temporal/workflow-bundle.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import { openKeyRing } from '../../shared/secrets/stored-ring.ts';
import { readEnvironment } from './config/read-environment.ts';
import { openHome, readRunFile } from './home.ts';
import { secretKeys } from './secret-keys.ts';
import { temporalSettings } from './temporal/temporal-settings.ts';
import { workerVersion } from './temporal/worker-version.ts';

/** The workers of this installation as Temporal sees them, and the build that the command itself is part of. */
export interface Deploying {
  readonly version: WorkerVersion;
  /** Null: no worker of the deployment has asked for work yet. */
  deployment(): Promise<WorkerDeployment | null>;
  /** Replays what some of those under way have done so far with the workflow code of this build. Nothing is changed. */
  replay(sample: Sample): Promise<ReplayReport>;
  setCurrent(): Promise<void>;
  setRamping(percentage: number): Promise<void>;
  close(): Promise<void>;
}

export interface Sample {
  /** So many of those who stand at the same step of the same version and wait for the same. */
  readonly each: number;
  readonly most: number;
}

export interface ReplayReport {
  readonly replayed: number;
  readonly failures: readonly FailedReplay[];
}

export interface FailedReplay {
  readonly workflow_id: string;
  /** The step at which the workflow stands, or that it is an import. */
  readonly where: string;
  readonly kind: ReplayFailure['kind'];
  readonly message: string;
  readonly fix: string;
}

/** The connections that a look at thousands of histories takes. */
const CONNECTIONS = 4;
const IMPORTS = 50;

const FIXES: Readonly<Record<ReplayFailure['kind'], string>> = {
  nondeterminism: 'Guard the changed order of steps with patched() and build again.',
  unreadable:
    'Give this command the database, the secret key with its former ones, and a build no older than what wrote the history.',
};

interface DeployingOptions {
  /** The workflow code; that of this build unless given. */
  readonly bundle?: WorkflowBundle;
  /** Called once, if there is something to replay: a runtime of the SDK with which nothing is ever started keeps its process from ending. */
  readonly beforeReplay?: () => void;
}

/** Opens what the workers of this environment use. Throws CodedError `no_deployment` unless it names a deployment. */
export async function openDeploying(
  env: NodeJS.ProcessEnv,
  { bundle, beforeReplay = silenceSdk }: DeployingOptions = {},
): Promise<Deploying> {
  const environment = readEnvironment(env);
  const home = openHome(environment.OVERTURE_HOME ?? '.overture');
  const run = readRunFile(home);
  const code = bundle ?? (await workflowBundle());
  const version = workerVersion(environment, code);
  if (version === null) {
    throw new CodedError('no_deployment', 'The workers have no versions, so no build is let in or kept out.', {
      fix: 'Set TEMPORAL_DEPLOYMENT_NAME, for this command as for the workers.',
    });
  }
  const url = environment.DATABASE_URL ?? run?.postgres?.url;
  const temporal = temporalSettings(env) ?? run?.temporal;
  if (!url || !temporal) {
    throw new CodedError('not_running', `No ${url ? 'Temporal server' : 'database'} is configured.`, {
      fix: 'Give this command the environment of a worker: DATABASE_URL, TEMPORAL_ADDRESS and OVERTURE_SECRET_KEY.',
    });
  }
  const server =
    'connection' in temporal ? temporal : { namespace: temporal.namespace, connection: { address: temporal.address } };
  await requireNamespace(server);
  const db = openDatabase(url, { max: CONNECTIONS, name: 'overture deployment' });
  try {
    const dataConverter = createDataConverter({
      keys: await openKeyRing(db, secretKeys(environment, home), findSealed),
      async loadPlan(digest) {
        const plan = await findPlan(db, digest);
        if (plan === null) throw new CodedError('unknown_plan', `There is no plan ${digest}.`);
        return plan;
      },
    });
    const { client, close } = await connectClient(server, dataConverter);
    return {
      version,
      deployment: () => readDeployment(client, version.deployment),
      replay: (sample) => replay({ db, client, dataConverter, code, beforeReplay }, sample),
      setCurrent: () => setCurrentVersion(client, version),
      setRamping: (percentage) => setRampingVersion(client, version, percentage),
      async close() {
        await close();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Has the SDK say nothing in this process: what it says of each failure is said once, by the report. */
function silenceSdk(): void {
  const silent = () => undefined;
  installRuntime({ trace: silent, debug: silent, info: silent, warn: silent, error: silent });
}

interface Replaying {
  readonly db: Database;
  readonly client: Client;
  readonly dataConverter: DataConverter;
  readonly code: WorkflowBundle;
  readonly beforeReplay: () => void;
}

async function replay(
  { db, client, dataConverter, code, beforeReplay }: Replaying,
  sample: Sample,
): Promise<ReplayReport> {
  const people = await sampleRunning(db, sample);
  const places = new Map(people.map((one) => [enrollmentWorkflowId(one.id), placeOf(one)]));
  for (const id of await listRunningImports(client, IMPORTS)) places.set(id, 'an import of a campaign');
  const failures: FailedReplay[] = [];
  let replayed = 0;
  if (places.size === 0) return { replayed, failures };
  beforeReplay();
  for await (const { workflow_id, failure } of replayRunning(client, [...places.keys()], {
    workflowBundle: code,
    dataConverter,
  })) {
    replayed++;
    if (failure === null) continue;
    failures.push({ workflow_id, where: places.get(workflow_id) ?? '', ...failure, fix: FIXES[failure.kind] });
  }
  return { replayed, failures };
}

const placeOf = ({ sequence, version, node, waiting_text }: RunningSample): string =>
  `step ${node ?? 'before the first'} of ${sequence} version ${version}${waiting_text ? ` (${waiting_text})` : ''}`;
