import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One address for several servers that are alike, as a load balancer in front of them. */
export interface Balancer {
  /** `127.0.0.1:<port>` */
  readonly address: string;
  stop(): Promise<void>;
}

/** Connections go to the ports in turn; to the next one where nobody listens. It looks at no byte of them. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer({ pauseOnConnect: true }, (client) => {
    open.add(client);
    client.on('error', () => client.destroy());
    client.on('close', () => open.delete(client));
    const first = turn++;
    const tryNext = (tries: number): void => {
      const port = ports[(first + tries) % ports.length];
      if (tries === ports.length || port === undefined) return void client.destroy();
      const upstream = connect(port, '127.0.0.1');
      let connected = false;
      upstream.once('connect', () => {
        connected = true;
        client.pipe(upstream).pipe(client);
        client.once('close', () => upstream.destroy());
        upstream.once('close', () => client.destroy());
      });
      upstream.on('error', () => {
        if (connected) client.destroy();
        else tryNext(tries + 1);
      });
    };
    tryNext(0);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
