import { Client, Connection, type ConnectionOptions } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { NativeConnection, type NativeConnectionOptions } from '@temporalio/worker';
import { CodedError } from '../kit/coded-error.ts';

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

/** A client, connected. Throws CodedError `TEMPORAL_UNREACHABLE`. */
export async function connectClient(
  server: TemporalServerSettings,
  dataConverter: DataConverter,
): Promise<ConnectedClient> {
  const connection = await reach(server, () => Connection.connect(clientOptions(server.connection)));
  const client = new Client({ connection, namespace: server.namespace, dataConverter });
  return { client, close: () => connection.close() };
}

/** A worker's connection. Throws CodedError `TEMPORAL_UNREACHABLE`. */
export function connectWorker(server: TemporalServerSettings): Promise<NativeConnection> {
  return reach(server, () => NativeConnection.connect(server.connection));
}

function clientOptions({ address, tls, apiKey, metadata }: NativeConnectionOptions): ConnectionOptions {
  return {
    ...(address === undefined ? {} : { address }),
    ...(tls === undefined ? {} : { tls }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

async function reach<T>({ connection, namespace }: TemporalServerSettings, connect: () => Promise<T>): Promise<T> {
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
