import { ImapFlow } from 'imapflow';
import { Pool } from 'undici';
import type { MailServer } from '../../src/app/demo/mail-server/start-mail-server.ts';
import { waitUntil } from '../../src/app/main/wait-until.ts';
import { startMailServers } from '../support/mail/start-mail-servers.ts';
import type { Batch } from './mails-process.ts';
import type { Ratio } from './ratio.ts';
import { withServers } from './with-servers.ts';

const KEY = 'bench-mails-0123456789abcdef';
const HEADERS = { 'content-type': 'application/json', 'x-api-key': KEY };
const PASSWORD = 'open sesame';
const ROUNDS = 5;
const PER_ROUND = 300;
const MAILBOXES = 4;
const IN_FLIGHT = 16;

type Mail = Batch['mails'][number];

/** Milliseconds that the server takes for a mail, beside its work; servers on the internet take some hundred. */
const SLOWNESS = [0, 100];

/**
 * Mails per second from real mailboxes to a submission server that delivers to dovecot: through the service's action `send` (the key,
 * credits, log, journal, hand-over, answer, event, and the copy in the sent folder), and by nodemailer alone.
 */
export async function benchMails(report: (line: string) => void): Promise<Ratio[]> {
  const server = await startMailServers();
  if (!server) return [];
  try {
    return await withServers('./mails-process.ts', KEY, async (urls) => {
      await post(`${urls.ours}/sandbox/credits`, { unlimited: true });
      const mailboxes = await Promise.all(
        Array.from({ length: MAILBOXES }, (_, n) => signIn(urls.ours, server, `sender${n}@bench.example`)),
      );
      const ratios: Ratio[] = [];
      for (const delay_ms of SLOWNESS) {
        server.faults.clear();
        if (delay_ms > 0) server.faults.add({ at: 'data', delay_ms, times: Number.POSITIVE_INFINITY });
        const figures = { ours: [] as number[], baseline: [] as number[] };
        for (let round = 0; round <= ROUNDS; round++) {
          const { ours, baseline, filing } = await sendRound(urls, server, mailboxes);
          // The first round warms both up.
          if (round === 0) continue;
          figures.ours.push(ours);
          figures.baseline.push(baseline);
          report(
            `${round}: ours ${ours.toFixed(0)}/s, nodemailer ${baseline.toFixed(0)}/s; the last copy was filed ${filing.toFixed(1)} s later`,
          );
        }
        ratios.push({ unit: `mails/s to a server that takes ${delay_ms} ms more`, ...figures, aim: 0.6 });
      }
      return ratios;
    });
  } finally {
    await server.stop();
  }
}

let copies = 0;

/** The same mails from both, one after the other. */
async function sendRound(
  { ours, bare }: { readonly ours: string; readonly bare: string },
  server: MailServer,
  mailboxes: readonly { readonly email: string; readonly account_id: string }[],
) {
  const mails = Array.from({ length: PER_ROUND }, (_, n) => mailOf(n));
  const bodies = mails.map((mail) =>
    JSON.stringify({
      account_id: mailboxes.find(({ email }) => email === mail.from)?.account_id,
      action: 'send',
      params: { to: mail.to, subject: mail.subject, message_text: mail.text },
    }),
  );
  const before = server.submitted.length;
  copies += PER_ROUND;
  const seconds = await secondsOf(() => sendAll(ours, bodies));
  const filing = await secondsOf(() => copiesFiled(server, copies));
  const batch: Batch = { ...server.smtp, pass: PASSWORD, in_flight: IN_FLIGHT, mails };
  const baseline = PER_ROUND / (await secondsOf(() => post(bare, batch)));
  const sent = server.submitted.length - before;
  if (sent !== 2 * PER_ROUND) throw new Error(`${sent} mails were sent, not ${2 * PER_ROUND}`);
  return { ours: PER_ROUND / seconds, baseline, filing };
}

async function signIn(url: string, server: MailServer, email: string) {
  await server.setPassword(email, PASSWORD);
  const body = { platform: 'email', email, password: PASSWORD, imap: server.imap, smtp: server.smtp };
  const answer = await post<{ data: { account_id: string } }>(`${url}/v2/login`, body);
  return { email, account_id: answer.data.account_id };
}

/** All copies lie in the sent folders: they are not the baseline's to wait for. */
async function copiesFiled(server: MailServer, wanted: number): Promise<void> {
  const count = async (user: string) => {
    const { host, port } = server.imap;
    const client = new ImapFlow({
      host,
      port,
      secure: false,
      doSTARTTLS: false,
      logger: false,
      auth: { user, pass: PASSWORD },
    });
    await client.connect();
    const status = await client.status('Sent', { messages: true });
    await client.logout();
    return status ? (status.messages ?? 0) : 0;
  };
  const filed = async () => {
    const counts = await Promise.all(Array.from({ length: MAILBOXES }, (_, n) => count(`sender${n}@bench.example`)));
    return counts.reduce((sum, one) => sum + one, 0) >= wanted;
  };
  if (!(await waitUntil(filed, { timeout: 120_000, every: 200 }))) throw new Error('copies of sent mails are missing');
}

let counter = 0;
const mailOf = (n: number): Mail => ({
  from: `sender${n % MAILBOXES}@bench.example`,
  to: `person${counter++ % 50}@works.example`,
  subject: `A question about your team, ${counter}`,
  text: 'Hello,\n\nmay I ask how you plan the next quarter?\n\nBest regards\nSam\n'.repeat(5),
});

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

async function sendAll(url: string, bodies: readonly string[]): Promise<void> {
  const pool = new Pool(url, { connections: IN_FLIGHT, pipelining: 1 });
  let next = 0;
  const client = async () => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      const headers = { ...HEADERS, 'idempotency-key': `mail-${counter++}` };
      const answer = await pool.request({ method: 'POST', path: '/v2/messages', headers, body });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`the service answered ${answer.statusCode}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, client));
  await pool.close();
}

async function post<T>(url: string, body: object): Promise<T> {
  const response = await fetch(url, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
