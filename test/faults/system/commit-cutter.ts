import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface CommitCutter {
  readonly address: string;
  /** The share of commits whose answer is lost; 0: none. */
  lose(share: number, random: () => number): void;
  lost(): number;
  stop(): void;
}

/** The text of the statement, as a question by itself and behind the writes that go out with it. */
const COMMIT = Buffer.from('commit\0');

/** Stands before Postgres and lets a COMMIT through, but not its answer: toxiproxy knows nothing of what it carries. */
export async function startCommitCutter(port: number): Promise<CommitCutter> {
  let share = 0;
  let draw: () => number = () => 1;
  let lost = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    let cut = false;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk) => {
      if (share > 0 && chunk.includes(COMMIT) && draw() < share) cut = true;
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!cut) {
        client.write(chunk);
        return;
      }
      // It is committed: Postgres has answered.
      lost++;
      client.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is never a path.
  const own = (server.address() as AddressInfo).port;
  return {
    address: `127.0.0.1:${own}`,
    lose(wanted, random) {
      share = wanted;
      draw = random;
    },
    lost: () => lost,
    stop() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
