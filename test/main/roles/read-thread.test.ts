import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INTENT_HEADER } from '../../../activities/steps/messages/email-headers.ts';
import { createThreadReader } from '../../../src/app/main/roles/read-thread.ts';
import type { MailInLedger } from '../../../src/runtime/store/intents/list-sent-mails.ts';
import { createV2Client } from '../../../src/v2/client/create-v2-client.ts';
import { eventually } from '../../support/eventually.ts';
import { about, inboxOf, loginOf } from '../../support/mail/mail-world.ts';
import { startMailServers } from '../../support/mail/start-mail-servers.ts';
import { type Sandbox, startSandbox } from '../../v2-service/sandbox/sandbox-service.ts';

const found = await startMailServers();
const ANNA = 'anna@threads.test';

describe.skipIf(found === null)('the thread of a mail that went out', () => {
  const server = found as NonNullable<typeof found>;
  let sandbox: Sandbox;
  let account_id: string;
  let v2: ReturnType<typeof createV2Client>;
  beforeAll(async () => {
    sandbox = await startSandbox({ mail: { allow_private: true, watch: false } });
    await server.setPassword(ANNA, 'right');
    account_id = (await sandbox.call('POST', '/v2/login', loginOf(server, ANNA, 'right'))).body.data.account_id;
    v2 = createV2Client({ base_url: sandbox.url, api_key: sandbox.key });
  });
  afterAll(async () => {
    await v2?.close();
    await sandbox?.close();
    await server.stop();
  });

  /** Sends it as the engine does; what the ledger then has of it, once its copy is in the mailbox. */
  async function send(name: string, more: object = {}, html = '<p>Shall we?</p>'): Promise<MailInLedger> {
    const to = `${name}@people.test`;
    const key = `enr_${name}/hello/1`;
    const params = { to, subject: `Hello ${name}`, html, custom_headers: { [INTENT_HEADER]: key } };
    const at = new Date();
    const { data } = await sandbox.act('messages', account_id, 'send', params);
    await eventually(async () => expect(await copies((box) => box.search({ to }, { uid: true }))).toHaveLength(1));
    return {
      ...{ key, enrollment_id: `enr_${name}`, name, outcome: null, account_id, node: 'hello', to },
      ...{ subject: params.subject, message_id: data.message_id, at, params },
      ...{ from: { name: 'Anna Keller', email: ANNA } },
      ...more,
    };
  }

  async function copies<T>(use: (box: ImapFlow) => Promise<T>): Promise<T> {
    const box = new ImapFlow({ ...server.imap, doSTARTTLS: false, logger: false, auth: { user: ANNA, pass: 'right' } });
    await box.connect();
    try {
      await box.mailboxOpen('Sent');
      return await use(box);
    } finally {
      await box.logout();
    }
  }
  const loseCopy = ({ to }: MailInLedger) => copies((box) => box.messageDelete({ to: to ?? '' }));
  const read = (mail: MailInLedger) => createThreadReader(v2)(mail);

  it('is that of the mailbox, where it holds the mail', async () => {
    expect(await read(await send('ada'))).toMatchObject({ error: null, mails: [{ source: 'mailbox', is_ours: true }] });
  });

  it('has the mail from the ledger, with the answers, where the mailbox has lost it', async () => {
    const mail = await send('bea');
    const [arrived] = await inboxOf(server, 'bea@people.test');
    if (!arrived) throw new Error('it did not arrive');
    await about(server, 'bea@people.test', arrived).reply('Gladly');
    await loseCopy(mail);
    const { mails, error } = await read(mail);
    expect(error).toBeNull();
    expect(mails).toMatchObject([
      { source: 'ledger', is_ours: true, message_id: mail.message_id, subject: 'Hello bea', text: 'Shall we?' },
      { source: 'mailbox', is_ours: false, text: 'Gladly' },
    ]);
    expect(mails[0]).toMatchObject({
      ...{ html: '<p>Shall we?</p>', from: { name: 'Anna Keller', email: ANNA }, to: [{ email: 'bea@people.test' }] },
    });
  });

  it('has of an answer what its author wrote, found by what we sent, in a language that nobody here knows', async () => {
    const ours = 'Shall we talk about heat pumps for your school on Tuesday?';
    const mail = await send('eve', {}, `<p>${ours}</p>`);
    const [arrived] = await inboxOf(server, 'eve@people.test');
    if (!arrived) throw new Error('it did not arrive');
    const whole = `Gladly\r\n\r\nAnna Keller <${ANNA}> kimenye 09:30:\r\n\r\n${ours}`;
    await about(server, 'eve@people.test', arrived).reply(whole);
    await eventually(async () => {
      const { mails } = await read(mail);
      expect(mails.at(-1)).toMatchObject({ is_ours: false, text: 'Gladly', quoted: expect.stringContaining(ours) });
    });
  });

  it('is found by the mark of the mail where its receipt was lost, else is the mail of the ledger', async () => {
    const mail = await send('cyd', { message_id: null });
    expect((await read(mail)).mails).toMatchObject([{ source: 'mailbox', subject: 'Hello cyd' }]);
    await loseCopy(mail);
    expect((await read(mail)).mails).toMatchObject([{ source: 'ledger', message_id: mail.key, subject: 'Hello cyd' }]);
  });

  it('is the mail of the ledger where the mailbox cannot be read, with the reason', async () => {
    const { mails, error } = await read(await send('dee', { account_id: 'acc_nobody' }));
    expect(mails).toMatchObject([{ source: 'ledger', subject: 'Hello dee' }]);
    expect(error).toMatch(/acc_nobody/);
  });
});
