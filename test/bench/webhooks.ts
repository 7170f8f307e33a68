import { type ChildProcess, fork } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { startPostgres } from '../../src/main/postgres/start-postgres.ts';
import type { Ratio } from './ratio.ts';

const ROUNDS = 5;
const PER_ROUND = 4000;
const CONNECTIONS = 50;
const SECRET = 'whsec_of_the_benchmark';

/** Accepted webhooks per second: our receiver (signature, freshness, insert once) against a bare route with one insert. */
export async function benchWebhooks(report: (line: string) => void): Promise<Ratio> {
  const folder = mkdtempSync(join(tmpdir(), 'overture-bench-'));
  const postgres = await startPostgres({ folder });
  const servers: ChildProcess[] = [];
  try {
    const start = async (kind: 'ours' | 'bare') => {
      const url = await postgres.ensureDatabase(`bench_${kind}`);
      const server = fork(fileURLToPath(new URL('./webhook-server.ts', import.meta.url)), [kind, url, SECRET]);
      servers.push(server);
      return new Promise<string>((resolve, reject) => {
        server.once('message', (message) => resolve(String(message)));
        server.once('exit', (code) => reject(new Error(`the ${kind} server ended with ${code}`)));
      });
    };
    const [ours, bare] = [await start('ours'), await start('bare')];
    const figures = { ours: [] as number[], baseline: [] as number[] };
    await load(ours, 500);
    await load(bare, 500);
    for (let round = 1; round <= ROUNDS; round++) {
      figures.ours.push(await load(ours, PER_ROUND));
      figures.baseline.push(await load(bare, PER_ROUND));
      report(
        `round ${round}: ours ${figures.ours.at(-1)?.toFixed(0)}/s, bare ${figures.baseline.at(-1)?.toFixed(0)}/s`,
      );
    }
    return { unit: 'accepted webhooks/s', ...figures, aim: 0.7 };
  } finally {
    for (const server of servers) server.kill();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sends `count` different events over kept connections; accepted events per second. */
async function load(url: string, count: number): Promise<number> {
  const { origin, pathname } = new URL(url);
  const bodies = Array.from({ length: count }, (_, index) => eventBody(index));
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  let next = 0;
  const client = async () => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      const timestamp = String(Math.floor(Date.now() / 1000));
      const { statusCode, body: answer } = await pool.request({
        method: 'POST',
        path: pathname,
        headers: {
          'content-type': 'application/json',
          'x-service-timestamp': timestamp,
          'x-service-signature': `v1=${createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex')}`,
        },
        body,
      });
      await answer.dump();
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return count / seconds;
}

function eventBody(index: number): string {
  const at = new Date().toISOString();
  return JSON.stringify({
    event_id: `evt_${randomBytes(12).toString('hex')}`,
    account_id: 'acc_bench',
    account_name: 'Benchmark',
    platform: 'professional',
    event: {
      type: 'accepted_invitation',
      timestamp: at,
      connections: [
        {
          name: `Person ${index}`,
          headline: 'Engineer',
          profile_url: `https://professional.example/in/ACo${index}`,
          public_identifier: `person-${index}`,
          profile_picture: '',
        },
      ],
    },
    timestamp: at,
  });
}
