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
    if (isUnauthenticated(error)) throw refused(server, error);
    throw error;
  } finally {
    await connection.close();
  }
}

/** A worker without its namespace would poll in vain for ever. Throws CodedError `unknown_namespace`, or `temporal_unreachable`. */
export async function requireNamespace(server: TemporalServerSettings): Promise<void> {
  if (await isNamespaceThere(server)) return;
  const address = server.connection.address ?? LOCAL;
  throw new CodedError('unknown_namespace', `Temporal at ${address} has no namespace ${server.namespace}.`, {
    fix: `Create it (temporal operator namespace create --namespace ${server.namespace} --retention 30d), or set TEMPORAL_NAMESPACE to one that is there.`,
  });
}

const NOT_FOUND = 5;
const PERMISSION_DENIED = 7;
const UNAUTHENTICATED = 16;

/** The first call of a connection wraps what the server said. */
const isUnauthenticated = (error: unknown): boolean =>
  [error, error instanceof Error ? error.cause : null].some(
    (one) => isGrpcServiceError(one) && one.code === UNAUTHENTICATED,
  );

function refused({ connection }: TemporalServerSettings, cause: unknown): CodedError {
  const given = connection.apiKey === undefined ? 'has been given no API key, and wants one' : 'refuses the API key';
  return new CodedError('temporal_refused', `Temporal at ${connection.address ?? LOCAL} ${given}.`, {
    fix: 'Set TEMPORAL_API_KEY to a key of this namespace that has not expired.',
    cause,
  });
}

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

/** Connects, and turns the failures of it into a CodedError `temporal_unreachable` or `temporal_refused`. */
export async function reach<T>(server: TemporalServerSettings, connect: () => Promise<T>): Promise<T> {
  try {
    return await connect();
  } catch (cause) {
    const { connection, namespace } = server;
    if (isUnauthenticated(cause)) throw refused(server, cause);
    const { address = LOCAL, tls, apiKey } = connection;
    const secure = tls === undefined ? apiKey !== undefined : Boolean(tls);
    const over = secure ? ' over TLS' : '';
    throw new CodedError(
      'temporal_unreachable',
      `Temporal does not answer at ${address}${over} (namespace ${namespace}).`,
      {
        fix: `Start it, or set TEMPORAL_ADDRESS to where it is. ${secure ? WITH_TLS : WITHOUT_TLS}`,
        cause,
      },
    );
  }
}

const LOCAL = 'localhost:7233';
const WITH_TLS =
  'TLS fails in the same way: TEMPORAL_TLS_SERVER_CA_CERT_PATH has to be what signed its certificate, TEMPORAL_TLS_SERVER_NAME a name in it, and TEMPORAL_TLS_CLIENT_CERT_PATH with TEMPORAL_TLS_CLIENT_KEY_PATH what it asks of clients.';
const WITHOUT_TLS = 'Where it wants TLS, set TEMPORAL_TLS=true.';
