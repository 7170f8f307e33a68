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
  // Each person who takes an arm waits for the one before, with their own enrollment locked.
  experiments: 4.6,
  // Of one whose person is locked.
  'new enrollments': 5,
  queueing: 5,
  ...Object.fromEntries(
    `address_reports announcements answers api_keys arm_choices audit_log campaign_follows campaign_looks campaign_sizes campaign_tallies change_plan_people change_plans class_holds confirmations conversation_notes conversations current_versions deliveries enroll_settings failed_steps freed_slots
     idempotent_requests identities intents mail_troubles merges namesakes_of_erased outgoing_events plans presences reconciliations relations saved_answers sequence_drafts sequence_versions sequences
     labels sessions slots subscriptions suppressions tasks timeline unmatched_replies unowned_calls unproven_erased users walks weighed_calls`
      .split(/\s+/)
      .map((table) => [table, 5]),
  ),
  control_jobs: 'claimed',
  conversation_changes: 'claimed',
  events: 'claimed',
  outbox: 'claimed',
  put_off: 'claimed',
  queues: 'claimed',
  unheard_waits: 'claimed',
};

/** Rows of these are locked by their ids, one statement's in their order. */
export const BY_ID: ReadonlySet<string> = new Set(['enrollments', 'leads', 'accounts']);

/** Rows of other tables refer to them, and Postgres locks them for each that is added. */
export const REFERRED_TO: ReadonlySet<string> = new Set([
  ...[
    'accounts',
    'answers',
    'api_keys',
    'campaigns',
    'change_plans',
    'conversations',
    'deliveries',
    'enrollments',
    'experiments',
    'labels',
    'leads',
    'outgoing_events',
    'plans',
    'sequence_versions',
  ],
  ...['sequences', 'suppressions', 'users', 'webhooks'],
]);
