/** The order in which those who share a transaction take its locks: docs/decisions/order-of-locks.md. */
export const LOCK_RANKS = { names: 1, holds: 2, enrollments: 3, accounts: 4 } as const;
