import type { Confirmation, Confirmations, Taken } from '../../runtime/store/keys/confirmations.ts';
import { MINUTE } from '../../shared/kit/duration.ts';
import { newId } from '../../shared/kit/ids.ts';

const GOOD_FOR = 15 * MINUTE;

/** Remembers the confirmations of one process that speaks with one agent: tokens end with it. */
export function rememberConfirmations(now: () => number = Date.now): Confirmations {
  const known = new Map<string, { readonly confirmation: Confirmation; readonly until: number; used: boolean }>();
  return {
    async issue(confirmation) {
      for (const [token, { until }] of known) if (until + GOOD_FOR < now()) known.delete(token);
      const token = newId('cnf');
      known.set(token, { confirmation, until: now() + GOOD_FOR, used: false });
      return token;
    },
    async take(token): Promise<Taken> {
      const found = known.get(token);
      if (found === undefined) return { kind: 'unknown' };
      if (found.used) return { kind: 'used' };
      if (found.until <= now()) return { kind: 'expired' };
      found.used = true;
      return { kind: 'confirmed', confirmation: found.confirmation };
    },
  };
}
