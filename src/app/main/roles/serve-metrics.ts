import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { processRegistry } from '../../../shared/telemetry/metrics/define.ts';

/** Unless `OVERTURE_METRICS_PORT` says another one. */
export const METRICS_PORT = 4402;

export interface MetricsServer {
  /** The URL on which it listens. */
  readonly url: string;
  close(): Promise<void>;
}

interface MetricsServerOptions {
  readonly host: string;
  readonly port: number;
  /** Further metrics as Prometheus reads them. */
  readonly also: () => Promise<string>;
  readonly onError: (error: unknown) => void;
}

/**
 * `/metrics` and `/healthz` of a role that serves nothing else. Where the port is taken it listens on a free one: nobody's work may
 * wait for somebody who looks on, and several workers may run on one machine.
 */
export async function serveMetrics({ host, port, also, onError }: MetricsServerOptions): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/healthz') return answer(response, 200, 'application/json', '{"ok":true}');
    if (path !== '/metrics') return answer(response, 404, 'text/plain', 'There are /metrics and /healthz.\n');
    show(also, onError).then(
      (text) => answer(response, 200, processRegistry.contentType, text),
      (error: unknown) => {
        onError(error);
        answer(response, 500, 'text/plain', 'The metrics could not be read.\n');
      },
    );
  });
  const listen = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(at, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  await listen(port).catch(() => listen(0));
  server.on('error', onError).unref();
  // It listens on a port, so its address is no text.
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Ours are shown also where the others cannot be read. */
async function show(also: () => Promise<string>, onError: (error: unknown) => void): Promise<string> {
  const [ours, others] = await Promise.all([
    processRegistry.metrics(),
    also().catch((error: unknown) => {
      onError(error);
      return '';
    }),
  ]);
  return `${ours}\n${others}`;
}

function answer(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': type }).end(text);
}
