import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { freePort } from '../../../src/app/main/free-port.ts';
import { waitUntil } from '../../../src/app/main/wait-until.ts';
import { killNow } from './process.ts';

export interface Toxic {
  readonly type: 'reset_peer' | 'timeout' | 'latency' | 'bandwidth' | 'limit_data' | 'slow_close';
  readonly stream?: 'upstream' | 'downstream';
  /** Share of the connections that it touches. */
  readonly toxicity?: number;
  readonly attributes: Readonly<Record<string, number>>;
}

/** One connection between two parts, as toxiproxy holds it. */
export interface Link {
  readonly address: string;
  readonly port: number;
  /** Cuts what is open and refuses what comes. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Cuts what is open; new connections are taken. */
  cut(): Promise<void>;
  /** Returns the function that takes it off again. */
  poison(toxic: Toxic): Promise<() => Promise<void>>;
  /** Leads the link to this address from now on. */
  leadTo(upstream: string): Promise<void>;
}

export interface Toxiproxy {
  link(name: string, upstream: string): Promise<Link>;
  stop(): void;
}

/** spec of its HTTP API: github.com/Shopify/toxiproxy, "HTTP API". */
export async function startToxiproxy(executable: string, logFile: string): Promise<Toxiproxy> {
  const port = await freePort(0);
  const log = openSync(logFile, 'a');
  const child = spawn(executable, ['-host', '127.0.0.1', '-port', String(port)], {
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  const base = `http://127.0.0.1:${port}`;
  const ask = async (method: string, path: string, body?: unknown): Promise<void> => {
    const answer = await fetch(base + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`toxiproxy: ${method} ${path} answered ${answer.status}: ${text}`);
  };
  const up = await waitUntil(
    () =>
      ask('GET', '/version').then(
        () => true,
        () => false,
      ),
    { timeout: 60_000 },
  );
  if (!up) throw new Error(`toxiproxy did not start; see ${logFile}`);
  let toxics = 0;
  return {
    async link(name, upstream) {
      const own = await freePort(0);
      const address = `127.0.0.1:${own}`;
      await ask('POST', '/proxies', { name, listen: address, upstream, enabled: true });
      const change = (fields: object) => ask('POST', `/proxies/${name}`, { listen: address, ...fields });
      let target = upstream;
      return {
        address,
        port: own,
        down: () => change({ upstream: target, enabled: false }),
        up: () => change({ upstream: target, enabled: true }),
        async cut() {
          await change({ upstream: target, enabled: false });
          await change({ upstream: target, enabled: true });
        },
        async poison({ type, stream = 'downstream', toxicity = 1, attributes }) {
          const toxic = `toxic-${++toxics}`;
          await ask('POST', `/proxies/${name}/toxics`, { name: toxic, type, stream, toxicity, attributes });
          return () => ask('DELETE', `/proxies/${name}/toxics/${toxic}`);
        },
        async leadTo(next) {
          target = next;
          await change({ upstream: target, enabled: true });
        },
      };
    },
    stop() {
      if (child.pid !== undefined) killNow(child.pid);
    },
  };
}
