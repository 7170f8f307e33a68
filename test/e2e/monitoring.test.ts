import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_METRICS } from '../../src/shared/telemetry/metrics/all-metrics.ts';
import type { MetricRole } from '../../src/shared/telemetry/metrics/define.ts';
import { traceIdsOf } from '../../src/shared/telemetry/trace-ids.ts';
import { eventually } from '../support/eventually.ts';
import { OF_PROMETHEUS, OTHER_METRICS } from '../telemetry/other-metrics.ts';
import { connectedWith, receiveTraces } from '../telemetry/receive-traces.ts';
import { jumpUntil } from './support/jump-until.ts';
import { sharedServers } from './support/shared-servers.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

/** Texts that must not be found again in what operators read. */
const CANARIES = [
  ...['Zephyrine', 'Quillfeather', 'zq-slug', 'canary.example'],
  ...['xylophone meadow', 'violet saxophone', 'granite teapot'],
];

const SEQUENCE = `sequence: watched
steps:
  - visit
  - invite: "Hi {{ first_name }}, violet saxophone?"
  - wait_for: accepted_invitation
    within: 7 days
    then:
      - wait: 1 hour
      - message: "Dear {{ first_name }}, granite teapot."
    else:
      - end: no_answer
  - wait_for: reply
    within: 7 days
    then:
      - end: warm
    else:
      - end: cold
`;

let receiver: Awaited<ReturnType<typeof receiveTraces>>;
/** A receiver for our own webhooks. */
const hooked = createServer((request, response) => void request.resume().on('end', () => response.end()));
let system: Overture;
let account: string;
let enrolled: { readonly id: string; readonly lead_id: string };

beforeAll(async () => {
  receiver = await receiveTraces();
  await new Promise<void>((resolve) => hooked.listen(0, '127.0.0.1', resolve));
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
  const rules = { OVERTURE_DEMO: '0', OVERTURE_ALLOW_PRIVATE_WEBHOOKS: '1' };
  const env = { ...rules, OVERTURE_LOG_LEVEL: 'trace', ...traces, OTEL_BSP_SCHEDULE_DELAY: '200' };
  system = await startOverture({ env, servers: await sharedServers() });
  const sender = { platform: 'professional', name: 'Anna Keller', country: 'FR', products: ['classic'] };
  account = (await system.v2<{ account_id: string }>('POST', '/sandbox/accounts', sender)).account_id;
  const { profile_url } = await system.v2<{ profile_url: string }>('POST', '/sandbox/people', {
    ...{ first_name: 'Zephyrine', last_name: 'Quillfeather', public_identifier: 'zq-slug-1', degree: 2 },
    behavior: { accepts_after: 'PT1H', replies_after: { message: 'PT2H' }, reply_text: 'Yes, xylophone meadow' },
  });
  await system.api('POST', '/api/sequences', SEQUENCE);
  await provoke(system);
  const url = `http://127.0.0.1:${(hooked.address() as AddressInfo).port}/hook`;
  await system.api('POST', '/api/webhooks', { url, events: ['enrollment.*', 'reply.received'] });
  const lead = { profile_url, first_name: 'Zephyrine', email: 'z@canary.example' };
  const body = { sequence: 'watched', lead, senders: { professional: account } };
  enrolled = (await system.api<typeof enrolled>('POST', '/api/enrollments', body)).body;
  await jumpUntil(system, async () => {
    const now = await system.api<{ status: string }>('GET', `/api/enrollments/${enrolled.id}`);
    return now.body.status === 'finished';
  });
}, 600_000);
afterAll(async () => {
  await system?.dispose();
  await receiver?.close();
  hooked.close();
});

