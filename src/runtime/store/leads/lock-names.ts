import type { Queryable } from '../../../shared/postgres/database.ts';
import { alone, setwise } from '../../../shared/postgres/shared-transaction.ts';
import { LOCK_RANKS } from '../lock-ranks.ts';

/**
 * What a name stands for decides when it is locked: those of people first, then people themselves, then companies, then mail
 * domains. Who locks names in several steps keeps to this order, so that two callers never wait for each other.
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
 * domain) only keep a suppression of them out.
 */
export async function lockNames(
  tx: Queryable,
  names: readonly string[],
  shared: readonly string[] = [],
): Promise<void> {
  if (names.length + shared.length === 0) return;
  // In one transaction with whoever locks the same name, it would not see what that one makes of it.
  if (!(await lockAll(tx, { names, shared }))) alone(tx);
}

const lockAll = setwise(
  async (
    tx: Queryable,
    asked: readonly { readonly names: readonly string[]; readonly shared: readonly string[] }[],
  ): Promise<boolean[]> => {
    const names = asked.flatMap((one) => one.names);
    const all = [...names, ...asked.flatMap((one) => one.shared)];
    await tx.query(LOCK, [all, all.map(rankOf), all.map((_, i) => i < names.length)]);
    const locked = new Set<string>();
    return asked.map((one) => {
      const own = [...one.names, ...one.shared];
      const isFirst = own.every((name) => !locked.has(name));
      for (const name of own) locked.add(name);
      return isFirst;
    });
  },
  { rank: LOCK_RANKS.names },
);

// The cast makes one type of both branches; the locks are taken as the sorted rows come.
const LOCK = `
  with wanted as materialized (
    select rank, ((hashtextextended(name, 4400) & 2147483647) % case rank when 1 then ${LOCKS_OF_NAMES} else ${LOCKS_OF_OTHERS} end)::int as lock,
           bool_or(exclusive) as exclusive
      from unnest($1::text[], $2::int[], $3::bool[]) as named (name, rank, exclusive)
     group by 1, 2 order by 1, 2
  )
  select case when exclusive then pg_advisory_xact_lock(44000 + rank, lock)::text
              else pg_advisory_xact_lock_shared(44000 + rank, lock)::text end from wanted`;

function rankOf(name: string): number {
  const kind = name.slice(0, name.indexOf(':'));
  return kind === 'lead' || kind === 'company' || kind === 'domain' ? RANKS[kind] : OF_A_PERSON;
}
