import { DAY } from '../../src/shared/kit/duration.ts';
import type { ErrorCode } from '../../src/v2/contract/errors.ts';
import { content } from '../../src/v2/contract/openapi/examples/content.ts';
import { wholeList } from '../../src/v2/contract/openapi/examples/example.ts';
import { SENDS } from '../../src/v2/contract/openapi/examples/messages.ts';
import { profiles } from '../../src/v2/contract/openapi/examples/profiles.ts';
import { findPerson, type WorldPerson } from './service-people.ts';
import { type Effect, refusal, type ServiceWorld, type WorldMessage } from './service-world.ts';

export interface ServiceAccount {
  readonly id: string;
  readonly platform: 'professional' | 'messenger' | 'email';
}

export interface Refusal {
  readonly code: ErrorCode;
  readonly sub_code?: string;
  readonly message: string;
  readonly status?: number;
}

interface Answer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly effect?: Pick<Effect, 'kind' | 'person' | 'text'>;
  /** Items of a list, for its charge. */
  readonly results?: number;
}

type Params = Readonly<Record<string, unknown>>;

/** Executes an action in the world of the service and answers it. */
export function answerAction(
  world: ServiceWorld,
  account: ServiceAccount | null,
  category: string,
  action: string,
  params: Params,
): Answer | Refusal {
  if (category === 'enrich') return answerEnrich(world, action, params);
  if (!account) return refusal('INVALID_ACCOUNT');
  if (category === 'messages') return answerMessages(world, account, action, params);
  if (action === 'withdraw') return withdraw(world, account, params);
  if (category === 'content') return answerContent(world, action, params);
  const person = findPerson(world.people, params.profile_url ?? params.profile);
  if (!person) return refusal('INVALID_PARAMS');
  switch (action) {
    case 'visit': {
      const { profile_url, profile_id_url, member_urn } = person;
      const data = { visited: true, profile_url, profile_id_url, member_urn, degree: degreeOf(person, account) };
      return { data, effect: { kind: 'visit', person, text: '' } };
    }
    case 'get':
      return { data: profileOf(person, account) };
    case 'get_contact':
      return { data: { emails: person.connected.has(account.id) ? [person.email] : [], phones: [], websites: [] } };
    case 'invite':
      return invite(world, account, person, params);
    case 'check_invitation':
      return { data: invitationOf(person, account) };
    case 'check_connection': {
      const connected = person.connected.has(account.id);
      const now = new Date(world.now()).toISOString();
      return { data: { connected, name: connected ? person.name : null, cache_synced: true, cache_synced_at: now } };
    }
    default:
      return refusal('INVALID_ACTION');
  }
}

function invite(world: ServiceWorld, account: ServiceAccount, person: WorldPerson, params: Params): Answer | Refusal {
  if (person.connected.has(account.id)) return refusal('CHANNEL_ERROR', 'ALREADY_CONNECTED');
  if (person.invited.has(account.id)) return refusal('CHANNEL_ERROR', 'INVITATION_PENDING');
  const withdrawn = world.withdrawn.get(`${account.id} ${person.slug}`);
  if (withdrawn !== undefined && world.now() - withdrawn < 21 * DAY) {
    return refusal('CHANNEL_ERROR', 'RECENTLY_WITHDRAWN');
  }
  const invitation_id = world.nextId();
  person.invited.set(account.id, invitation_id);
  return {
    data: { invitation_id, invitation_state: 'PENDING', profile_url: person.profile_url },
    effect: { kind: 'invite', person, text: String(params.message_text ?? '') },
  };
}

function withdraw(world: ServiceWorld, account: ServiceAccount, params: Params): Answer | Refusal {
  const person = world.people.find(({ invited }) => invited.get(account.id) === Number(params.invitation_id));
  if (!person) return refusal('INVALID_PARAMS');
  person.invited.delete(account.id);
  world.withdrawn.set(`${account.id} ${person.slug}`, world.now());
  return { data: { withdrawn: true }, effect: { kind: 'withdraw', person, text: '' } };
}

