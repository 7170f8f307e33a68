import { createHmac, randomBytes } from 'node:crypto';
import { Pool } from 'undici';
import type { Ratio } from './ratio.ts';
import { withServers } from './with-servers.ts';

const ROUNDS = 5;
const PER_ROUND = 4000;
const CONNECTIONS = 50;
const SECRET = 'whsec_of_the_benchmark';

/** Accepted webhooks per second: our receiver (signature, freshness, insert once) against a bare route with one insert. */
export async function benchWebhooks(report: (line: string) => void): Promise<Ratio> {
  return withServers('./webhook-server.ts', SECRET, async ({ ours, bare }) => {
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
    return { unit: 'accepted webhooks/s', ...figures, aim: 1 };
  });
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
