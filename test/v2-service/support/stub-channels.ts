import { PLATFORMS } from '../../../src/v2/contract/records/account.ts';
import type { Adapter, LocalAdapter, LocalChannel } from '../../../src/v2/service/channels/adapter.ts';
import type { Outcome, Refusal } from '../../../src/v2/service/channels/call.ts';
import { createChannels } from '../../../src/v2/service/channels/create-channels.ts';
import type { ChannelPort } from '../../../src/v2/service/channels/port.ts';
import type { SeenProfile } from '../../../src/v2/service/channels/professional-channel.ts';
import type { Session } from '../../../src/v2/service/channels/sign-in.ts';
import { stubContent } from './stub-content.ts';
import { stubMessaging, stubMessenger } from './stub-messaging.ts';
import { stubNetwork, stubProfiles } from './stub-network.ts';
import { stubRecruiter } from './stub-recruiter.ts';

/** A channel that knows one person, counts what it is asked and refuses when told to. */
export interface StubChannels extends ChannelPort {
  /** Names of the calls, in order. */
  readonly calls: string[];
  /** The next calls are refused with this. */
  refuse: Refusal | null;
  /** Items of every list. */
  items: number;
  /** The last of them is the stub. */
  readonly adapters: Adapter[];
  /** Runs inside every call, to hold it or to break it. */
  during: () => Promise<void>;
}

const ADA: SeenProfile = {
  public_identifier: 'ada-example',
  profile_url: 'https://network.example/in/ada-example',
  profile_id_url: 'https://network.example/in/ACo0001',
  member_urn: 'urn:member:ACo0001',
  first_name: 'Ada',
  last_name: 'Example',
  headline: 'Engineer at Example',
  location: 'Paris',
  industry: 'Software',
  summary: 'Builds engines.',
  company: 'Example',
  job_title: 'Engineer',
  degree: 2,
  connected: false,
  open_profile: false,
  premium: false,
  profile_picture: 'https://network.example/ada.jpg',
  experiences: [
    {
      title: 'Engineer',
      company: 'Example',
      company_url: 'https://c.example',
      date_range: '2020 - now',
      description: '',
    },
  ],
};

const MAIL_PARTY = { name: 'Ada', email: 'ada@example.example' };

export function createStubChannels(): StubChannels {
  const answer = async <T>(name: string, value: T): Promise<Outcome<T>> => {
    stub.calls.push(name);
    await stub.during();
    return stub.refuse ? { ok: false, refusal: stub.refuse } : { ok: true, value };
  };
  const many = <T>(item: T, count: number): T[] => Array.from({ length: Math.min(stub.items, count) }, () => item);
  const page = <T>(item: T, count: number) => ({ items: many(item, count), total: stub.items });
  const cursorPage = <T>(item: T, count: number) => ({ items: many(item, count), next_cursor: null });
  const mail = {
    message_id: '<1@example.example>',
    in_reply_to: null,
    subject: 'Hi',
    text: 'Hello',
    time: 1_700_000_000_000,
    sender: { ...MAIL_PARTY, is_me: false },
    headers: { 'x-overture-intent': 'i1' },
  };
  const mailItem = {
    conversation_id: 't1',
    id: 'm1',
    message_id: mail.message_id,
    in_reply_to: null,
    participant: MAIL_PARTY,
    last_message: { text: 'Hello', subject: 'Hi', time: 1, sender: { ...MAIL_PARTY, is_me: false } },
    unread: 1,
    is_bounce: false,
    has_attachments: false,
    headers: {},
  };
  const channel: LocalChannel = {
    kind: 'local',
    moveSession: () => answer('moveSession', { moved: true as const }),
    parts: {
      professional: {
        ...stubMessaging(answer, cursorPage),
        inmailBalance: () => answer('inmailBalance', { product: 'Premium Navigator', inmail_credits: 10 }),
      },
      profiles: stubProfiles(answer, page, ADA),
      network: stubNetwork(answer, page, ADA),
      content: stubContent(answer, page),
      recruiter: stubRecruiter(answer, page, ADA),
      messenger: stubMessenger(answer, cursorPage),
      email: {
        send: () => answer('send', { message_id: mail.message_id, thread_id: 't1', sends_today: 3, bounce_rate: 0 }),
        mailboxes: async (_call, { account_ids }) =>
          new Map(account_ids.map((id) => [id, { sends_today: 0, bounce_rate: 0, holds_thread: false }])),
        change: () => answer('changeMails', { updated: 1 }),
        listLabels: () => answer('listLabels', [{ id: 'inbox' as const, name: 'INBOX', unread: 1 }]),
        search: (_call, query) => answer('searchMails', cursorPage(mailItem, query.count)),
        listInbox: (_call, query) => answer('emailInbox', cursorPage(mailItem, query.count)),
        getConversation: (_call, query) =>
          answer(
            'emailConversation',
            cursorPage(
              { ...mail, references: [], html: null, attachments: [], to: [], cc: [], kind: 'mail' as const },
              query.count,
            ),
          ),
      },
      enrichment: {
        findEmail: () => answer('findEmail', { email: 'ada@example.example', status: 'valid' as const, score: 98 }),
        findOwner: () =>
          answer('findOwner', { profile_url: ADA.profile_url, full_name: 'Ada Example', company: 'Example' }),
        checkEmail: () => answer('checkEmail', { status: 'valid' as const, reason: null, mx: 'mx.example.example' }),
      },
    },
  };
  const session: Session = { begin: async () => undefined, keeps_credentials: false };
  const adapter: LocalAdapter = {
    kind: 'local',
    name: 'stub',
    platforms: PLATFORMS,
    channelsOf: async (_db, accounts) => new Map(accounts.map(({ account_id }) => [account_id, channel])),
    without_account: channel,
    sign_in: {
      takes: () => true,
      begin: (credentials) =>
        answer('begin', {
          email: 'email' in credentials ? credentials.email : null,
          phone_number: 'phone_number' in credentials ? credentials.phone_number : null,
          challenge: null,
          session,
        }),
      confirm: async (_challenge, code) => (code === '246810' ? session : null),
      release: async () => undefined,
    },
  };
  const adapters: Adapter[] = [adapter];
  const stub: StubChannels = {
    calls: [],
    refuse: null,
    items: 1,
    during: async () => undefined,
    adapters,
    ...createChannels(adapters),
  };
  return stub;
}
