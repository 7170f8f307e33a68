import { CodedError } from '../kit/coded-error.ts';
import type { DialPolicy } from './policies.ts';

/** The policy does not let the connection go there; nothing was dialed. */
export class RefusedAddress extends CodedError {
  constructor(policy: DialPolicy, host: string, address?: string) {
    const leads = address === undefined || address === host ? `${host} is` : `${host} leads to ${address}, which is`;
    super('ADDRESS_NOT_PUBLIC', `${leads} not ${policy.reaches}`);
  }
}

/** With several addresses to try, Node wraps what the resolver said. */
export function refusedAddressIn(error: unknown): RefusedAddress | null {
  if (error instanceof RefusedAddress) return error;
  if (error instanceof AggregateError) {
    for (const inner of error.errors) {
      const found = refusedAddressIn(inner);
      if (found) return found;
    }
  }
  return error instanceof Error && error.cause !== undefined ? refusedAddressIn(error.cause) : null;
}
