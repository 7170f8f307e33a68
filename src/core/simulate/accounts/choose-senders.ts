import { hashNumber } from '../../../language/plan/hash-number.ts';

/** From a pool by a hash of the lead, so a lead keeps its sender; as in production. */
export function chooseSender(pool: readonly string[], leadId: string): string | undefined {
  if (pool.length < 2) return pool[0];
  return pool[hashNumber(leadId) % Math.max(1, pool.length)];
}
