import { createSocket, type Socket as Lock } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { openSocket } from '../../shared/dial/open-socket.ts';
import { THIS_MACHINE } from '../../shared/dial/policies.ts';

/**
 * `wanted` when it is free on 127.0.0.1, otherwise a free port chosen by the system. Nobody else comes by it before it is
 * listened on: a chosen one is not given out again for a minute, and of two processes that ask here one alone gets `wanted`.
 */
export async function freePort(wanted: number): Promise<number> {
  return wanted !== 0 && (await takePort(wanted)) ? wanted : choosePort();
}

/** Whether nobody listens there. */
export async function isFree(port: number): Promise<boolean> {
  const server = await listening(port);
  if (server !== null) await closed(server);
  return server !== null;
}

/** Whether it is free and no other process has taken it so; if it is, it stays ours until this process ends. */
export async function takePort(port: number): Promise<boolean> {
  if (locks.has(port)) return isFree(port);
  const lock = await lockOf(port);
  if (lock === null) return false;
  const free = await isFree(port);
  if (free) locks.set(port, lock);
  else lock.close();
  return free;
}

/** Wall milliseconds. */
const CONNECT_TIMEOUT = 5000;

const locks = new Map<number, Lock>();

/** The same number of UDP, which nobody here speaks: it goes with the process, however that ends. Null: another one has it. */
function lockOf(port: number): Promise<Lock | null> {
  return new Promise((resolve) => {
    const lock = createSocket('udp4');
    lock.once('error', () => resolve(null));
    lock.bind(port, '127.0.0.1', () => resolve(lock.unref()));
  });
}

/**
 * The end of a connection that closes first keeps its port for a minute (TIME_WAIT): meanwhile the system gives the port to
 * nobody who asks for any, while a server that names it may listen there.
 */
async function choosePort(): Promise<number> {
  const server = await listening(0);
  if (server === null) throw new Error('there is no free port on 127.0.0.1');
  const { port } = server.address() as AddressInfo;
  const arrived = once(server, 'connection') as Promise<[Socket]>;
  const client = (await openSocket({ host: '127.0.0.1', port }, THIS_MACHINE, CONNECT_TIMEOUT)).resume();
  const [socket] = await arrived;
  const ended = Promise.all([once(client, 'close'), once(socket, 'close')]);
  socket.resume().end();
  await ended;
  await closed(server);
  return port;
}

/** Null: another program listens there. */
function listening(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

async function closed(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
