import { hashNumber } from './hash-number.ts';

/** Sender choice: takes one account of a pool by a hash of the lead, so that a lead keeps its sender. Undefined: the pool is empty. */
export function chooseSender(pool: readonly string[], leadId: string): string | undefined {
  if (pool.length < 2) return pool[0];
  return pool[hashNumber(leadId) % pool.length];
}
