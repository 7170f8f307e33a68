import { NativeConnection } from '@temporalio/worker';
import { reach, type TemporalServerSettings } from './connect.ts';

// What is large in our messages is encrypted, which nothing makes smaller: to try cost a worker and a server half a millisecond of CPU for each enrollment.
const UNCOMPRESSED = { codec: 'none' } as const;

/**
 * A worker's connection. Throws CodedError `temporal_unreachable`. Apart from the client's, for its library takes a role without a worker
 * long to load.
 */
export function connectWorker(server: TemporalServerSettings): Promise<NativeConnection> {
  return reach(server, () => NativeConnection.connect({ ...server.connection, grpcCompression: UNCOMPRESSED }));
}
