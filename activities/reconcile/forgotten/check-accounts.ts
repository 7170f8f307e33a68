import { markBehind, readLastCall } from '../../../src/runtime/store/accounts/behind.ts';
import { noteGap } from '../../../src/runtime/store/accounts/gap.ts';
import type { Clock } from '../../../src/shared/kit/clock.ts';
import type { Database } from '../../../src/shared/postgres/database.ts';
import type { StepClient } from '../../v2-caller.ts';
import { findAhead, type ReportedWalks } from '../lost-walks/find-ahead.ts';
import { noteBackupPutBack } from '../lost-walks/note-backup-put-back.ts';
import { missingWithoutKeys } from './keyless-calls.ts';
import { callsIn, missingOf, readPage } from './logged-calls.ts';

/** `behind`: it is written down that nothing may be sent from it. `unreadable`: the log or Temporal could not be read, so nobody can say. */
export type Checked = 'known' | 'behind' | 'unreadable';

export interface AccountCheck {
  /** Whether the ledger knows the newest calls of the account. It is looked at once, and waited for by whoever asks meanwhile. */
  ensure(accountId: string): Promise<Checked>;
  /** Forgets all looks: Postgres was away, and may be another copy by now. */
  forget(): void;
}

/**
 * Nothing in Postgres tells that a backup was put back. What tells is a call under a key of ours in the V2 service's log of which the ledger knows
 * nothing: an intent is committed before its call leaves. So the newest page of each account's log is looked at before its first call. Where the log
 * has no keys it is that the account has made more calls than the ledger knows of. And a history in Temporal may be ahead of its row, where nobody
 * was written to since: a sample is looked at before the first call of all.
 */
export function createAccountCheck(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly v2: Pick<StepClient, 'listLogs'>;
  /** Other programs use the accounts, and a log without keys does not tell their calls from ours. */
  readonly accounts_shared?: boolean;
  /** Absent: no history is looked at. */
  readonly walks?: ReportedWalks;
}): AccountCheck {
  let accounts = new Map<string, Promise<Checked>>();
  let sample = new Map<'sample', Promise<Checked>>();
  return {
    ensure: (id) =>
      once(accounts, id, async () => {
        const sampled = await once(sample, 'sample', () => checkSample(deps));
        return sampled === 'unreadable' ? sampled : check(deps, id);
      }),
    forget() {
      accounts = new Map();
      sample = new Map();
    },
  };
}

/** Looks once, and again where the last look could not read anything. */
function once<Key>(looks: Map<Key, Promise<Checked>>, key: Key, begin: () => Promise<Checked>): Promise<Checked> {
  const begun = looks.get(key);
  if (begun !== undefined) return begun;
  const look = begin().then((checked) => {
    if (checked === 'unreadable') looks.delete(key);
    return checked;
  });
  look.catch(() => looks.delete(key));
  looks.set(key, look);
  return look;
}

async function checkSample({ db, clock, walks }: Parameters<typeof createAccountCheck>[0]): Promise<Checked> {
  if (walks === undefined) return 'known';
  const ahead = await findAhead(db, walks);
  if (ahead === 'behind') await noteBackupPutBack({ db, clock });
  return ahead;
}

/** Refusals which say that there is such a log, and that it cannot be read now. */
const FOR_NOW: readonly string[] = ['RATE_LIMITED', 'INTERNAL_ERROR', 'INVALID_API_KEY'];

async function check(deps: Parameters<typeof createAccountCheck>[0], id: string): Promise<Checked> {
  const { db, clock, v2, accounts_shared = false } = deps;
  const page = await readPage(v2, id, 0);
  // A service without a log has nothing to be compared with.
  if (page.kind === 'refused') return page.status >= 500 || FOR_NOW.includes(page.code) ? 'unreadable' : 'known';
  if (page.kind !== 'success') return 'unreadable';
  const { items, total } = page.data;
  const whole = items.length === total;
  const keyless = accounts_shared ? [] : await missingWithoutKeys({ db, clock }, id, { items, whole });
  const forgotten = new Set([...(await missingOf(db, callsIn(page.data))), ...keyless].map(({ key }) => key));
  if (forgotten.size === 0) return 'known';
  const at = new Date(clock.now());
  await db.transaction(async (tx) => {
    await markBehind(tx, { id, calls: forgotten.size, at });
    // Answers that the newer database had were acknowledged there. The copy was made after the last call that it knows.
    await noteGap(tx, { account_id: id, reason: 'a backup was put back', at, since: await readLastCall(tx, id) });
  });
  return 'behind';
}
