import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';
import { PATIENCE } from '../../../support/eventually.ts';
import { startMailServers, type TestMailServer } from '../../../support/mail/start-mail-servers.ts';
import { type MeasuredService, startMeasuredService } from '../../../support/mail/start-measured-service.ts';
import { HOSTILE_MAILS } from './hostile-mails.ts';

/** Bytes: what all of these together, each read by the watcher and by three calls, may add to the service at most. */
const MOST_GROWTH = 500 * 1024 * 1024;
/** Milliseconds of CPU for which the service may answer nobody. */
const LONGEST_SILENCE = 1000;
const EMAIL = 'target@post.test';
const PASSWORD = 'open sesame';

const found = await startMailServers();

describe.skipIf(found === null)('hostile mails', () => {
  const server = found as TestMailServer;
  let database: TestDatabase;
  let service: MeasuredService;
  let account_id: string;
  let before: number;
  const act = (action: string, params: object) => service.call('/v2/messages', { account_id, action, params });

  beforeAll(async () => {
    await server.setPassword(EMAIL, PASSWORD);
    database = await createTestDatabase('service');
    service = await startMeasuredService(database.url, { watch: true });
    const login = { platform: 'email', email: EMAIL, password: PASSWORD, imap: server.imap, smtp: server.smtp };
    account_id = (await service.call('/v2/login', login)).account_id;
    await act('list_inbox', {});
    before = (await service.usage()).resident;
  });
  afterAll(async () => {
    await service?.stop();
    await database?.drop();
    await server.stop();
  });

  it.each(HOSTILE_MAILS)(
    'of %s are emitted, listed and shown, and the service answers others meanwhile',
    { timeout: 240_000 },
    async (name, source) => {
      await service.usage();
      const end = new AbortController();
      const others = answersOthers(service, end.signal);
      await server.deliver({ from: 'x@hostile.example', to: [EMAIL] }, source);
      const listed = await vi.waitFor(
        async () => {
          const { conversations } = await act('list_inbox', { count: 1 });
          expect(conversations).toMatchObject([{ last_message: { subject: name } }]);
          return conversations[0];
        },
        { timeout: 120_000 },
      );
      const { messages } = await act('get_conversation', { conversation_id: listed.conversation_id });
      expect(messages).toHaveLength(1);
      expect((await act('search', { query: `subject:"${name}"` })).conversations).toHaveLength(1);
      end.abort();
      expect(await others).toBeGreaterThan(0);
      const { peak, busy_ms } = await service.usage();
      expect(busy_ms, 'the event loop stood still').toBeLessThan(LONGEST_SILENCE);
      expect(peak - before, 'memory').toBeLessThan(MOST_GROWTH);
    },
  );

  it('are not sent either: ten thousand recipients are refused', async () => {
    const cc = Array.from({ length: 10_000 }, (_, n) => `person${n}@works.example`).join(', ');
    const send = act('send', { to: 'jo@works.example', cc, subject: 'Hi', message_text: 'Hello' });
    await expect(send).rejects.toThrow(/answered 400.*INVALID_PARAMS.*100/s);
    expect((await service.usage()).busy_ms).toBeLessThan(LONGEST_SILENCE);
  });
});

/** Asks for something else until the end; how often it was answered. */
async function answersOthers({ url }: MeasuredService, end: AbortSignal): Promise<number> {
  let answered = 0;
  while (!end.aborted) {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.ok) answered++;
    await sleep(50);
  }
  return answered;
}
