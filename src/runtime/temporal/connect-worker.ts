import { NativeConnection } from '@temporalio/worker';
import { reach, type TemporalServerSettings } from './connect.ts';

/**
 * A worker's connection. Throws CodedError `temporal_unreachable`. Apart from the client's, for its library takes a role without a worker
 * long to load.
 */
export function connectWorker(server: TemporalServerSettings): Promise<NativeConnection> {
  return reach(server, () => NativeConnection.connect(server.connection));
}
