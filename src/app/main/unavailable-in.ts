import { isRecord } from '../../shared/kit/is-record.ts';
import { isUnavailable, type Unavailable } from '../../shared/postgres/unavailable.ts';

/** Reads what an answer of `/readyz` says of the database; null: it takes writes. Undefined: it says nothing of it. */
export function unavailableIn(answer: unknown): Unavailable | null | undefined {
  if (!isRecord(answer)) return undefined;
  const { unavailable } = answer;
  if (unavailable === null) return null;
  return isRecord(unavailable) && isUnavailable(unavailable.reason) ? unavailable.reason : undefined;
}
