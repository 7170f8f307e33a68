/**
 * In which order calls that share a transaction take their locks, all of them those of one rank at once. A call that has one transaction to itself
 * takes them in the same order.
 */
export const LOCK_RANKS = { keys: 1, credits: 2, accounts: 3, webhooks: 4, event_heads: 5 } as const;
