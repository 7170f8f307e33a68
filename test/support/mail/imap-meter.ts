import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface ImapMeter {
  readonly port: number;
  /** Since the last `reset`: what the server sent, and of how many mails it sent headers, and texts. */
  readonly counts: { readonly bytes: number; readonly headers: number; readonly texts: number };
  reset(): void;
  close(): Promise<void>;
}

/** Between an IMAP client and a server on this machine: counts what mails are fetched. Takes STARTTLS out of what the server offers. */
export async function startImapMeter(imapPort: number): Promise<ImapMeter> {
  const counts = { bytes: 0, headers: 0, texts: 0 };
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
    client.pipe(upstream);
    let tail = '';
    upstream.on('data', (chunk: Buffer) => {
      counts.bytes += chunk.length;
      const text = tail + chunk.toString('latin1');
      const lines = text.split('\r\n');
      tail = (lines.pop() ?? '').slice(-2000);
      for (const line of lines) {
        if (/^\* \d+ FETCH .*BODY\[HEADER/.test(line)) counts.headers++;
        if (/^\* \d+ FETCH .*BODY\[\]/.test(line)) counts.texts++;
      }
      const offers = chunk.length < 4000 && chunk.includes('STARTTLS');
      client.write(offers ? Buffer.from(chunk.toString('latin1').replace(' STARTTLS', ''), 'latin1') : chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    reset: () => Object.assign(counts, { bytes: 0, headers: 0, texts: 0 }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
