import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Between an IMAP client and a server on this machine, to be shut. */
export interface ImapGate {
  readonly port: number;
  /** Shut: connections are cut, and none is made. */
  shut: boolean;
  /** The next answer to this command is kept back, and the connection cut in its place: the server did what it was asked. */
  cutAfter(command: string): void;
  close(): Promise<void>;
}

export async function startImapGate(imapPort: number): Promise<ImapGate> {
  const sockets = new Set<Socket>();
  let shut = false;
  let command: string | null = null;
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
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
    if (shut) client.destroy();
    /** The tag of the command whose answer is kept back. */
    let tag: string | null = null;
    client.on('data', (chunk: Buffer) => {
      const asked = command === null ? null : new RegExp(`^(\\S+) ${command}\\b`, 'im').exec(chunk.toString('latin1'));
      if (asked) {
        tag = asked[1] ?? null;
        command = null;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      if (tag !== null && text.split('\r\n').some((line) => line.startsWith(`${tag} `))) client.destroy();
      // In the clear, so that commands can be told.
      else client.write(text.includes('STARTTLS') ? Buffer.from(text.replace(' STARTTLS', ''), 'latin1') : chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get shut() {
      return shut;
    },
    set shut(now) {
      shut = now;
      if (shut) cutAll();
    },
    cutAfter(name) {
      command = name;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        cutAll();
      }),
  };
}