function invitationOf(person: WorldPerson, account: ServiceAccount): Record<string, unknown> {
  const connected = person.connected.has(account.id);
  const id = person.invited.get(account.id) ?? null;
  return {
    invitation_state: connected ? 'ACCEPTED' : id === null ? 'NO_INVITATION' : 'PENDING',
    invitation_type: connected ? 'CONNECTED' : id === null ? null : 'SENT',
    invitation_id: connected ? null : id,
    member_distance: degreeOf(person, account),
    message: '',
  };
}

const degreeOf = (person: WorldPerson, account: ServiceAccount): number => (person.connected.has(account.id) ? 1 : 2);

function profileOf(person: WorldPerson, account: ServiceAccount): Record<string, unknown> {
  const { slug, name, profile_url, profile_id_url, member_urn } = person;
  return {
    ...profiles.get.data,
    ...{ profile_url, profile_id_url, member_urn, public_identifier: slug, first_name: name, full_name: name },
    ...{ degree: degreeOf(person, account), connected: person.connected.has(account.id) },
  };
}

function answerContent(world: ServiceWorld, action: string, params: Params): Answer | Refusal {
  if (action === 'search') {
    const author = findPerson(world.people, params.profile_url);
    const [example] = content.search.data.posts;
    if (!author || !example) return { data: { posts: [], ...wholeList(0, 50) }, results: 0 };
    const post = { ...example, shareUrl: postOf(author), backend_urn: `urn:activity:${author.slug}` };
    return { data: { posts: [post], ...wholeList(1, 50) }, results: 1 };
  }
  const person = world.people.find((one) => postOf(one) === params.post_url);
  if (!person) return refusal('INVALID_PARAMS');
  const post_url = String(params.post_url);
  if (action === 'comment') {
    const text = String(params.message_text);
    return { data: { comment_urn: `urn:comment:${world.nextId()}` }, effect: { kind: 'comment', person, text } };
  }
  return { data: { post_url, reaction_type: 'LIKE' }, effect: { kind: 'like', person, text: '' } };
}

const postOf = ({ slug }: WorldPerson): string => `https://professional.example/feed/update/urn:activity:${slug}`;

function answerEnrich(world: ServiceWorld, action: string, params: Params): Answer | Refusal {
  if (action === 'find_email') {
    const person = findPerson(world.people, params.profile_url);
    return { data: { email: person?.email ?? null, status: 'valid', score: 90 } };
  }
  if (action === 'validate_email') {
    return { data: { email: String(params.email), status: 'valid', reason: null, mx: null } };
  }
  return refusal('INVALID_ACTION');
}

function answerMessages(
  world: ServiceWorld,
  account: ServiceAccount,
  action: string,
  params: Params,
): Answer | Refusal {
  switch (action) {
    case 'send':
      return send(world, account, params);
    case 'list_inbox':
      return listInbox(world, account, params);
    case 'get_conversation':
      return getConversation(world, account, params);
    default:
      return refusal('INVALID_ACTION');
  }
}

function send(world: ServiceWorld, account: ServiceAccount, params: Params): Answer | Refusal {
  const person = findPerson(world.people, params.to ?? params.phone_number ?? params.profile_url);
  if (!person) return refusal('INVALID_PARAMS');
  const kind = account.platform === 'professional' ? (params.inmail === true ? 'inmail' : 'message') : account.platform;
  if (kind === 'message' && !person.connected.has(account.id)) return refusal('CHANNEL_ERROR', 'NOT_CONNECTED');
  const number = world.nextId();
  const message: WorldMessage = {
    id: kind === 'email' ? `<m${number}@mail.example>` : `msg_${number}`,
    account_id: account.id,
    conversation_id: kind === 'messenger' ? person.phone.slice(1) : `${kind}-${person.slug}`,
    ...{ kind, person, text: String(params.message_text ?? ''), subject: String(params.subject ?? '') },
    ...{ time: world.now(), is_me: true, headers: (params.custom_headers ?? {}) as Record<string, string> },
  };
  world.messages.push(message);
  return {
    data: receiptOf(message),
    effect: { kind: kind === 'messenger' ? 'message' : kind, person, text: message.text },
  };
}

