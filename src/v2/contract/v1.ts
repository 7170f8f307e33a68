import { z } from 'zod';
import { loginCountry } from './endpoints/country.ts';
import { emailAddress, webUrl, word } from './params.ts';
import { DEFAULT_COUNTRY } from './records/account.ts';

/** spec: Versioning / Endpoint mapping V1 to V2. */
export interface V1Mapping {
  readonly v1: string;
  /** @unspecified POST where the table shows none. */
  readonly methods: readonly ('GET' | 'POST' | 'PUT' | 'DELETE')[];
  readonly v2: string;
  /** Set where the V2 path is an action endpoint. */
  readonly action: string | null;
}

const actions = (prefix: string, v2: string, pairs: Readonly<Record<string, string>>): V1Mapping[] =>
  Object.entries(pairs).map(([name, action]) => ({ v1: `${prefix}/${name}`, methods: ['POST'], v2, action }));

export const V1_MAPPINGS: readonly V1Mapping[] = Object.freeze([
  { v1: '/v1/auth/login', methods: ['POST'], v2: '/v2/login', action: null },
  { v1: '/v1/auth/verify', methods: ['POST'], v2: '/v2/checkpoint', action: null },
  ...actions('/v1/profile', '/v2/profiles', {
    me: 'get_me',
    info: 'get',
    contact: 'get_contact',
    visit: 'visit',
    search: 'search_people',
  }),
  ...actions('/v1/companies', '/v2/profiles', { search: 'search_companies', info: 'get_company' }),
  ...actions('/v1/messages', '/v2/messages', {
    'send-message': 'send',
    inbox: 'list_inbox',
    conversation: 'get_conversation',
  }),
  ...actions('/v1/network', '/v2/network', {
    connect: 'invite',
    'accept-invitation': 'accept',
    connections: 'list_connections',
    invitations: 'list_invitations',
    'sent-invitations': 'list_sent',
    withdraw: 'withdraw',
    'invitation-status': 'check_invitation',
    'get-network-recommendations': 'recommendations',
  }),
  ...actions('/v1/posts', '/v2/content', {
    create: 'create',
    'create-company': 'create_company',
    search: 'search',
    feed: 'get_feed',
    like: 'like',
    react: 'react',
    comment: 'comment',
    'answer-comment': 'answer_comment',
    repost: 'repost',
    'extract-comments': 'get_comments',
    reactions: 'get_reactions',
    'time-spent': 'time_spent',
  }),
  ...actions('/v1/recruiter', '/v2/recruiter', {
    posts: 'get_posts',
    'get-candidate': 'get_candidates',
    cv: 'get_cv',
    publish: 'publish_job',
    close: 'close_job',
  }),
  ...actions('/v1/data/mail', '/v2/enrich', {
    finder: 'find_email',
    reverse: 'reverse_email',
    validate: 'validate_email',
  }),
  { v1: '/v1/webhooks/accounts', methods: ['POST', 'GET'], v2: '/v2/webhooks', action: null },
  { v1: '/v1/webhooks/accounts/{id}', methods: ['PUT', 'DELETE'], v2: '/v2/webhooks/{webhook_id}', action: null },
  { v1: '/v1/webhooks/accounts/{id}/start', methods: ['POST'], v2: '/v2/webhooks/{webhook_id}/start', action: null },
  { v1: '/v1/webhooks/accounts/{id}/stop', methods: ['POST'], v2: '/v2/webhooks/{webhook_id}/stop', action: null },
  /** The `is_active` field of the list. @unspecified that both methods read it: a V1 body has the token, a GET has no body. */
  { v1: '/v1/webhooks/accounts/{id}/status', methods: ['GET', 'POST'], v2: '/v2/webhooks', action: null },
]);

/** Params that V2 renamed, by their V1 names. */
export const V1_RENAMED_PARAMS = { linkedin_url: 'profile_url', message: 'message_text', webhook_url: 'url' } as const;

/** Multi-value filters: lists in V2, texts separated by semicolons or commas in V1. */
export const V1_SEPARATED_PARAMS = [
  'location',
  'company_url',
  'school_url',
  'industry',
  'network',
  'past_company',
  'sector',
  'company_size',
] as const;

/** The searches whose filters those are. @unspecified that no other action separates texts: a job's `location` is one text. */
export const V1_SEPARATING_ACTIONS = ['search_people', 'search_companies'] as const;

/**
 * Since when V1 is called deprecated (Unix seconds), as its answers say it in the form of RFC 9745.
 * @unspecified the specification shows no date.
 */
export const V1_DEPRECATED_AT = Date.UTC(2026, 0, 1) / 1000;

/** spec: Authentication, 5: `POST /v1/auth/login`. */
export const v1LoginBody = z.object({
  email: emailAddress(),
  password: z.string().min(1),
  country: loginCountry().prefault(DEFAULT_COUNTRY),
});

/** `POST /v1/auth/verify`. @unspecified: the account may be named by its id or, as at the login, by its email. */
export const v1VerifyBody = z
  .object({ account_id: word().optional(), email: emailAddress().optional(), code: word() })
  .refine((body) => body.account_id !== undefined || body.email !== undefined, {
    error: 'email is required, or account_id',
  });

/**
 * The body of webhooks in V1. It has no filters, no hosted mode and no signatures (spec: Versioning, rule 2; Authentication,
 * rule 7). @unspecified the fields beside `webhook_url`.
 */
export const v1WebhookBody = z.object({
  webhook_url: webUrl(),
  retry: z.boolean().optional(),
  message_type: z.string().optional(),
});
