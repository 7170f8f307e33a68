import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Silence of 8 kHz, 8 bit, one channel. */
export function wav(seconds: number): Buffer {
  const samples = Buffer.alloc(Math.round(seconds * 8000), 0x80);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

export const mediaFile = (filename: string, bytes: Buffer | string) => ({
  filename,
  data: Buffer.from(bytes).toString('base64'),
});

export interface FileServer {
  readonly url: string;
  /** Paths that were asked for, in order. */
  readonly seen: string[];
  close(): Promise<void>;
}

/** Answers by path; unknown ones are 404. */
export async function startFileServer(routes: Readonly<Record<string, RequestListener>>): Promise<FileServer> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    seen.push(path);
    const route = routes[path];
    if (route) return route(request, response);
    response.writeHead(404).end('nothing here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export const serve =
  (bytes: Buffer | string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(200, headers).end(bytes);
  };
