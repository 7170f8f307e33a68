import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_SCHEMAS } from '../../../src/v2/contract/events.ts';
import { PNG, wav } from '../messages/files.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: the envelopes are what is under test, so their shape is asserted, not typed.
type Envelope = any;

let sandbox: Sandbox;
let professional: string;
let messenger: string;
let email: string;
const hooks = new Map<string, string>();

async function watched(body: object): Promise<string> {
  const account_id = await sandbox.account(body);
  const created = await sandbox.call('POST', '/v2/webhooks', { account_id, message_type: 'all' });
  hooks.set(account_id, created.body.data.webhook_id);
  return account_id;
}

beforeAll(async () => {
  sandbox = await startSandbox();
  professional = await watched({ name: 'Sam Professional' });
  messenger = await watched({ platform: 'messenger', name: 'Sam Messenger' });
  email = await watched({ platform: 'email', name: 'Sam Email' });
});
afterAll(() => sandbox.close());

/** The events of the account since the last look, as its hosted webhook gives them. */
const seen = new Map<string, string>();
async function newEvents(account_id: string): Promise<Envelope[]> {
  const after = seen.get(account_id);
  const path = `/v2/webhooks/${hooks.get(account_id)}/events`;
  const { data } = (await sandbox.call('GET', after === undefined ? path : `${path}?after=${after}`)).body;
  if (data.next_after !== null) seen.set(account_id, data.next_after);
  return data.events;
}
async function newEvent(account_id: string): Promise<Envelope> {
  const events = await newEvents(account_id);
  expect(events).toHaveLength(1);
  return events[0];
}

const act = (slug: string, account_id: string, body: object) =>
  sandbox.control('POST', `/people/${slug}/act`, { account_id, ...body });

/** `sender.name`: every field, those of objects and of the first item of lists by their path. */
function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [path] : fieldsOf(value[0], path);
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, field]) => fieldsOf(field, path === '' ? name : `${path}.${name}`));
}
const fields = (text: string) => text.trim().split(/\s+/).sort();

const PROFESSIONAL = `type timestamp inbox message_text sender.name sender.profile_url conversation.participants.name
  conversation.participants.profile_url conversation.is_group_chat conversation.unread_count metadata.entity_urn
  metadata.conversation_urn metadata.delivered_at metadata.read_status has_attachments attachments message_type`;
const REPLY = 'reply_to.message_text reply_to.sender_name reply_to.sender_profile_url reply_to.timestamp';
const FILE = `attachments.type attachments.name attachments.mime_type attachments.byte_size attachments.asset_urn
  attachments.url attachments.download_url`;
const MESSENGER = `type timestamp message_text sender.name sender.phone_number conversation.conversation_id
  conversation.is_group_chat has_attachments attachments`;

