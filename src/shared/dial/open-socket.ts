import { connect, type Socket } from 'node:net';
import type { Destination, DialPolicy } from './policies.ts';
import { checkDestination, checkedLookup } from './resolve-host.ts';

/** A connection of TCP to a place that the policy allows. `timeout`: wall milliseconds until it stands. */
export function openSocket(place: Destination, policy: DialPolicy, timeout: number): Promise<Socket> {
  return new Promise<Socket>((resolve, reject) => {
    checkDestination(place, policy);
    const socket = connect({ ...place, timeout, lookup: checkedLookup(policy) });
    const failed = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.once('error', failed);
    socket.once('timeout', () => failed(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' })));
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.removeListener('error', failed);
      resolve(socket);
    });
  });
}
