import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface ImapProxy {
  readonly port: number;
  cutAll(): void;
  close(): Promise<void>;
}

/** A watch that looks into one connection, in the clear. */
export interface ImapWatch {
  asked?(chunk: Buffer): void;
  /** False: the client does not get it, and the connection is cut in its place. */
  answered(chunk: Buffer): boolean;
}

/** Between an IMAP client and a server on this machine. Takes STARTTLS out of what the server offers, so that commands can be told. */
export async function startImapProxy(imapPort: number, watch: (client: Socket) => ImapWatch): Promise<ImapProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(imapPort, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
    }
    const { asked, answered } = watch(client);
    client.on('data', (chunk: Buffer) => {
      asked?.(chunk);
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      if (answered(chunk)) client.write(withoutStartTls(chunk));
      else client.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cutAll,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        cutAll();
      }),
  };
}

/** Takes STARTTLS out of what a server offers, which is short; what is long are mails. */
const withoutStartTls = (chunk: Buffer): Buffer =>
  chunk.length < 4000 && chunk.includes('STARTTLS')
    ? Buffer.from(chunk.toString('latin1').replace(' STARTTLS', ''), 'latin1')
    : chunk;
