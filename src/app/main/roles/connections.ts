/**
 * How many connections to Postgres a process of each role may hold at once. The worker's pool serves 200 steps, which mostly wait for the
 * V2 service with no connection in hand; beside it one connection listens, and the thread that imports lists has a pool of its own.
 */
export const CONNECTIONS = { api: 20, worker: 40, importing: 4, v2: 20 } as const;

const LISTENING = 1;

/** The connections that one api, one worker and one V2 service on one server need together. */
export const CONNECTIONS_OF_ONE_EACH =
  CONNECTIONS.api + CONNECTIONS.worker + CONNECTIONS.importing + LISTENING + CONNECTIONS.v2;
