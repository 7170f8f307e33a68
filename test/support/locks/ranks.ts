/**
 * The order of docs/decisions/order-of-locks.md. What is not here the witness does not know, and says so. `claimed`: whoever locks it
 * passes over what others have, so nobody ever waits for it.
 */
export const RANKS: Readonly<Record<string, number | 'claimed'>> = {
  request: 0,
  campaigns: 0,
  campaign_rows: 0.1,
  names: 1,
  holds: 2,
  enrollments: 3,
  accounts: 4,
  credit_balance: 4.1,
  credit_hold: 4.2,
  leads: 4.5,
  // Of one whose person is locked.
  'new enrollments': 5,
  ...Object.fromEntries(
    `api_keys campaign_tallies change_plan_people change_plans class_holds current_versions failed_steps freed_slots
     idempotent_requests identities intents mail_troubles merges plans reconciliations relations sequence_versions sequences
     sessions slots subscriptions suppressions tasks timeline walks`
      .split(/\s+/)
      .map((table) => [table, 5]),
  ),
  control_jobs: 'claimed',
  events: 'claimed',
  outbox: 'claimed',
  put_off: 'claimed',
  queues: 'claimed',
};

/** Rows of these are locked by their ids, one statement's in their order. */
export const BY_ID: ReadonlySet<string> = new Set(['enrollments', 'leads', 'accounts']);

/** Rows of other tables refer to them, and Postgres locks them for each that is added. */
export const REFERRED_TO: ReadonlySet<string> = new Set([
  ...[
    'accounts',
    'api_keys',
    'campaigns',
    'change_plans',
    'enrollments',
    'leads',
    'plans',
    'queues',
    'sequence_versions',
  ],
  ...['sequences', 'suppressions'],
]);
