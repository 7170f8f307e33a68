import pg from 'pg';
import { RETAINED, type Retained } from '../../runtime/store/erasure/retention.ts';
import { inWords } from './disk-space.ts';

/** The tables that hold most of what each setting of the retention shortens. */
const TABLES: Readonly<Record<Retained, readonly string[]>> = {
  messages: [
    ...['intents', 'tasks', 'answers', 'conversations', 'conversation_notes'],
    ...['outgoing_events', 'deliveries', 'delivery_attempts'],
  ],
  timelines: ['timeline', 'announcements'],
  events: ['events'],
  logs: ['control_jobs', 'reconciliations', 'erasure_checks'],
};
/** From here on it is worth a word. */
const LARGE = 1024 ** 3;

/** So many of the largest tables are named. */
const NAMED = 3;
/** Dead rows that are worth a word: this share of the live ones, and more than come together while Postgres is at them. */
const NEGLECTED = { share: 0.2, rows: 50_000 } as const;

interface Sizes {
  readonly all: number;
  readonly people: number;
  readonly of: Readonly<Record<string, number>>;
  readonly days: Readonly<Record<string, number>>;
  /** Tables with more dead rows than there are if Postgres tends them. */
  readonly neglected: readonly string[];
}

/** How much the engine's database holds, of what, and what of it is kept for good though it is large. */
export async function examineSizes(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    return textOf(await read(client));
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function read(client: pg.Client): Promise<Sizes> {
  const { rows } = await client.query<{ name: string; bytes: number; rows: number; live: number; dead: number }>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes, greatest(reltuples, 0)::float8 as rows,
            coalesce(pg_stat_get_live_tuples(oid), 0)::float8 as live, coalesce(pg_stat_get_dead_tuples(oid), 0)::float8 as dead
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by bytes desc`,
  );
  const known = rows.some(({ name }) => name === 'retention');
  const kept = known
    ? (await client.query<{ what: string; days: number }>('select what, days from retention')).rows
    : [];
  return {
    all: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    people: rows.find(({ name }) => name === 'leads')?.rows ?? 0,
    of: Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes])),
    days: Object.fromEntries(kept.map(({ what, days }) => [what, days])),
    neglected: rows.flatMap(({ name, live, dead }) =>
      dead > NEGLECTED.share * live + NEGLECTED.rows
        ? [`${name} has ${counted(dead)} dead rows beside ${counted(live)}`]
        : [],
    ),
  };
}

const counted = (rows: number): string => Math.round(rows).toLocaleString('en');

export function textOf({ all, people, of, days, neglected }: Sizes): string {
  const parts = RETAINED.map((what) => ({
    what,
    bytes: TABLES[what].reduce((sum, table) => sum + (of[table] ?? 0), 0),
    days: days[what],
  }));
  const each = parts.map(
    (part) => `${part.what} ${inWords(part.bytes)}, kept ${part.days === undefined ? 'for good' : `${part.days} days`}`,
  );
  const large = parts.filter((part) => part.days === undefined && part.bytes > LARGE);
  const advice =
    large.length === 0
      ? ''
      : `; shorten it with overture settings retention ${large.map(({ what }) => `--${what} 730`).join(' ')}`;
  const largest = Object.entries(of)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, NAMED)
    .map(([name, bytes]) => `${name} ${inWords(bytes)}`);
  const named = largest.length === 0 ? '' : `; the largest tables are ${largest.join(', ')}`;
  const untended =
    neglected.length === 0
      ? ''
      : `; ${neglected.join(', ')}: autovacuum is off, or a transaction that stays open holds it back (pg_stat_activity, xact_start)`;
  return `${inWords(all)} with about ${Math.round(people)} people: ${each.join('; ')}${named}${untended}${advice}`;
}