/** Provokes errors about somebody's words, so that there are log lines in which to look for them. */
async function provoke({ api, v2, run }: Overture): Promise<void> {
  const lead = { first_name: 'Zephyrine', email: 'z@canary.example', age: 'granite teapot' };
  await api('POST', '/api/enrollments', { sequence: 'watched', lead });
  await api('POST', '/api/sequences', 'sequence: violet saxophone\nsteps: [granite teapot]');
  await api('GET', '/api/leads?q=Quillfeather&sort=granite%20teapot');
  await fetch(`${run().api.url}/session`, {
    ...{ method: 'POST', body: JSON.stringify({ email: 'z@canary.example', password: 'violet saxophone' }) },
    headers: { 'content-type': 'application/json', origin: run().api.url },
  });
  const sent = { account_id: 'acc_x', action: 'send', params: { text: 'xylophone meadow' } };
  await v2('POST', '/v2/messages', sent).catch(() => undefined);
  const postgres = new pg.Client({ connectionString: run().postgres.url });
  await postgres.connect();
  await postgres.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'overture %'`,
  );
  await postgres.end();
}

const metricsOf = async (role: MetricRole): Promise<string> => {
  const answer = await fetch(`${system.run()[role].url}/metrics`);
  expect(answer.status).toBe(200);
  return answer.text();
};

describe('the metrics of a whole system', () => {
  it.each<MetricRole>(['api', 'worker', 'v2'])(
    'of the role %s are all that are said of it, with no word of a person',
    async (role) => {
      const text = await metricsOf(role);
      const said = new Set([...text.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name));
      const own = ALL_METRICS.filter(({ roles }) => roles.includes(role)).map(({ name }) => name);
      expect(own.filter((name) => !said.has(name))).toEqual([]);
      for (const canary of CANARIES) expect(text).not.toContain(canary);
    },
  );

  it('show what happened to the person', async () => {
    const worker = await metricsOf('worker');
    const by = `account="${account}",channel="professional"`;
    for (const step of ['invite', 'message'])
      expect(worker).toMatch(new RegExp(`^overture_sends_total\\{${by},step="${step}"\\} 1$`, 'm'));
    expect(worker).toMatch(new RegExp(`^overture_replies_total\\{${by}\\} 1$`, 'm'));
    expect(worker).toMatch(/^overture_enrollments_finished_total\{outcome="other"\} 1$/m);
    // The gauge is read anew every two seconds.
    await eventually(async () =>
      expect(await metricsOf('api')).toMatch(/^overture_enrollments\{status="finished"\} 1$/m),
    );
  });

  it('show how late the step after a wait was looked at, which is no hour although the clock jumped over it', async () => {
    const worker = await metricsOf('worker');
    const of = (what: string) =>
      Number(worker.match(new RegExp(`^overture_wakeup_lateness_seconds_${what}\\{kind="time"\\} (\\S+)$`, 'm'))?.[1]);
    expect(of('count')).toBe(1);
    expect(of('sum')).toBeGreaterThanOrEqual(0);
    expect(of('sum')).toBeLessThan(3600);
  });

  it('show the webhooks that both products have delivered, each where it delivers them', async () => {
    for (const role of ['worker', 'v2'] as const)
      await eventually(async () => {
        const text = await metricsOf(role);
        expect(text).toMatch(/^overture_webhook_deliveries_total\{result="succeeded"\} [1-9]/m);
        expect(text).toMatch(/^overture_webhook_delivery_duration_seconds_count\{result="succeeded"\} [1-9]/m);
      });
  });

  it('show how long what is due for Temporal has waited while no worker takes it', async () => {
    const age = async (): Promise<number> => {
      const found = (await metricsOf('api')).match(/^overture_waiting_age_seconds\{what="outbox"\} (\S+)$/m);
      return Number(found?.[1]);
    };
    await eventually(async () => expect(await age()).toBe(0));
    const { worker = 0 } = system.run().pids;
    process.kill(worker, 'SIGSTOP');
    try {
      const lead = { profile_url: 'https://professional.example/in/zq-slug-2', first_name: 'Zephyrine' };
      await system.api('POST', '/api/enrollments', { sequence: 'watched', lead });
      await eventually(async () => expect(await age()).toBeGreaterThan(1));
    } finally {
      process.kill(worker, 'SIGCONT');
    }
    await eventually(async () => expect(await age()).toBe(0));
  });

  it('of others that the dashboard and the alerts use are there, with their labels', async () => {
    const text = (await Promise.all([metricsOf('worker'), metricsOf('api')])).join('\n');
    // They appear once they happen, which nothing here makes happen.
    const rare = [
      ...['up', 'temporal_workflow_task_execution_failed_total', 'temporal_request_failure_total'],
      'temporal_sticky_cache_miss_total',
    ];
    for (const [name, labels] of Object.entries(OTHER_METRICS)) {
      if (rare.includes(name)) continue;
      const [line, found = ''] = text.match(new RegExp(`^${name}(?:_bucket)?(?:\\{([^}]*)\\})? `, 'm')) ?? [];
      expect(line, name).toBeDefined();
      for (const label of labels.filter((one) => !OF_PROMETHEUS.includes(one)))
        expect(found, name).toContain(`${label}="`);
    }
  });
});