function receiptOf({ kind, id, conversation_id, time, person }: WorldMessage): Record<string, unknown> {
  switch (kind) {
    case 'message':
      return { status: 'success', data: { entityUrn: id, conversation_id, deliveredAt: time } };
    case 'messenger':
      return {
        status: 'success',
        data: { entityUrn: id, conversation_id, deliveredAt: time, phone_number: person.phone },
      };
    case 'inmail':
      return {
        ...{ status: 'success', message: 'InMail sent', recipient_urn: person.member_urn },
        data: { value: { threadId: conversation_id, messageId: id } },
      };
    case 'email':
      return { status: 'success', data: { ...SENDS.Email.data.data, message_id: id } };
  }
}

function listInbox(world: ServiceWorld, account: ServiceAccount, params: Params): Answer {
  const premium = params.premium_nav === true;
  const mine = world.messages.filter(
    ({ account_id, kind, is_me }) =>
      account_id === account.id &&
      (kind !== 'inmail' || premium) &&
      (kind !== 'message' || !premium) &&
      (params.label_ids === undefined || is_me),
  );
  const last = new Map<string, WorldMessage>();
  for (const message of mine) last.set(message.kind === 'email' ? message.id : message.conversation_id, message);
  const conversations = [...last.values()]
    .sort((a, b) => b.time - a.time)
    .map((message) => conversationOf(message, premium));
  return {
    data: { conversations, total_results: conversations.length, next_cursor: null },
    results: conversations.length,
  };
}

function conversationOf(message: WorldMessage, premium: boolean): Record<string, unknown> {
  const { conversation_id, id, kind, text, subject, time, headers } = message;
  const participant = participantOf(message, premium);
  const sender = { ...participant, is_me: message.is_me };
  const base = { conversation_id: kind === 'email' ? `thread-${id}` : conversation_id, unread: 0, participant };
  if (kind === 'email') {
    return {
      ...{
        ...base,
        last_message: { text, subject, time, sender },
        type: 'email',
        id,
        message_id: id,
        in_reply_to: null,
      },
      ...{ is_bounce: false, has_attachments: false, headers },
    };
  }
  const more = premium ? { total_message_count: 1, archived: false } : {};
  return { ...base, last_message: { text, time, sender, ...(premium ? { subject } : {}) }, type: 'normal', ...more };
}

function participantOf({ kind, person }: WorldMessage, premium: boolean): Record<string, unknown> {
  const { name, profile_url, phone, email } = person;
  if (kind === 'email') return { name, email };
  if (kind === 'messenger') return { name, phone_number: phone };
  const plain = { name, profile_url, profile_picture: '' };
  return premium
    ? {
        ...{ ...plain, recipient_urn: person.member_urn, sales_nav_url: profile_url, connection_level: '2nd' },
        ...{ first_name: name, last_name: '' },
      }
    : { ...plain, headline: '' };
}

function getConversation(world: ServiceWorld, account: ServiceAccount, params: Params): Answer {
  const premium = params.premium_nav === true;
  const messages = world.messages
    .filter(
      (message) =>
        message.account_id === account.id &&
        params.conversation_id === (message.kind === 'email' ? `thread-${message.id}` : message.conversation_id),
    )
    .reverse()
    .map((message) => {
      const { id, text, subject, time, is_me, headers, kind } = message;
      const sender = { ...participantOf(message, premium), is_me };
      const base = { message_id: id, text, time, attachments: [], sender };
      if (kind === 'email') return { ...base, subject, html: null, in_reply_to: null, references: [], headers };
      if (kind === 'messenger') return { ...base, quoted_message_id: null };
      return { ...base, ...(premium ? { subject } : {}) };
    });
  return { data: { messages, total_results: messages.length, next_cursor: null }, results: messages.length };
}
