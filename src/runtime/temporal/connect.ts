import {
  Client,
  Connection,
  type ConnectionOptions,
  defaultGrpcRetryOptions,
  isGrpcServiceError,
  makeGrpcRetryInterceptor,
} from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import type { NativeConnectionOptions } from '@temporalio/worker';
import { CodedError } from '../../shared/kit/coded-error.ts';

/** The Temporal server to use: what `@temporalio/envconfig` gives, read at the edge. */
export interface TemporalServerSettings {
  readonly namespace: string;
  /** Address, TLS, API key and metadata. */
  readonly connection: NativeConnectionOptions;
}

export interface ConnectedClient {
  readonly client: Client;
  close(): Promise<void>;
}

/** Rows of the outbox are locked while a call is under way, and what fails is sent again. */
const DEADLINE = 10_000;

/** A client, connected. A call that is not answered within `deadline_ms`, tried again or not, fails. Throws CodedError `temporal_unreachable`. */
export async function connectClient(
  server: TemporalServerSettings,
  dataConverter: DataConverter,
  { deadline_ms = DEADLINE }: { readonly deadline_ms?: number } = {},
): Promise<ConnectedClient> {
  const options = { ...clientOptions(server.connection), interceptors: [withDeadline(deadline_ms)] };
  const connection = await reach(server, () => Connection.connect(options));
  const client = new Client({ connection, namespace: server.namespace, dataConverter });
  return { client, close: () => connection.close() };
}

/** Whether a server answers, as we are to reach it, and knows the namespace. Throws CodedError `temporal_unreachable`. */
async function isNamespaceThere(server: TemporalServerSettings): Promise<boolean> {
  const options = { ...clientOptions(server.connection), connectTimeout: 5000, interceptors: [withDeadline(5000)] };
  const connection = await reach(server, () => Connection.connect(options));
  try {
    await connection.workflowService.describeNamespace({ namespace: server.namespace });
    return true;
  } catch (error) {
    // Whoever may not look at a namespace may still work in it.
    if (isGrpcServiceError(error) && error.code === PERMISSION_DENIED) return true;
    if (isGrpcServiceError(error) && error.code === NOT_FOUND) return false;
    throw error;
  } finally {
    await connection.close();
  }
}

/** A worker without its namespace would poll in vain for ever. Throws CodedError `unknown_namespace`, or `temporal_unreachable`. */
export async function requireNamespace(server: TemporalServerSettings): Promise<void> {
  if (await isNamespaceThere(server)) return;
  const address = server.connection.address ?? 'localhost:7233';
  throw new CodedError('unknown_namespace', `Temporal at ${address} has no namespace ${server.namespace}.`, {
    fix: `Create it (temporal operator namespace create --namespace ${server.namespace} --retention 30d), or set TEMPORAL_NAMESPACE to one that is there.`,
  });
}

const NOT_FOUND = 5;
const PERMISSION_DENIED = 7;

/** Tries again as the SDK does by itself, all tries of a call within its time. */
export function withDeadline(ms: number): ReturnType<typeof makeGrpcRetryInterceptor> {
  const retry = makeGrpcRetryInterceptor(defaultGrpcRetryOptions());
  return (options, nextCall) => retry({ ...options, deadline: options.deadline ?? Date.now() + ms }, nextCall);
}

export function clientOptions({ address, tls, apiKey, metadata }: NativeConnectionOptions): ConnectionOptions {
  return {
    ...(address === undefined ? {} : { address }),
    ...(tls === undefined ? {} : { tls }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

/** What connecting gives. Throws CodedError `temporal_unreachable`. */
export async function reach<T>(
  { connection, namespace }: TemporalServerSettings,
  connect: () => Promise<T>,
): Promise<T> {
  try {
    return await connect();
  } catch (cause) {
    const address = connection.address ?? 'localhost:7233';
    throw new CodedError('temporal_unreachable', `Temporal does not answer at ${address} (namespace ${namespace}).`, {
      fix: 'Start it, or set TEMPORAL_ADDRESS to where it is.',
      cause,
    });
  }
}
