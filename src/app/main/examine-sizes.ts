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

interface Sizes {
  readonly all: number;
  readonly people: number;
  readonly of: Readonly<Record<string, number>>;
  readonly days: Readonly<Record<string, number>>;
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
  const { rows } = await client.query<{ name: string; bytes: number; rows: number }>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes, greatest(reltuples, 0)::float8 as rows
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
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
  };
}

export function textOf({ all, people, of, days }: Sizes): string {
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
  return `${inWords(all)} with about ${Math.round(people)} people: ${each.join('; ')}${advice}`;
}
