/**
 * In which order calls that share a transaction take their locks, all of them those of one rank at once. A call that has one transaction to itself
 * takes them in the same order.
 */
export const LOCK_RANKS = {
  keys: 1,
  sends: 2,
  credits: 3,
  accounts: 4,
  mailboxes: 5,
  webhooks: 6,
  event_heads: 7,
} as const;
