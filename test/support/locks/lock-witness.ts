import { isRecord } from '../../../src/shared/kit/is-record.ts';
import type { ConnectionPool } from '../../../src/shared/postgres/open-database.ts';
import { BY_ID, RANKS, REFERRED_TO } from './ranks.ts';
import { type StatementLock, statementLocks } from './statement-locks.ts';

/** Judges every transaction by the order in which it takes its locks, whether or not anybody waits for one. */
export interface LockWitness {
  /** Judges what goes through the pool. */
  watch(pool: ConnectionPool): ConnectionPool;
  /** Each disorder once. */
  readonly complaints: ReadonlySet<string>;
  /** Statements with a lock that were judged. */
  readonly judged: number;
}

export function createLockWitness(): LockWitness {
  const complaints = new Set<string>();
  let judged = 0;
  return {
    complaints,
    get judged() {
      return judged;
    },
    watch: (pool) => ({
      query: pool.query.bind(pool),
      end: () => pool.end(),
      async connect() {
        const client = await pool.connect();
        let seen = new Transaction();
        const query = async (asked: string | { text: string; values?: unknown[] }, ...more: never[]) => {
          const { text, values = [] } = typeof asked === 'string' ? { text: asked } : asked;
          if (text === 'begin') seen = new Transaction();
          const answer: unknown = await (client.query as (...all: unknown[]) => unknown)(asked, ...more);
          judged += traitsOf(text).locks.length > 0 ? 1 : 0;
          for (const complaint of seen.take(text, values, answer)) complaints.add(complaint);
          return answer;
        };
        return { query: query as typeof client.query, release: (error) => client.release(error) };
      },
    }),
  };
}

const NONE: readonly string[] = [];

interface Held {
  readonly what: string;
  readonly rank: number;
  /** Null: nobody can say. */
  readonly ids: readonly string[] | null;
  readonly text: string;
}

class Transaction {
  readonly #held: Held[] = [];

  /** Judges what one statement takes; within it the order is its plan's. */
  take(text: string, values: readonly unknown[], answer: unknown): readonly string[] {
    const { locks, misused } = traitsOf(text);
    if (locks.length === 0) return NONE;
    const complaints = [...misused];
    const taken = locks.flatMap((lock) =>
      locksBy(lock, text, values, answer).map((held) => ({ ...held, waits: lock.waits })),
    );
    for (const one of taken) if (one.waits) complaints.push(...this.#judge(one));
    this.#held.push(...taken);
    return complaints;
  }

  #judge({ what, rank, ids, text }: Held): string[] {
    const own = this.#held.filter((held) => held.what === what);
    if (own.length > 0 && !BY_ID.has(what) && !what.startsWith('names')) return [];
    const has = new Set(own.flatMap((held) => held.ids ?? []));
    const fresh = ids?.filter((id) => !has.has(id)) ?? null;
    if (fresh?.length === 0) return [];
    const higher = this.#held.find((held) => held.rank > rank);
    if (higher !== undefined) return [`${what} after ${higher.what}: ${short(text)} AFTER ${short(higher.text)}`];
    const last = BY_ID.has(what) ? max(has) : null;
    if (last === null || fresh === null || fresh.every((id) => id > last)) return [];
    const before = own.find((held) => held.ids?.includes(last));
    return [`${what} in no order: ${short(text)} AFTER ${short(before?.text ?? '')}`];
  }
}

/** Traits that a statement's text tells, however often it is asked. */
interface StatementTraits {
  readonly locks: readonly StatementLock[];
  readonly misused: readonly string[];
  /** True for a statement for many that says which enrollments these are. */
  readonly gives_ids: boolean;
}
const traits = new Map<string, StatementTraits>();

function traitsOf(text: string): StatementTraits {
  const before = traits.get(text);
  if (before !== undefined) return before;
  const locks = statementLocks(text);
  const gives_ids = /jsonb_to_recordset\(\$1\) as \w+ \(enrollment_id text/.test(text);
  const now = { locks, misused: locks.flatMap((lock) => misuse(lock, text)), gives_ids };
  traits.set(text, now);
  return now;
}

const rankOf = (what: string): number | 'claimed' | undefined => RANKS[what] ?? RANKS[what.replace(/^new /, '')];

const max = (ids: ReadonlySet<string>): string | null => [...ids].sort().at(-1) ?? null;

const short = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 160);

function misuse({ what, whole, waits }: StatementLock, text: string): string[] {
  const rank = rankOf(what);
  if (rank === undefined) return [`nobody has said where ${what} comes in the order: ${short(text)}`];
  if (rank === 'claimed' && whole && waits) return [`${what} is waited for: ${short(text)}`];
  if (whole && REFERRED_TO.has(what)) return [`whoever refers to ${what} waits as well: ${short(text)}`];
  return [];
}

function locksBy(lock: StatementLock, text: string, values: readonly unknown[], answer: unknown): Held[] {
  const { what } = lock;
  const rank = rankOf(what);
  if (rank === undefined || rank === 'claimed') return [];
  if (what === 'names')
    return namesIn(values).map(([name, of]) => ({ what: `names ${of}`, rank: rank + of / 10, ids: [name], text }));
  return [
    {
      what,
      rank,
      ids: lock.ids === null ? (idsGiven(text, values, what) ?? idsOf(answer, what)) : idsIn(values[lock.ids - 1]),
      text,
    },
  ];
}

/** With the rank that each has among names. */
function namesIn([names, ranks]: readonly unknown[]): [string, number][] {
  if (!Array.isArray(names) || !Array.isArray(ranks)) throw new Error('names are locked by some other statement');
  return names.map((name, at) => [String(name), Number(ranks[at])]);
}

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String);

/** Reads the ids of a statement for many, whose rows are one parameter; each row of the table is one of these. */
function idsGiven(text: string, [given]: readonly unknown[], what: string): string[] | null {
  if (what !== 'enrollments' || !traitsOf(text).gives_ids) return null;
  const rows: unknown = JSON.parse(String(given));
  return Array.isArray(rows) ? rows.map((row) => String(isRecord(row) ? row.enrollment_id : '')) : null;
}

/** Reads the ids of rows, where the statement tells them: one that writes more than enrollments says whose id it is. */
function idsOf(answer: unknown, what: string): string[] | null {
  const rows = isRecord(answer) && Array.isArray(answer.rows) ? answer.rows : [];
  const fields = isRecord(answer) && Array.isArray(answer.fields) ? answer.fields : [];
  const names = what === 'enrollments' ? ['id', 'enrollment_id'] : ['id'];
  const column = names.find((name) => fields.some((field) => isRecord(field) && field.name === name));
  if (column === undefined) return null;
  // A row may tell of something else that has no row here.
  return rows.flatMap((row) => (isRecord(row) && row[column] !== null ? [String(row[column])] : []));
}
