import type { Row } from './row.ts';

/**
 * Rules that the specification numbers or lists, and that the contract does not hold as data, in words of our own.
 * test/contract/coverage-rows.test.ts holds the numbers against the specification.
 */
const numbered = (prefix: string, ...says: readonly string[]): Row[] =>
  says.map((words, index) => ({ id: `${prefix}#${index + 1}`, says: words }));

export const RULES: readonly { readonly heading: string; readonly rows: readonly Row[] }[] = [
  {
    heading: 'Authentication',
    rows: numbered(
      'auth',
      'Every endpoint takes `x-api-key`; without a good key 403 `INVALID_API_KEY`',
      "An account must be the key's owner's (404 `INVALID_ACCOUNT`) and active (403 `ACCOUNT_INACTIVE`)",
      'Logs belong to the user and survive a change of keys',
      'Accounts are connected by password, by token or on a hosted page',
      'The legacy login: body, country list, answer with `requires_verification` and cookie, 1 credit',
      'Hosted webhooks are not signed; the stream takes `api_key` in its URL',
      'Custom webhooks are signed when asked: timestamp, `v1=` HMAC-SHA256 over timestamp, dot and raw body',
    ),
  },
  {
    heading: 'messages / send',
    rows: numbered(
      'messages/send',
      'Of the single-file params `media_link` counts first, then `media_file`, then `media_path`',
      'Up to ten files per message, plural and single params together',
      'Audio goes out as a voice note; on the professional network one minute at most',
      'A profile that takes no InMail is refused before anything is spent',
      'A missing text is `INVALID_PARAMS`',
    ),
  },
  {
    heading: 'Subscription filters and event types',
    rows: numbered(
      'events',
      '`message_received` is the filter, `message` the emitted type',
      'Every webhook gets `disconnection`, whatever its filters',
      'Custom webhooks are filtered by `events`; hosted ones get every type, only the direction counts',
      'Events are kept for 30 days in both modes',
    ),
  },
  {
    heading: 'Delivery (custom mode)',
    rows: numbered(
      'delivery',
      'At least once, with the headers of event id and attempt',
      'Any 2xx is a success',
      'Ten seconds of time; timeouts, broken connections, 5xx, 408, 425 and 429 are retried: 8 attempts in all',
      'Any other 4xx, or a 3xx, fails at once',
      '`retry: false` turns retries off',
      'Deliveries can be seen and replayed for 30 days; a replayed POST says so',
    ),
  },
  {
    heading: 'Errors',
    rows: numbered(
      'errors',
      'Errors cost nothing, but for `CHANNEL_ERROR` of `unlock` and `balance`: 1',
      'A country that the session refuses: `CHANNEL_ERROR`, and the country stays',
      'A 429 says when to come back (`Retry-After`)',
    ),
  },
  {
    heading: 'Versioning',
    rows: numbered(
      'versioning',
      'V2 lives under `/v2/`; V1 has a URL per action, carries token and country, and mostly answers 200',
      'V1 goes on working; new features are in V2 only',
      'V2: `account_id`, actions per category, one envelope, true statuses, renamed params, lists for filters',
      'A V1 token imported at `POST /v2/login`: the same `account_id` each time, free',
      'Success is `status == success` in V1 and `success == true` in V2',
    ),
  },
  {
    heading: 'States: account',
    rows: numbered(
      'state/account',
      'Login with accepted credentials: connected; the same token again changes nothing and is free',
      'Login that needs verification: `checkpoint_required`, completed by `POST /v2/checkpoint`',
      'Login of an inactive account with the same credentials: active again',
    ),
  },
  {
    heading: 'States: connection link',
    rows: numbered(
      'state/link',
      'A verification step on the page: `pending` → `checkpoint`',
      'The account is connected: → `used`, with `account_id`, callback and `success_url`',
      'Its time is over: `pending` → `expired`, and opening it leads to `failure_url`',
    ),
  },
  {
    heading: 'States: webhook',
    rows: numbered(
      'state/webhook',
      'Update with `is_active: false`: paused, and monitoring goes on',
      '`stop`: monitoring ends',
      '`start`: monitoring goes on',
      'Created: monitoring at once',
      '`rotate-secret`: signing with the new secret, the old one is void at once',
      'The secret is deleted: POSTs go out unsigned',
    ),
  },
  {
    heading: 'Credits per action',
    rows: numbered(
      'credits',
      'Most actions: 1',
      'Lists: 1 per 10 results, rounded up',
      '`list_connections`, `list_invitations`: 1 per 50 results',
      '`send`: 1; 2 with media on the professional channel',
      "An InMail: one of the seat's InMail credits, no API credit",
      '`unlock`: 1, and one of the 25 unlocks of the seat and month',
      '`get_cv`, `check_invitation`, `balance get`, professional login: 1',
      'The stored copy, logs, links, set-country, webhooks, messenger and email connection: 0',
    ),
  },
  {
    heading: 'Size and count limits',
    rows: numbered(
      'limits',
      '`count`: 10 by default, capped at 1000',
      'The upstream batches of the lists',
      "The logs' `limit`: 1 to 200, 50 by default",
      "A link's `expires_in`: 60 to 604800 seconds, 3600 by default",
      "A link's `name`: 200 characters",
      'Ten attachments per message',
      'A professional voice note: one minute',
      'Delivery: 10 seconds, 8 attempts',
      'Events and deliveries: 30 days',
      'A range replay: 5000 events',
      'A signature is fresh for about 5 minutes',
      "A mailbox's `daily_limit` is reported in `mailbox_health`",
    ),
  },
];

/** The sandbox's control, a row per call. */
export const SANDBOX: readonly Row[] = [
  ['GET /sandbox/clock', 'The time and its speed'],
  ['POST /sandbox/clock', "Advances or speeds up the service's clock"],
  ['GET /sandbox/quiet', 'What is at work, and what is due next'],
  ['POST /sandbox/reset', 'A fresh world for this owner; the clock goes on'],
  ['POST /sandbox/accounts', 'A connected account without a login'],
  ['POST /sandbox/users', 'Another owner with a key'],
  ['POST /sandbox/keys', 'Another key of this owner, which may expire'],
  ['POST /sandbox/connect-links/{link_id}/complete', 'The person finishes the hosted page'],
  ['POST /sandbox/accounts/{account_id}/expire', 'The session expires, with a `disconnection`'],
  ['POST /sandbox/accounts/{account_id}/reconnect', 'The session is back'],
  ['POST /sandbox/credits', "Sets the owner's credits, or makes them unlimited"],
  ['POST /sandbox/people', 'Adds a person, with a behavior'],
  ['POST /sandbox/people/{public_identifier}/act', 'A person acts now'],
  ['GET /sandbox/people/{public_identifier}/received', 'Everything that truly reached a person'],
  ['POST /sandbox/jobs', 'A job with candidates'],
  ['POST /sandbox/faults', 'The next matching calls fail'],
  ['DELETE /sandbox/faults', 'No more faults'],
].map(([call, says]) => ({ id: `sandbox ${call}`, says: says ?? '' }));
