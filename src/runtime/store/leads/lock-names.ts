import type { Queryable } from '../../../shared/postgres/database.ts';
import {
  isShared,
  requireOwnTransaction,
  setwise,
  waitElsewhere,
} from '../../../shared/postgres/shared-transaction.ts';
import { ONLY_LOCKS } from '../../../shared/postgres/statements.ts';
import { LOCK_RANKS } from '../lock-ranks.ts';

/**
 * The order in which names are locked: first those of people, then people themselves, then companies, then mail domains. Code that locks names in
 * several steps keeps to this order, so that two callers never wait for each other.
 */
const RANKS = { lead: 2, company: 3, domain: 4 } as const;
const OF_A_PERSON = 1;

/**
 * Names share this many locks. The server has room for some 6,400 (64 for each of 100 connections), an import of 200 people has a
 * thousand names, and a server that has no room left fails every transaction. Two names of one lock only wait for each other.
 */
const LOCKS_OF_NAMES = 4096;
const LOCKS_OF_OTHERS = 512;

/**
 * Until the transaction ends nobody else finds, creates, suppresses or learns a person by one of these names (`kind:value`).
 * There may be no row yet to lock: two enrollments of a new person, or a name learned while its event is being read, would
 * otherwise not see each other. Take it before row locks, and the names of one rank at once. `shared` names (a company, a mail
 * domain) only keep a suppression of them out. Who shares a transaction waits for nobody: whose name somebody else has waits by itself.
 */
export async function lockNames(
  tx: Queryable,
  names: readonly string[],
  shared: readonly string[] = [],
): Promise<void> {
  if (names.length + shared.length === 0) return;
  if (!isShared(tx)) {
    await lockAll(tx, [{ names, shared }], 'pg_advisory_xact_lock');
    return;
  }
  for (const [rank, lockFree] of LOCK_FREE.entries()) {
    const ofRank = (name: string) => rankOf(name) === rank + 1;
    const asked = { names: names.filter(ofRank), shared: shared.filter(ofRank) };
    if (asked.names.length + asked.shared.length === 0) continue;
    const locked = await lockFree(tx, asked);
    // In one transaction with whoever locks the same name, it would not see what that one makes of it.
    if (locked === 'shared') requireOwnTransaction(tx);
    if (locked === 'held') waitElsewhere(tx);
  }
}

interface Names {
  readonly names: readonly string[];
  readonly shared: readonly string[];
}

const LOCK_FREE = [1, 2, 3, 4].map((rank) =>
  setwise((tx: Queryable, asked: readonly Names[]) => lockAll(tx, asked, 'pg_try_advisory_xact_lock'), {
    rank: LOCK_RANKS.names + (rank - 1) / 10,
  }),
);

/** `held`: somebody else has one of them. `shared`: somebody before it in this statement has. */
async function lockAll(
  tx: Queryable,
  asked: readonly Names[],
  lock: 'pg_advisory_xact_lock' | 'pg_try_advisory_xact_lock',
): Promise<('locked' | 'held' | 'shared')[]> {
  const names = asked.flatMap((one) => one.names);
  const all = [...names, ...asked.flatMap((one) => one.shared)];
  const { rows } = await tx.query<{ held: string[] }>(LOCKS[lock], [
    all,
    all.map(rankOf),
    all.map((_, i) => i < names.length),
  ]);
  const held = new Set(rows.flatMap((row) => row.held));
  const locked = new Set<string>();
  return asked.map((one) => {
    const own = [...one.names, ...one.shared];
    if (own.some((name) => held.has(name))) return 'held';
    if (own.some((name) => locked.has(name))) return 'shared';
    for (const name of own) locked.add(name);
    return 'locked';
  });
}

const wanted = (more = ''): string => `with wanted as materialized ( ${ONLY_LOCKS}
    select rank, ((hashtextextended(name, 4400) & 2147483647) % case rank when 1 then ${LOCKS_OF_NAMES} else ${LOCKS_OF_OTHERS} end)::int as lock,
           bool_or(exclusive) as exclusive${more}
      from unnest($1::text[], $2::int[], $3::bool[]) as named (name, rank, exclusive)
     group by 1, 2 order by 1, 2
  )`;

// The cast makes one type of both branches; the locks are taken as the sorted rows come.
const lockBy = (lock: string): string =>
  `case when exclusive then ${lock}(44000 + rank, lock)::text else ${lock}_shared(44000 + rank, lock)::text end`;

const LOCKS = {
  // A lock that is waited for is had.
  pg_advisory_xact_lock: `${wanted()}, asked as materialized (select ${lockBy('pg_advisory_xact_lock')} as got from wanted)
    select array[]::text[] as held from asked where got = 'false'`,
  pg_try_advisory_xact_lock: `${wanted(', array_agg(name) as names')},
    asked as materialized (select names, ${lockBy('pg_try_advisory_xact_lock')} as got from wanted)
    select names as held from asked where got = 'false'`,
};

function rankOf(name: string): number {
  const kind = name.slice(0, name.indexOf(':'));
  return kind === 'lead' || kind === 'company' || kind === 'domain' ? RANKS[kind] : OF_A_PERSON;
}
