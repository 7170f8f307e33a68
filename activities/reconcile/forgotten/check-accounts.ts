import { markBehind, readLastCall } from '../../../src/runtime/store/accounts/behind.ts';
import { noteGap } from '../../../src/runtime/store/accounts/gap.ts';
import type { Clock } from '../../../src/shared/kit/clock.ts';
import type { Database } from '../../../src/shared/postgres/database.ts';
import type { StepClient } from '../../call/v2-caller.ts';
import { callsIn, missingOf, readPage } from './logged-calls.ts';

/** `behind`: it is written down that nothing may be sent from it. `unreadable`: the log could not be read, so nobody can say. */
export type Checked = 'known' | 'behind' | 'unreadable';

export interface AccountCheck {
  /** Whether the ledger knows the newest calls of the account. It is looked at once, and waited for by whoever asks meanwhile. */
  ensure(accountId: string): Promise<Checked>;
  /** Postgres was away, and may be another copy by now: every account is looked at again. */
  forget(): void;
}

/**
 * Nothing in Postgres tells that a backup was put back. What tells is a call under a key of ours in the V2 service's log of which the ledger knows
 * nothing: an intent is committed before its call leaves. So the newest page of each account's log is looked at before its first call.
 */
export function createAccountCheck(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly v2: Pick<StepClient, 'listLogs'>;
}): AccountCheck {
  let looks = new Map<string, Promise<Checked>>();
  return {
    ensure(id) {
      const begun = looks.get(id);
      if (begun !== undefined) return begun;
      const all = looks;
      const look = check(deps, id).then((checked) => {
        if (checked === 'unreadable') all.delete(id);
        return checked;
      });
      look.catch(() => all.delete(id));
      all.set(id, look);
      return look;
    },
    forget() {
      looks = new Map();
    },
  };
}

/** Refusals that say that there is such a log, and that it cannot be read now. */
const FOR_NOW: readonly string[] = ['RATE_LIMITED', 'INTERNAL_ERROR', 'INVALID_API_KEY'];

async function check({ db, clock, v2 }: Parameters<typeof createAccountCheck>[0], id: string): Promise<Checked> {
  const page = await readPage(v2, id, 0);
  // A service without a log has nothing to be compared with.
  if (page.kind === 'refused') return page.status >= 500 || FOR_NOW.includes(page.code) ? 'unreadable' : 'known';
  if (page.kind !== 'success') return 'unreadable';
  const forgotten = new Set((await missingOf(db, callsIn(page.data))).map(({ key }) => key));
  if (forgotten.size === 0) return 'known';
  const at = new Date(clock.now());
  await db.transaction(async (tx) => {
    await markBehind(tx, { id, calls: forgotten.size, at });
    // Answers that the newer database had were acknowledged there. The copy was made after the last call that it knows.
    await noteGap(tx, { account_id: id, reason: 'a backup was put back', at, since: await readLastCall(tx, id) });
  });
  return 'behind';
}
