import type { Outcome, Refusal } from '../../../src/v2-service/channels/call.ts';
import type { ChannelPort } from '../../../src/v2-service/channels/port.ts';
import type { SeenProfile } from '../../../src/v2-service/channels/professional-channel.ts';
import { stubRecruiter } from './stub-recruiter.ts';

/** A channel that knows one person, counts what it is asked and refuses when told to. */
export interface StubChannels extends ChannelPort {
  /** Names of the calls, in order. */
  readonly calls: string[];
  /** The next calls are refused with this. */
  refuse: Refusal | null;
  /** Items of every list. */
  items: number;
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

const PARTY = { name: 'Ada Example', first_name: 'Ada', last_name: 'Example', headline: 'Engineer', degree: 2 };
const party = (is_me: boolean) => ({
  ...PARTY,
  profile_url: ADA.profile_id_url,
  profile_picture: ADA.profile_picture,
  is_me,
});
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
  const sent = { message_id: 'msg_1', conversation_id: 'conv_1', delivered_at: 1_700_000_000_000 };
  const connection = {
    name: 'Ada Example',
    job_title: 'Engineer',
    profile_url: ADA.profile_url,
    profile_picture: ADA.profile_picture,
    connected_at: 1_700_000_000_000,
  };
  const conversation = {
    conversation_id: 'conv_1',
    type: 'normal' as const,
    participant: party(false),
    last_message: { text: 'Hello', subject: 'Hi', time: 1_700_000_000_000, sender: party(true) },
    unread: 0,
    total_message_count: 1,
    recipient_urn: 'urn:lead:L1',
  };
  const mail = {
    message_id: '<1@example.example>',
    in_reply_to: null,
    subject: 'Hi',
    text: 'Hello',
    time: 1_700_000_000_000,
    sender: { ...MAIL_PARTY, is_me: false },
    headers: { 'x-overture-intent': 'i1' },
  };
  const stub: StubChannels = {
    calls: [],
    refuse: null,
    items: 1,
    during: async () => undefined,
    professional: {
      getProfile: () => answer('getProfile', ADA),
      getMe: () => answer('getMe', { ...ADA, degree: null }),
      visit: () => answer('visit', ADA),
      searchPeople: (_call, _filters, range) => answer('searchPeople', page(ADA, range.count)),
      invite: () => answer('invite', { invitation_id: 7, profile_url: ADA.profile_url }),
      withdraw: () => answer('withdraw', { withdrawn: true as const }),
      checkInvitation: () =>
        answer('checkInvitation', {
          state: 'PENDING' as const,
          type: 'SENT' as const,
          invitation_id: 7,
          distance: 2,
        }),
      listConnections: (_call, range) => answer('listConnections', page(connection, range.count)),
      findConnection: () => answer('findConnection', connection),
      sendMessage: () => answer('sendMessage', sent),
      sendInMail: () => answer('sendInMail', { ...sent, recipient_urn: 'urn:lead:L1' }),
      listInbox: (_call, query) => answer('listInbox', cursorPage(conversation, query.count)),
      getConversation: (_call, query) =>
        answer(
          'getConversation',
          cursorPage({ message_id: 'm', text: 'Hello', subject: 'Hi', time: 1, sender: party(true) }, query.count),
        ),
      inmailBalance: () => answer('inmailBalance', { product: 'Premium Navigator', inmail_credits: 10 }),
    },
    recruiter: stubRecruiter(answer, page, ADA),
    email: {
      send: () => answer('send', { message_id: mail.message_id, thread_id: 't1', sends_today: 3, bounce_rate: 0 }),
      listInbox: (_call, query) =>
        answer(
          'emailInbox',
          cursorPage(
            {
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
            },
            query.count,
          ),
        ),
      getConversation: (_call, query) =>
        answer('emailConversation', cursorPage({ ...mail, references: [], html: null }, query.count)),
    },
    sign_in: {
      begin: (credentials) =>
        answer('begin', {
          email: 'email' in credentials ? credentials.email : null,
          phone_number: 'phone_number' in credentials ? credentials.phone_number : null,
          challenge: null,
        }),
      isRightCode: async (_challenge, code) => code === '246810',
      sessionBegins: async () => undefined,
      moveSession: () => answer('moveSession', { moved: true as const }),
    },
    enrichment: {
      findEmail: () => answer('findEmail', { email: 'ada@example.example', status: 'valid' as const, score: 98 }),
    },
  };
  return stub;
}