describe('the trace of one enrollment', () => {
  it('goes from the API call through start, steps, calls, the service, its webhook and the signal to the step that was woken', async () => {
    const spans = () =>
      receiver.spans.filter(({ trace }) => trace === traceIdsOf({ enrollment: enrolled.id }).trace_id);
    const namesOf = (all: Iterable<{ service: string; name: string }>) =>
      [...all].map(({ service, name }) => `${service.replace('overture-', '')}: ${name}`);
    // Each process tells its own time: only what is of one stands in an order.
    const inOrder = {
      'overture-api': ['enroll'],
      'overture-v2': ['POST /v2/profiles', 'POST /v2/messages'],
      'overture-worker': [
        ...['start enrollment', 'step visit', 'step invite', 'event accepted_invitation', 'signal enrollment'],
        ...['step message', 'V2 messages/send', 'event reply'],
      ],
    };
    await eventually(() => {
      const sorted = spans().sort((one, other) => Number(one.at - other.at));
      for (const [service, expected] of Object.entries(inOrder)) {
        const names = sorted.filter((span) => span.service === service).map(({ name }) => name);
        let at = -1;
        for (const name of expected) {
          at = names.indexOf(name, at + 1);
          expect(at, `${name} after what comes before it, in ${names.join(', ')}`).toBeGreaterThanOrEqual(0);
        }
      }
      const sends = sorted.filter(({ name }) => name === 'V2 messages/send').map(({ id }) => id);
      expect(sends).toContain(sorted.find(({ name }) => name === 'POST /v2/messages')?.parent);
    });
    const enroll = receiver.spans.find(({ name }) => name === 'enroll');
    const request = receiver.spans.find(({ id }) => enroll?.links.some((link) => link.id === id));
    if (request === undefined) throw new Error('what enrolled is linked to the request');
    const together = connectedWith(request, receiver.spans);
    expect(namesOf(together)).toEqual(
      expect.arrayContaining([
        ...['api: POST /api/enrollments', 'v2: emit event', 'v2: deliver webhook', 'api: POST /hooks/v2/:id'],
        ...['api: receive event', 'worker: ingest event', 'worker: step message'],
      ]),
    );
  });

  it('holds no word of a person', () => {
    const text = receiver.requests.map((request) => request.text).join('\n');
    expect(text).toContain('step message');
    for (const canary of CANARIES) expect(text).not.toContain(canary);
  });
});

describe('the logs of a whole system', () => {
  it('are JSON lines, with ids and no word of a person', () => {
    const lines = ['api.log', 'worker.log', 'v2.log'].flatMap((name) =>
      readFileSync(join(system.home, 'logs', name), 'utf8')
        .trim()
        .split('\n'),
    );
    // A role says where it is in plain words, for whoever starts it. What Node or a library warns of would be seen here.
    const plain = lines.filter((line) => !line.startsWith('{'));
    expect(plain.filter((line) => !/^(API|V2 service|worker|stopping)\b|^$/.test(line))).toEqual([]);
    const logged = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
    expect(logged.some(({ msg }) => String(msg).includes('database connection was lost'))).toBe(true);
    const refused = lines.filter((line) => line.includes('tried to sign in'));
    expect(refused).toEqual([
      expect.stringMatching(/^(?=.*"request_id":"req_)(?=.*"trace_id":)(?!.*request_id.*request_id)/),
    ]);
    for (const canary of CANARIES) expect(lines.filter((line) => line.includes(canary))).toEqual([]);
  });
});

describe('Temporal’s interface', () => {
  it('finds the enrollment by its sequence and its person', async () => {
    const { address, namespace } = system.run().temporal;
    const connection = await Connection.connect({ address });
    const client = new Client({ connection, namespace });
    const found = async (query: string) => {
      const ids: string[] = [];
      for await (const { workflowId } of client.workflow.list({ query })) ids.push(workflowId);
      return ids;
    };
    const { body } = await system.api<{ id: string }>('GET', '/api/sequences/watched');
    expect(body.id).toMatch(/^seq_[0-9a-f]{32}$/);
    await eventually(async () => {
      expect(await found(`OvertureSequence = '${body.id}'`)).toContain(`enr:${enrolled.id}`);
      expect(await found(`OvertureLead = '${enrolled.lead_id}'`)).toEqual([`enr:${enrolled.id}`]);
    });
    await connection.close();
  });
});
