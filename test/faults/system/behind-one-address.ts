import { freePort } from '../../../src/app/main/free-port.ts';
import { startBalancer } from './balancer.ts';

/** The ports of one server, or of two that are alike. */
export type Ports = readonly [number, number?];

export interface OneAddress {
  readonly ports: Ports;
  /** A balancer's where there are two servers. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Free ports for as many servers that are alike, and the one address by which they are asked. */
export async function behindOneAddress(count: 1 | 2): Promise<OneAddress> {
  const [first, second] = [await freePort(0), await freePort(0)];
  const ports: Ports = count === 1 ? [first] : [first, second];
  const balancer = count === 1 ? null : await startBalancer([first, second]);
  return {
    ports,
    address: balancer?.address ?? `127.0.0.1:${first}`,
    async stop() {
      await balancer?.stop();
    },
  };
}
