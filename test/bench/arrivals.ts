import { setTimeout as sleep } from 'node:timers/promises';
import type { MailServer } from '../../src/app/demo/mail-server/start-mail-server.ts';
import { startMailServers } from '../support/mail/start-mail-servers.ts';
import { post } from './post.ts';
import type { Figure } from './ratio.ts';
import { share } from './reaction-phases.ts';
import { type BenchSystem, untilCount, withSystem } from './with-system.ts';

const MAILBOXES = 8;
const PEOPLE = 160;
const PER_SECOND = 5;
const AIM_MS = 2000;
const PASSWORD = 'open sesame';

const SEQUENCE = `sequence: arrivals
schedule: { timezone: Europe/Paris, hours: { daily: "00:00-24:00" } }
limits: { emails: 100000/day }
steps:
  - email: { subject: On-call load, text: "Hi {{ first_name }}, shall we talk?" }
  - wait: 30 days
  - end: no_answer
`;

/**
 * From the moment in which a mail server has an answer to the moment in which the stop of the person's sequence is written: IDLE, the
 * mail read, event, signed webhook, match. The whole system on one machine, several mailboxes, answers at a steady rate.
 */
export async function benchArrivals(report: (line: string) => void): Promise<Figure[]> {
  const server = await startMailServers();
  if (!server) return [];
  // The world's time is the wall's, so that moments can be compared.
  const env = { OVERTURE_CLOCK_SPEED: '1', V2_RATE_LIMIT: '0', V2_ALLOW_PRIVATE_MAIL: '1' };
  try {
    const p95 = await withSystem(report, env, (bench) => measure(report, server, bench));
    return [{ what: 'arrival → stop written, p95', unit: 'ms', measured: p95, aim: AIM_MS }];
  } finally {
    await server.stop();
  }
}

async function measure(
  report: (line: string) => void,
  server: MailServer,
  { v2, api, engine, service }: BenchSystem,
): Promise<number> {
  await post(v2, '/sandbox/credits', { unlimited: true });
  const accounts = await Promise.all(
    Array.from({ length: MAILBOXES }, async (_, n) => {
      const email = `sender${n}@agency.test`;
      await server.setPassword(email, PASSWORD);
      const body = { platform: 'email', email, password: PASSWORD, imap: server.imap, smtp: server.smtp };
      const { data } = await post<{ data: { account_id: string } }>(v2, '/v2/login', { ...body, daily_limit: 1000 });
      return { email, account_id: data.account_id };
    }),
  );
  await post(api, '/api/sequences', SEQUENCE);
  for (let n = 0; n < PEOPLE; n++) {
    await post(api, '/api/enrollments', {
      sequence: 'arrivals',
      lead: { first_name: 'Ada', email: addressOf(n) },
      senders: { email: accounts[n % MAILBOXES]?.account_id },
    });
  }
  await untilCount(engine, `select count(*)::int as n from enrollments where waiting_kind = 'time'`, PEOPLE);
  report(`${PEOPLE} people were written to from ${MAILBOXES} mailboxes`);

  const arrived = new Map<string, number>();
  const started = performance.now();
  const answers = Array.from({ length: PEOPLE }, async (_, n) => {
    await sleep((n * 1000) / PER_SECOND - (performance.now() - started));
    await answer(server, addressOf(n), accounts[n % MAILBOXES]?.email ?? '');
    arrived.set(addressOf(n), Date.now());
  });
  await Promise.all(answers);
  const rate = PEOPLE / ((performance.now() - started) / 1000);
  await untilCount(engine, 'select count(*)::int as n from enrollments where wall_stopped_at is not null', PEOPLE);

  const { rows: stopped } = await engine.query<{ email: string; at: Date; received_at: Date }>(
    `select l.email, e.wall_stopped_at as at, ev.received_at from enrollments e join leads l on l.id = e.lead_id
       join events ev on ev.event_id = e.stop_event_id`,
  );
  const { rows: events } = await service.query<{ email: string; at: Date }>(
    `select envelope::jsonb #>> '{event,sender,email}' as email, emitted_at as at from events where type = 'message'`,
  );
  const emitted = new Map(events.map(({ email, at }) => [email, at.getTime()]));
  const since = (email: string, at: number | undefined) => (at ?? Number.NaN) - (arrived.get(email) ?? Number.NaN);
  const line = (name: string, times: readonly number[]) =>
    `${name}: p50 ${share(times, 0.5)} ms, p95 ${share(times, 0.95)} ms, longest ${share(times, 1)} ms`;
  report(`${stopped.length} answers at ${rate.toFixed(1)}/s`);
  report(
    line(
      'arrival → event',
      stopped.map(({ email }) => since(email, emitted.get(email))),
    ),
  );
  report(
    line(
      'arrival → webhook received',
      stopped.map(({ email, received_at }) => since(email, received_at.getTime())),
    ),
  );
  const written = stopped.map(({ email, at }) => since(email, at.getTime()));
  report(`${line('arrival → stop written', written)}; aim p95 < ${AIM_MS} ms`);
  return share(written, 0.95);
}

const addressOf = (n: number): string => `person${n}@people.test`;

const answer = (server: MailServer, from: string, to: string): Promise<void> =>
  server.deliver(
    { from, to: [to] },
    `From: ${from}\r\nTo: ${to}\r\nSubject: Re: On-call load\r\nMessage-ID: <${crypto.randomUUID()}@people.test>\r\nDate: ${new Date().toUTCString()}\r\n\r\nYes, gladly.\r\n`,
  );
