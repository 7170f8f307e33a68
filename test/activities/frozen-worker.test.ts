import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { childScript } from '../support/child-script.ts';
import { carryThrough, INVITE, MESSAGE } from './bench.ts';
import { openServiceBench, type ServiceBench } from './service.ts';

/** Two workers, one of them frozen (SIGSTOP) while it holds a step; the service knows no keys, so nothing but the engine prevents a second send. */
let bench: ServiceBench;
let anna: string;
beforeAll(async () => {
  bench = await openServiceBench();
  await bench.sandbox.control('POST', '/idempotency', { honored: false });
});
afterAll(() => bench.close());

/** Long enough that a busy machine comes to the point within it, and over when the other one takes the step up. */
const LEASE = { lease_ms: 2_000, proof_after_ms: 2_500 };

async function startPerformer(given: object): Promise<{ child: ChildProcess; outcome: Promise<string> }> {
  const file = await childScript(new URL('./frozen/performer.ts', import.meta.url));
  const child = spawn(process.execPath, [file, JSON.stringify(given)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const outcome = new Promise<string>((resolve) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += chunk;
    });
    child.on('close', () => resolve(text));
  });
  return { child, outcome };
}

const isStopped = ({ pid }: ChildProcess): boolean =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.startsWith('T') ?? false;

let people = 0;
describe.skipIf(process.platform !== 'linux')('a worker that is frozen while it holds a step', () => {
  for (const node of [INVITE, MESSAGE]) {
    for (const point of ['intent_committed', 'connected', 'bytes_sent', 'response_received'] as const) {
      it(`at ${point} of ${node.id} and goes on after another one has done it sends and writes nothing more`, async () => {
        anna = await bench.sender();
        const degree = node === MESSAGE ? 1 : 2;
        const made = await bench.sandbox.person({ first_name: 'Ada', last_name: `No ${++people}`, degree });
        const lead = { profile_url: made.url, first_name: 'Ada' };
        const ada = await bench.enroll(await bench.sequence([node]), lead, { professional: anna });
        const { child, outcome } = await startPerformer({
          ...{ database: bench.url, v2_url: bench.sandbox.url, api_key: bench.sandbox.key, settings: LEASE },
          ...{ clock: bench.clock.setting(), enrollment: ada, node: node.id, point },
        });
        try {
          await vi.waitFor(() => expect(isStopped(child)).toBe(true), { timeout: 120_000, interval: 50 });
          const rescuer = bench.activities(bench.v2, LEASE);
          await vi.waitFor(
            async () => expect(await carryThrough(bench, rescuer, ada, node.id)).toMatchObject({ status: 'done' }),
            { timeout: 120_000, interval: 200 },
          );
          const settled = await bench.intent(ada.id);
          child.kill('SIGCONT');
          const result = JSON.parse(await outcome);
          // It gives up, or hears what the other one has done.
          expect('error' in result ? result.error : result.status).toMatch(/held up|done/);
          expect(await bench.sandbox.received(made.slug)).toHaveLength(1);
          expect(await bench.intent(ada.id)).toEqual(settled);
          const sent = (await bench.titles(ada.id)).filter((title) => /^(Invited|Sent)/.test(title));
          expect(sent).toHaveLength(1);
        } finally {
          child.kill('SIGKILL');
        }
      });
    }
  }
});