describe('the envelope of every event [event/envelope.*]', () => {
  it('has its six fields, the name and platform of the account, and is emitted after what it reports', async () => {
    const person = await sandbox.person({ degree: 1 });
    await act(person.slug, professional, { do: 'reply', text: 'Hello' });
    const envelope = await newEvent(professional);
    expect(Object.keys(envelope).sort()).toEqual(
      ['event_id', 'account_id', 'account_name', 'platform', 'event', 'timestamp'].sort(),
    );
    expect(envelope).toMatchObject({
      event_id: expect.stringMatching(/^evt_/),
      account_id: professional,
      account_name: 'Sam Professional',
      platform: 'professional',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const delay = Date.parse(envelope.timestamp) - Date.parse(envelope.event.timestamp);
    expect(delay).toBeGreaterThan(0);
    expect(delay).toBeLessThan(60_000);
  });
});

describe('the events of the professional channel', () => {
  it('message: a text, a reply, a file alone [event/message.*] [event/attachment.*]', async () => {
    const person = await sandbox.person({ degree: 1 });
    await act(person.slug, professional, { do: 'reply', text: 'Out of the blue' });
    const first = (await newEvent(professional)).event;
    expect(fieldsOf(first).sort()).toEqual(fields(PROFESSIONAL));
    expect(first).toMatchObject({
      type: 'message',
      inbox: 'classic',
      message_type: 'TEXT',
      message_text: 'Out of the blue',
      sender: { profile_url: person.id_url },
      conversation: { is_group_chat: false, unread_count: 1 },
      metadata: { read_status: false, delivered_at: Date.parse(first.timestamp) },
      has_attachments: false,
      attachments: [],
    });
    expect(first.conversation.participants).toContainEqual(first.sender);

    await sandbox.act('messages', professional, 'send', { profile_url: person.url, message_text: 'Hello' });
    const sent = (await newEvent(professional)).event;
    expect(fieldsOf(sent).sort()).toEqual(fields(PROFESSIONAL));
    expect(sent).toMatchObject({ message_text: 'Hello', sender: { name: 'Sam Professional' } });

    await act(person.slug, professional, {
      do: 'reply',
      attachments: [{ name: 'a.png', data: PNG.toString('base64') }],
    });
    const media = (await newEvent(professional)).event;
    const withFile = PROFESSIONAL.replace(/\battachments\b/, '');
    expect(fieldsOf(media).sort()).toEqual(fields(`${withFile} ${REPLY} ${FILE}`));
    expect(media).toMatchObject({
      message_type: 'MEDIA',
      message_text: '',
      reply_to: { message_text: 'Hello', sender_name: 'Sam Professional', timestamp: sent.timestamp },
      has_attachments: true,
      attachments: [{ type: 'image', name: 'a.png', mime_type: 'image/png', byte_size: 70 }],
    });
  });

  it('message: a sound, which lasts [event/attachment.*]', async () => {
    const person = await sandbox.person({ degree: 1 });
    await act(person.slug, professional, {
      do: 'reply',
      attachments: [{ name: 'note.wav', data: wav(1).toString('base64') }],
    });
    const { event } = await newEvent(professional);
    const [file] = event.attachments;
    expect(fieldsOf(file).sort()).toEqual(fields(`${FILE.replaceAll('attachments.', '')} duration_ms thumbnail_url`));
    expect(file).toMatchObject({ type: 'audio', mime_type: 'audio/wav', duration_ms: 1000 });
  });

  it('message: the premium inbox, a refusal of which has no text [event/message.inbox] [event/message.message_type]', async () => {
    const types = async () => (await newEvents(professional)).map(({ event }) => [event.inbox, event.message_type]);
    const premium = (type: string) => ['premium_navigator', type];
    const [keen, cool] = [await sandbox.person({ degree: 3 }), await sandbox.person({ degree: 3 })];
    const inmail = { message_text: 'An InMail', subject: 'Hi', inmail: true };
    await sandbox.act('messages', professional, 'send', { ...inmail, profile_url: keen.url });
    await act(keen.slug, professional, { do: 'reply', channel: 'inmail', text: 'Yes' });
    await act(keen.slug, professional, { do: 'reply', channel: 'inmail', text: 'And more' });
    expect(await types()).toEqual([premium('INMAIL'), premium('INMAIL_ACCEPT'), premium('MESSAGE')]);
    await sandbox.act('messages', professional, 'send', { ...inmail, profile_url: cool.url });
    await newEvents(professional);
    await act(cool.slug, professional, { do: 'decline_inmail' });
    const declined = (await newEvent(professional)).event;
    expect(fieldsOf(declined).sort()).toEqual(fields(PROFESSIONAL));
    expect(declined).toMatchObject({ inbox: 'premium_navigator', message_type: 'INMAIL_DECLINE', message_text: '' });
  });

  it('accepted_invitation: who accepted [event/accepted_invitation.*]', async () => {
    const person = await sandbox.person({ degree: 2 });
    await sandbox.act('network', professional, 'invite', { profile_url: person.url });
    await act(person.slug, professional, { do: 'accept_invitation' });
    const { event } = await newEvent(professional);
    expect(fieldsOf(event).sort()).toEqual(
      fields(`type timestamp connections.name connections.headline connections.profile_url
        connections.public_identifier connections.profile_picture`),
    );
    expect(event.connections).toMatchObject([{ profile_url: person.id_url, public_identifier: person.slug }]);
  });

  it('invitation_received: the received invitations, as the list has them [event/invitation_received.*]', async () => {
    const person = await sandbox.person({ degree: 2 });
    await act(person.slug, professional, { do: 'invite_me' });
    const { event } = await newEvent(professional);
    expect(fieldsOf(event).sort()).toEqual(
      fields(`type timestamp invitations.entity_urn invitations.shared_secret invitations.sender.first_name
        invitations.sender.last_name invitations.sender.headline invitations.sender.linkedin_url
        invitations.sender.profile_picture_url invitations.invitation_type invitations.sent_time
        invitations.sent_time_days`),
    );
    const { invitations } = await sandbox.act('network', professional, 'list_invitations');
    const { sent_time: _sentTime, ...sent } = event.invitations[0];
    expect(invitations).toContainEqual(expect.objectContaining(sent));
  });
});

describe('the events of the messenger', () => {
  it('message: with or without a file [event/messenger_message.*]', async () => {
    const phone_number = '+33612345678';
    const person = await sandbox.person({ phone_number });
    await act(person.slug, messenger, { do: 'reply', text: 'Hello' });
    const envelope = await newEvent(messenger);
    expect(envelope).toMatchObject({ platform: 'messenger', account_name: 'Sam Messenger' });
    const { metadata, ...event } = envelope.event;
    expect(metadata).toBeTypeOf('object');
    expect(fieldsOf(event).sort()).toEqual(fields(MESSENGER));
    expect(event).toMatchObject({
      type: 'message',
      message_text: 'Hello',
      sender: { phone_number },
      conversation: { is_group_chat: false },
      has_attachments: false,
      attachments: [],
    });
    await act(person.slug, messenger, {
      do: 'reply',
      text: 'See',
      attachments: [{ name: 'a.png', data: PNG.toString('base64') }],
    });
    const withFile = (await newEvent(messenger)).event;
    expect(fieldsOf(withFile.attachments[0]).sort()).toEqual(fields(FILE.replaceAll('attachments.', '')));
  });
});

describe('the events of mailboxes', () => {
  it('message: a new mail [event/email_message.*] [events#1]', async () => {
    const person = await sandbox.person({ email: 'ada@corp.example' });
    await act(person.slug, email, { do: 'reply', text: 'A mail' });
    const envelope = await newEvent(email);
    expect(envelope).toMatchObject({ platform: 'email', account_name: 'Sam Email' });
    expect(fieldsOf(envelope.event).sort()).toEqual(
      fields(`type timestamp subject message_id in_reply_to sender.name sender.email sender.is_self_sent message_text
        raw_data.entityUrn`),
    );
    expect(envelope.event).toMatchObject({
      type: 'message',
      message_text: 'A mail',
      sender: { email: 'ada@corp.example', is_self_sent: false },
    });
  });

  it.each(['hard', 'soft'] as const)('email_bounced: a %s one [event/email_bounced.*]', async (bounces) => {
    const address = `${bounces}@corp.example`;
    const person = await sandbox.person({ email: address, behavior: { bounces } });
    await sandbox.act('messages', email, 'send', { to: address, subject: 'Hi', message_text: 'Hello' });
    await newEvents(email);
    await act(person.slug, email, { do: 'bounce' });
    const { event } = await newEvent(email);
    expect(fieldsOf(event).sort()).toEqual(
      fields(`type timestamp subject message_id sender.name sender.email sender.is_self_sent bounce_status bounce_kind
        bounced_recipient diagnostic original_message_id`),
    );
    expect(event).toMatchObject({
      type: 'email_bounced',
      bounce_kind: bounces,
      bounce_status: expect.stringMatching(/^[45]\.\d+\.\d+$/),
      bounced_recipient: address,
    });
  });
});

describe('the end of a session', () => {
  it.each(['professional', 'messenger', 'email'] as const)(
    'disconnection: on the %s channel, with its reason [event/disconnection.*] [events#2]',
    async (platform) => {
      for (const reason of ['session_expired', 'credentials_changed', 'logged_out']) {
        const account_id = await watched({ platform });
        await sandbox.control('POST', `/accounts/${account_id}/expire`, { reason });
        const envelope = await newEvent(account_id);
        expect(envelope.platform).toBe(platform);
        expect(fieldsOf(envelope.event).sort()).toEqual(fields('type timestamp reason'));
        expect(envelope.event).toMatchObject({ type: 'disconnection', reason });
      }
    },
  );

  it('says that it has expired where no reason is given', async () => {
    const account_id = await watched({});
    await sandbox.control('POST', `/accounts/${account_id}/expire`, {});
    expect((await newEvent(account_id)).event.reason).toBe('session_expired');
  });
});

it('every type of the contract is audited above on every channel that has it', () => {
  // Complaints are told of real mailboxes alone: `mail/reading/watching.test.ts`.
  const { email_complained: _, ...audited } = EVENT_SCHEMAS;
  expect(Object.entries(audited).map(([type, channels]) => [type, Object.keys(channels)])).toEqual([
    ['message', ['professional', 'messenger', 'email']],
    ['accepted_invitation', ['professional']],
    ['invitation_received', ['professional']],
    ['email_bounced', ['email']],
    ['disconnection', ['professional', 'messenger', 'email']],
  ]);
});
