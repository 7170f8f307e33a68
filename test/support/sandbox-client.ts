import type { Platform } from '../../src/v2/contract/definition.ts';
import type { AccountRecord, Product } from '../../src/v2/contract/records/account.ts';
import type { Rating } from '../../src/v2/contract/records/recruiter.ts';

/** The sandbox's control of a running V2 service, for tests: plain JSON, no envelope; anything but 2xx throws. */
export type SandboxClient = ReturnType<typeof createSandboxClient>;

export interface NewAccount {
  readonly platform?: Platform;
  readonly products?: readonly Product[];
  readonly inmail_credits?: number;
  readonly name?: string;
  readonly email?: string;
  readonly phone_number?: string;
  readonly daily_limit?: number;
}

/** Durations are ISO 8601, of the service's clock. */
interface Behavior {
  readonly accepts_after?: string;
  readonly declines_inmail_after?: string;
  readonly replies_after?: { readonly [to in 'invitation' | 'message' | 'inmail' | 'email' | 'messenger']?: string };
  readonly reply_text?: string;
  readonly bounces?: 'hard' | 'soft';
  readonly auto_reply_until?: string;
}

export interface NewPerson {
  readonly first_name?: string;
  readonly last_name?: string;
  readonly headline?: string;
  readonly company?: string;
  readonly job_title?: string;
  readonly degree?: 1 | 2 | 3;
  readonly email?: string;
  readonly phone_number?: string;
  readonly open_profile?: boolean;
  readonly inmail_restriction?: 'NO_RESTRICTION' | 'RESTRICTED';
  readonly behavior?: Behavior;
}

export interface PersonReference {
  readonly profile_url: string;
  readonly profile_id_url: string;
  readonly member_urn: string;
  readonly public_identifier: string;
}

export interface Act {
  readonly account_id: string;
  readonly do: 'accept_invitation' | 'reply' | 'decline_inmail' | 'invite_me' | 'bounce' | 'unsubscribe';
  readonly text?: string;
  readonly channel?: 'classic' | 'inmail' | 'messenger' | 'email';
}

/** Something that truly reached a person. */
export interface Received {
  readonly kind:
    | 'visit'
    | 'invitation'
    | 'message'
    | 'inmail'
    | 'email'
    | 'messenger'
    | 'like'
    | 'reaction'
    | 'comment';
  readonly account_id: string;
  readonly at: string;
  readonly text: string | null;
  readonly subject: string | null;
  readonly html: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly { readonly name: string; readonly size: number }[];
}

export interface NewFault {
  readonly match?: { readonly path?: string; readonly action?: string; readonly account_id?: string };
  readonly times?: number;
  readonly kind:
    | 'rate_limited'
    | 'internal_error'
    | 'channel_error'
    | 'truncate'
    | 'drop_before'
    | 'drop_after'
    | 'delay';
  /** The length of a delay, wall milliseconds. */
  readonly ms?: number;
}

export interface NewJob {
  readonly job_id?: string;
  readonly candidates?: number;
  readonly people?: readonly (string | { public_identifier: string; rating?: Rating; is_rejected?: boolean })[];
}

export function createSandboxClient({ base_url, api_key }: { readonly base_url: string; readonly api_key: string }) {
  async function control<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${base_url}/sandbox${path}`, {
      method,
      headers: { 'x-api-key': api_key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /sandbox${path} answered ${response.status}: ${text}`);
    // The sandbox belongs to the same repository: its answers are what its routes say.
    return (text === '' ? null : JSON.parse(text)) as Answer;
  }
  const one = encodeURIComponent;

  return {
    clock: () => control<{ now: string; speed: number }>('GET', '/clock'),
    advance: (advance: string) => control<{ now: string; speed: number }>('POST', '/clock', { advance }),
    setSpeed: (speed: number) => control<{ now: string; speed: number }>('POST', '/clock', { speed }),

    reset: (seed?: number) => control<unknown>('POST', '/reset', seed === undefined ? {} : { seed }),
    createUser: () => control<{ user_id: string; api_key: string }>('POST', '/users', {}),
    createKey: (expires_in?: number) =>
      control<{ api_key: string }>('POST', '/keys', expires_in === undefined ? {} : { expires_in }),
    setCredits: (set: number) => control<unknown>('POST', '/credits', { set }),
    setUnlimited: (unlimited = true) => control<unknown>('POST', '/credits', { unlimited }),

    createAccount: (account: NewAccount = {}) => control<AccountRecord>('POST', '/accounts', account),
    expireAccount: (accountId: string, status: 'inactive' | 'suspended' = 'inactive') =>
      control<AccountRecord>('POST', `/accounts/${one(accountId)}/expire`, { status }),
    reconnectAccount: (accountId: string) =>
      control<AccountRecord>('POST', `/accounts/${one(accountId)}/reconnect`, {}),
    completeConnectLink: (linkId: string, platform: Platform) =>
      control<unknown>('POST', `/connect-links/${one(linkId)}/complete`, { platform }),

    createPerson: (person: NewPerson = {}) => control<PersonReference>('POST', '/people', person),
    act: (publicIdentifier: string, act: Act) => control<unknown>('POST', `/people/${one(publicIdentifier)}/act`, act),
    /** Asks what somebody received, by public identifier or by mail address. */
    received: async (who: string) =>
      (await control<{ items: readonly Received[] }>('GET', `/people/${one(who)}/received`)).items,

    createJob: (job: NewJob) => control<{ job_id: string }>('POST', '/jobs', job),

    createFault: (fault: NewFault) => control<unknown>('POST', '/faults', fault),
    clearFaults: () => control<unknown>('DELETE', '/faults'),
  };
}
