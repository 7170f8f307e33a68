import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startMailServers } from '../../support/mail/start-mail-servers.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

const server = await startMailServers();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(async () => {
  await sandbox.close();
  await server?.stop();
});

const PASSWORD = 'open sesame';

async function signIn(email: string): Promise<string> {
  if (!server) throw new Error('no mail server');
  await server.setPassword(email, PASSWORD);
  const body = { platform: 'email', email, password: PASSWORD, name: 'Sam', imap: server.imap, smtp: server.smtp };
  const answer = await sandbox.call('POST', '/v2/login', body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  const { account_id } = answer.body.data;
  await sandbox.watch(account_id);
  return account_id;
}

describe.skipIf(server === null)('real mailboxes, through the service', () => {
  it('send, receive, emit events, list, search, hand out files and change', async () => {
    const ada = await signIn('ada@real.example');
    const bob = await signIn('bob@real.example');
    const sent = await sandbox.act('messages', ada, 'send', {
      to: 'bob@real.example',
      subject: 'Plan',
      message_text: 'Shall we?',
      media_files: [{ filename: 'plan.txt', data: Buffer.from('the plan').toString('base64') }],
    });
    const { message_id } = sent.data;
    await vi.waitFor(async () => expect(await sandbox.events(bob)).toHaveLength(1), { timeout: 120_000 });
    expect((await sandbox.events(bob))[0]).toMatchObject({
      event: { type: 'message', message_id, sender: { email: 'ada@real.example', is_self_sent: false } },
    });
    const inbox = await sandbox.act('messages', bob, 'list_inbox', {});
    expect(inbox.conversations).toMatchObject([{ message_id, unread: 1, has_attachments: true }]);
    const [{ conversation_id }] = inbox.conversations;
    const read = await sandbox.act('messages', bob, 'get_conversation', { conversation_id });
    expect(read.messages).toMatchObject([{ text: expect.stringContaining('Shall we?') }]);
    const [attachment] = read.messages[0].attachments;
    const file = await fetch(attachment.download_url, { headers: { 'x-api-key': sandbox.key } });
    expect(await file.text()).toBe('the plan');
    expect(await sandbox.act('messages', bob, 'archive', { conversation_id })).toEqual({ updated: 1 });
    const found = await sandbox.act('messages', bob, 'search', { query: 'shall in:archive' });
    expect(found.conversations).toMatchObject([{ message_id }]);
    // Told by the call that sent it, and not once more when its copy is seen.
    await vi.waitFor(
      async () =>
        expect((await sandbox.act('messages', ada, 'list_inbox', { label_ids: ['sent'] })).conversations).toHaveLength(
          1,
        ),
      { timeout: 120_000 },
    );
    expect(await sandbox.events(ada)).toMatchObject([{ event: { message_id, sender: { is_self_sent: true } } }]);
  });
});
