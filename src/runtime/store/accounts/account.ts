/** The engine's view of a sender account. */
export interface AccountRow {
  readonly id: string;
  readonly platform: 'professional' | 'messenger' | 'email';
  readonly name: string;
  readonly email: string | null;
  readonly country: string | null;
  /** Set by a person. */
  readonly timezone: string | null;
  readonly products: readonly string[];
  /** The network profile that a person chose; null: what the record tells. */
  readonly profile: string | null;
  readonly daily_limit: number | null;
  readonly status: string;
  /** Wall time; no call before it. */
  readonly wall_held_until: Date | null;
  readonly held_reason: string | null;
  readonly held_since: Date | null;
  /** Refusals in a row that made it back off. */
  readonly hold_repeats: number;
  /** The time since which the mailbox is paused by its own guardrail, until a person resumes it. */
  readonly paused_at: Date | null;
  readonly paused_reason: string | null;
  /** The daily limit that the mailbox named with its last send. */
  readonly mailbox_limit: number | null;
  /** Sends of the mailbox on the day of `mailbox_seen_at` that were not ours. */
  readonly mailbox_elsewhere: number | null;
  readonly mailbox_seen_at: Date | null;
  /** A share of 1. */
  readonly bounce_rate: number | null;
  /** The InMails that the seat had when it was asked. */
  readonly inmail_balance: number | null;
  readonly inmail_read_at: Date | null;
  readonly updated_at: Date;
  /** Calls of it have been forgotten: nothing is sent from it until they are read back. */
  readonly behind_since: Date | null;
  /** How many of the newest ones. */
  readonly behind_calls: number | null;
  /** Events of the account have been heard until this virtual time; null: nobody has listened to it yet. */
  readonly heard_until: Date | null;
  /** Events may be missing from then on: nothing is sent from it until its inbox has been searched. */
  readonly gap_since: Date | null;
  readonly gap_reason: string | null;
  /** Why that search cannot go on now. */
  readonly gap_waits: string | null;
  /** True where the account is connected and nobody has listened to it for minutes. An answer would not be heard, so nothing is sent from it. */
  readonly without_listener: boolean;
}

/** Several looks, since a busy one may be late; a look is due every 15 seconds. */
const LISTENED_WITHIN = '5 minutes';

/** SQL: whether the account of this row is one that was listened to, and is no more. One that nobody has ever listened to tells nothing. */
export const NOBODY_LISTENS = `(status = 'connected' and coalesce(wall_listened_at < now() - interval '${LISTENED_WITHIN}', false))`;

export const ACCOUNT_COLUMNS = `id, platform, name, email, country, timezone, products, profile, daily_limit, status,
  wall_held_until, held_reason, held_since, hold_repeats, paused_at, paused_reason, mailbox_limit, mailbox_elsewhere,
  mailbox_seen_at, bounce_rate, inmail_balance, inmail_read_at, updated_at,
  behind_since, behind_calls, heard_until, gap_since, gap_reason, gap_waits, ${NOBODY_LISTENS} as without_listener`;
