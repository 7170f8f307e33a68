import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../src/app/main/postgres/start-postgres.ts';
import { waitUntil } from '../../src/app/main/wait-until.ts';
import { type ImapMeter, startImapMeter } from '../support/mail/start-imap-meter.ts';
import { startMailServers, type TestMailServer } from '../support/mail/start-mail-servers.ts';
import { type MeasuredService, startMeasuredService } from '../support/mail/start-measured-service.ts';
import type { Ratio } from './ratio.ts';

const MAILS = Number(process.env.BENCH_MAILBOX ?? 100_000);
const EMAIL = 'large@post.test';
const PASSWORD = 'open sesame';

/**
 * A mailbox of a hundred thousand mails (`BENCH_MAILBOX`): what each call takes in time, bytes from the IMAP server and memory of the
 * service, first before the index is there, then with it.
 */
export async function benchMailbox(report: (line: string) => void): Promise<Ratio[]> {
  const server = await startMailServers();
  if (!server) return [];
  const folder = mkdtempSync(join(tmpdir(), 'overture-bench-'));
  const postgres = await startPostgres({ folder });
  const url = await postgres.ensureDatabase('bench_mailbox');
  const meter = await startImapMeter(server.imap.port);
  const service = await startMeasuredService(url, { watch: true });
  const database = new pg.Client({ connectionString: url });
  try {
    await database.connect();
    await measure({ report, server, meter, service, database });
    return [];
  } finally {
    await database.end();
    await service.stop();
    await meter.close();
    await postgres.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Bench {
  readonly report: (line: string) => void;
  readonly server: TestMailServer;
  readonly meter: ImapMeter;
  readonly service: MeasuredService;
  readonly database: pg.Client;
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

async function measure({ report, server, meter, service, database }: Bench): Promise<void> {
  server.fill(EMAIL, MAILS);
  await server.setPassword(EMAIL, PASSWORD);
  const before = (await service.usage()).resident;
  report(`${MAILS} mails; the service takes ${megabytes(before)} before it sees them`);
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    meter.reset();
    const started = performance.now();
    const result = await work();
    const ms = performance.now() - started;
    const { headers, texts, bytes } = meter.counts;
    const { peak, blocked_ms } = await service.usage();
    report(
      `${name}: ${ms.toFixed(0)} ms, headers of ${headers} mails, texts of ${texts}, ${megabytes(bytes)} read; memory at most +${megabytes(peak - before)}, event loop held ${blocked_ms.toFixed(0)} ms at most`,
    );
    return result;
  };
  const login = {
    platform: 'email',
    email: EMAIL,
    password: PASSWORD,
    imap: { ...server.imap, port: meter.port },
    smtp: server.smtp,
  };
  const { account_id } = await timed('sign in', () => service.call('/v2/login', login));
  const act = (action: string, params: object) => service.call('/v2/messages', { account_id, action, params });
  const { conversations } = await timed('list_inbox, the newest 20', () => act('list_inbox', { count: 20 }));
  const { conversation_id } = conversations[0];
  await timed('get_conversation', () => act('get_conversation', { conversation_id }));
  await timed('mark_as_unread', () => act('mark_as_unread', { conversation_id }));
  await timed('search from:, found among the newest', () =>
    act('search', { query: `from:person${MAILS % 500}@filled.example`, count: 1 }),
  );
  await timed('a new mail, until the index has it', () => arrive(server, database, 'one'));
  await timed('the index of all, read on behind the calls', async () => {
    const done = async () =>
      (await database.query(`select from mail_folders where role = 'inbox' and low_uid = 1`)).rows.length === 1;
    if (!(await waitUntil(done, { timeout: 1_800_000, every: 500 }))) throw new Error('the index was not finished');
  });
  await timed('list_inbox, the newest 20, indexed', () => act('list_inbox', { count: 20 }));
  await timed('search from:, indexed', () => act('search', { query: 'from:person17@filled.example', count: 20 }));
  await timed('search for a word of one of the oldest mails, page by page', async () => {
    let cursor: string | undefined;
    for (;;) {
      const { conversations, next_cursor } = await act('search', {
        query: '"mail 17:"',
        count: 1,
        ...(cursor === undefined ? {} : { cursor }),
      });
      if (conversations.length > 0 || !next_cursor) return;
      cursor = next_cursor;
    }
  });
  await timed('a new mail, until the index has it, indexed', () => arrive(server, database, 'two'));
  const { rows } = await database.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest(array['mails', 'mail_places', 'mail_threads']) as name`,
  );
  report(`the index takes ${megabytes(rows[0]?.bytes ?? 0)} of the database`);
}

async function arrive(server: TestMailServer, database: pg.Client, name: string): Promise<void> {
  const source = `From: new@out.example\r\nTo: ${EMAIL}\r\nSubject: ${name}\r\nMessage-ID: <${name}@out.example>\r\nDate: ${new Date().toUTCString()}\r\n\r\nfresh\r\n`;
  await server.deliver({ from: 'new@out.example', to: [EMAIL] }, source);
  const there = async () =>
    (await database.query('select from mails where message_id = $1', [`<${name}@out.example>`])).rows.length > 0;
  if (!(await waitUntil(there, { timeout: 120_000, every: 20 }))) throw new Error('a mail that came was not seen');
}
