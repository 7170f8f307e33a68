import { afterEach, describe, expect, it } from 'vitest';
import { type MetricsServer, serveMetrics } from '../../../src/app/main/roles/serve-metrics.ts';
import { outboxSent } from '../../../src/shared/telemetry/metrics/event-metrics.ts';

const servers: MetricsServer[] = [];
const serve = async (also: () => Promise<string>, port = 0, errors: unknown[] = []) => {
  const server = await serveMetrics({ host: '127.0.0.1', port, also, onError: (error) => errors.push(error) });
  servers.push(server);
  return server;
};
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

describe('the metrics of a worker', () => {
  it('are its own and those of the SDK, at one address', async () => {
    outboxSent.inc({ kind: 'start_enrollment', result: 'delivered' });
    const { url } = await serve(async () => 'temporal_worker_task_slots_available 7\n');
    const answer = await fetch(`${url}/metrics`);
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toMatch(/^overture_outbox_sent_total\{kind="start_enrollment",result="delivered"\} \d+$/m);
    expect(text).toMatch(/^temporal_worker_task_slots_available 7$/m);
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true });
    expect((await fetch(`${url}/`)).status).toBe(404);
  });

  it('are shown without those of the SDK where these cannot be read', async () => {
    const errors: unknown[] = [];
    const { url } = await serve(() => Promise.reject(new Error('gone')), 0, errors);
    const answer = await fetch(`${url}/metrics`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('# TYPE overture_outbox_sent_total counter');
    expect(errors).toEqual([new Error('gone')]);
  });

  it('move to a free port where theirs is taken: a second worker starts all the same', async () => {
    const first = await serve(async () => '');
    const second = await serve(async () => '', Number(new URL(first.url).port));
    expect(second.url).not.toBe(first.url);
    expect((await fetch(`${second.url}/healthz`)).status).toBe(200);
  });
});
