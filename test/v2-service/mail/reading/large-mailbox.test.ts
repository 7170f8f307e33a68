import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';
import { type ImapMeter, startImapMeter } from '../../../support/mail/start-imap-meter.ts';
import { startMailServers, type TestMailServer } from '../../../support/mail/start-mail-servers.ts';
import { type MeasuredService, startMeasuredService } from '../../../support/mail/start-measured-service.ts';

const MAILS = 4000;
/** Bytes: what reading a mailbox of any size may add to a service that has read none. */
const MOST_GROWTH = 120 * 1024 * 1024;
/** Mails that are indexed in one step. */
const STEP = 500;
const PASSWORD = 'open sesame';
const EMAIL = 'large@post.test';

const found = await startMailServers();

describe.skipIf(found === null)(`a mailbox of ${MAILS} mails`, () => {
  const server = found as TestMailServer;
  let database: TestDatabase;
  let service: MeasuredService;
  let meter: ImapMeter;
  let account_id: string;
  let before: number;
  const act = (action: string, params: object) => service.call('/v2/messages', { account_id, action, params });

  beforeAll(async () => {
    server.fill(EMAIL, MAILS);
    await server.setPassword(EMAIL, PASSWORD);
    meter = await startImapMeter(server.imap.port);
    database = await createTestDatabase('service');
    // Nobody reads on behind what is measured.
    service = await startMeasuredService(database.url, { watch: false });
    const imap = { ...server.imap, port: meter.port };
    const login = { platform: 'email', email: EMAIL, password: PASSWORD, imap, smtp: server.smtp };
    before = (await service.usage()).resident;
    account_id = (await service.call('/v2/login', login)).account_id;
  });
  afterAll(async () => {
    await service?.stop();
    await meter?.close();
    await database?.drop();
    await server.stop();
  });

  it('is signed in to without a look at any mail', () => {
    expect(meter.counts).toMatchObject({ headers: 0, texts: 0 });
    expect(meter.counts.bytes).toBeLessThan(10_000);
  });

  it('shows its newest page by one step of headers and the texts of the page', async () => {
    meter.reset();
    const { conversations } = await act('list_inbox', { count: 10 });
    expect(conversations).toHaveLength(10);
    expect(conversations[0].last_message.text).toContain(`mail ${MAILS}`);
    expect(meter.counts).toMatchObject({ headers: STEP, texts: 10 });
  });

  it('shows the same page again, a conversation and a change of it without reading anything twice', async () => {
    const { conversations } = await act('list_inbox', { count: 10 });
    const [{ conversation_id }] = conversations;
    meter.reset();
    await act('list_inbox', { count: 10 });
    await act('get_conversation', { conversation_id });
    await act('mark_as_unread', { conversation_id });
    expect(meter.counts.headers).toBe(0);
    expect(meter.counts.texts).toBeLessThanOrEqual(11);
  });

  it('finds a word in an old mail by asking the server, and reads no texts but those it shows', async () => {
    meter.reset();
    const { conversations } = await act('search', { query: '"mail 17:"' });
    expect(conversations).toHaveLength(1);
    expect(conversations[0].last_message.text).toContain('mail 17:');
    // By now all headers were read, each once.
    expect(meter.counts).toMatchObject({ headers: MAILS - STEP, texts: 1 });
    meter.reset();
    expect((await act('search', { query: 'from:person17@filled.example', count: 5 })).conversations).toHaveLength(5);
    expect(meter.counts).toMatchObject({ headers: 0, texts: 5 });
  });

  it('reads a mail that comes, and that mail alone', async () => {
    const source = `From: new@out.example\r\nTo: ${EMAIL}\r\nSubject: News\r\nMessage-ID: <news@out.example>\r\nDate: ${new Date().toUTCString()}\r\n\r\nfresh\r\n`;
    await server.deliver({ from: 'new@out.example', to: [EMAIL] }, source);
    meter.reset();
    const { conversations } = await act('list_inbox', { count: 1 });
    expect(conversations).toMatchObject([{ last_message: { subject: 'News' } }]);
    expect(meter.counts.headers).toBe(1);
    expect(meter.counts.texts).toBeLessThanOrEqual(2);
  });

  it('took no memory for it but what one step needs', async () => {
    const { peak } = await service.usage();
    expect(peak - before).toBeLessThan(MOST_GROWTH);
  });
});
