import { emailIdentity, type Identity, phoneIdentity, profileIdentity } from '../../../shared/identity/identity.ts';
import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { byId, type Listing, type PageAsked } from '../listing.ts';
import { type LeadFilter, leadConditions } from './lead-filter.ts';
import type { LeadRow } from './read-lead.ts';
import { WHOLE_NAME, WORDS_OF_LEAD, type WordsSought, wordsSought } from './words-of-people.ts';

/** How what was looked for fits a lead; whoever fits best comes first. */
export const FITS = ['id', 'name', 'part_of_name', 'beginning_of_name', 'address', 'slug', 'company'] as const;
export type Fit = (typeof FITS)[number];

export interface FoundLead extends LeadRow {
  readonly fit: Fit;
}

export interface SearchBounds {
  /** Up to so many are all looked at to put them in order; of more, those who fit best are looked for first. */
  readonly few: number;
  /** So many of the newest are gone through first for a page of what many fit. */
  readonly walked: number;
  /** What so many fit is sooner found by going through the newest, however far, than all of them are read by the index. */
  readonly many: number;
}

const BOUNDS: SearchBounds = { few: 5000, walked: 5000, many: 50_000 };
/** People of whom it is seen how many have some words. */
const SEEN = 2000;

/**
 * Who is meant by some words: by a whole id, address or profile, by name, or by the beginning of a name, an address or a company.
 * Never by a piece out of the middle, which names nobody. A single word is a name before it is somebody's slug.
 */
export function foundLeadListing(db: Database, text: string, filter: LeadFilter, bounds = BOUNDS): Listing<FoundLead> {
  const words = text.trim().replace(/\s+/g, ' ').normalize('NFC');
  const sought = wordsSought(words);
  const all = `(${sought.beginning_of_name}) | (${sought.company}) | ${sought.address}`;
  const meant = [...meantBy(words), all];
  const conditions = leadConditions(filter, 'found', meant.length);
  const listing = (among: string, ids: readonly (readonly string[])[] = []): Listing<FoundLead> => {
    const others = leadConditions(filter, 'found', meant.length + ids.length);
    return {
      columns: `found.*, (${FITS_IN_SQL})[found.rank] as fit`,
      tables: `(select l.*, ${RANK} as rank from ${LEADS} where l.merged_into is null and $6::text is not null and ${among}) as found`,
      where: `found.rank is not null and ${others.text}`,
      values: [...meant, ...ids, ...others.values],
      orders: {
        // The best last, and among equals the newest.
        fit: [
          { sql: '-found.rank', of: ({ fit }) => -1 - FITS.indexOf(fit), kind: 'number' },
          ...byId<FoundLead>('found.id'),
        ],
      },
      usual: '-fit',
    };
  };
  const whole = listing(AMONG);
  const only = (ids: readonly string[]) => listing(`l.id = any($${meant.length + 1}::text[])`, [ids]);
  return {
    ...whole,
    async narrow(page) {
      const isAny = conditions.text === 'true';
      if (!isAny || (await expectedFor(db, all)) <= bounds.many) {
        const ids = await idsOf(
          db,
          `l.merged_into is null and $4::text is not null and ${AMONG}`,
          meant,
          bounds.few + 1,
        );
        if (ids.length <= bounds.few) return only(ids);
      }
      return isAny ? only(await bestOf(db, { meant, sought, bounds }, page)) : whole;
    },
  };
}

/** The values that the statements below know as `$1` to `$5`. */
function meantBy(words: string): readonly unknown[] {
  const slug = /[/:@]/.test(words) ? null : profileIdentity(words);
  const isWord = slug?.kind === 'slug';
  const whole = [isWord ? null : profileIdentity(words), emailIdentity(words), phoneIdentity(words)];
  const names = whole.filter((identity): identity is Identity => identity !== null);
  return [
    words,
    names.map(({ kind }) => kind),
    names.map(({ value }) => value),
    words.replace(/[\\%_]/g, '\\$&'),
    isWord ? slug.value : null,
  ];
}

const LEADS = `leads l, lateral (select ${WHOLE_NAME} as whole) as name`;

const BY_ID = `l.id = any(array(select $1 union all select merged_into from leads where id = $1
  union all select i.lead_id from identities i where (i.kind, i.value) in (select * from unnest($2::text[], $3::text[]))))`;
const BY_SLUG = `l.id = any(array(select i.lead_id from identities i where i.kind = 'slug' and i.value = $5))`;
/** Everybody who may be meant, and some who are not. */
const AMONG = `(${WORDS_OF_LEAD} @@ lower($6)::tsquery or ${BY_ID} or ${BY_SLUG})`;

/** By the places of `FITS`, from 1. */
const CONDITIONS: readonly string[] = [
  BY_ID,
  'lower(name.whole) = lower($1)',
  `' ' || name.whole || ' ' ilike '% ' || $4 || ' %'`,
  `' ' || name.whole ilike '% ' || $4 || '%'`,
  `l.email ilike $4 || '%'`,
  BY_SLUG,
  `' ' || l.company ilike '% ' || $4 || '%'`,
];
const RANK = `case ${CONDITIONS.map((condition, place) => `when ${condition} then ${place + 1}`).join(' ')} end`;
const FITS_IN_SQL = `array[${FITS.map((fit) => `'${fit}'`).join(', ')}]`;

const idsOf = (db: Database, where: string, values: readonly unknown[], limit: number): Promise<string[]> =>
  byIndexAlone(db, (tx) =>
    idsBy(tx, `select l.id from leads l where ${where} limit $${values.length + 1}`, [...values, limit]),
  );

/** By the index of words and that of ids, and in no other way: where it expects many, Postgres would go through the table. */
const byIndexAlone = <T>(db: Database, work: (tx: Queryable) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.query(`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`);
    return await work(tx);
  });

/**
 * About how many people have these words, by some of them. Postgres' own statistics do not tell it of the beginning of a word: a thousand names that begin
 * alike are each too seldom to be counted.
 */
async function expectedFor(db: Queryable, query: string): Promise<number> {
  const { rows: tables } = await db.query<{ people: number }>(
    `select greatest(reltuples, 1)::float8 as people from pg_class where oid = 'leads'::regclass`,
  );
  const people = tables[0]?.people ?? 1;
  const { rows } = await db.query<{ seen: number; hits: number }>(
    `select count(*)::int as seen, count(*) filter (where l.merged_into is null and ${WORDS_OF_LEAD} @@ lower($1)::tsquery)::int as hits
       from leads l tablesample system ($2)`,
    [query, Math.min(100, (100 * SEEN) / people)],
  );
  const { seen = 0, hits = 0 } = rows[0] ?? {};
  return seen === 0 ? 0 : (hits / seen) * people;
}

async function idsBy(db: Queryable, text: string, values: readonly unknown[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(text, values);
  return rows.map(({ id }) => id);
}

interface Search {
  readonly meant: readonly unknown[];
  readonly sought: WordsSought;
  readonly bounds: SearchBounds;
}

/**
 * Of people who are so many that putting them all in order takes long, those of the page: kind by kind, the best fit first, until there are enough. What
 * many fit is soon found by going through the newest; what few fit, by the index.
 */
async function bestOf(
  db: Database,
  { meant, sought, bounds }: Search,
  { after = null, limit }: PageAsked,
): Promise<readonly string[]> {
  const queries = [
    null,
    sought.whole_name,
    sought.words_of_name,
    sought.beginning_of_name,
    sought.address,
    null,
    sought.company,
  ];
  const from = after === null ? 1 : -Number(after[0]);
  const found: string[] = [];
  for (let rank = from; rank <= FITS.length && found.length < limit; rank++) {
    const behind = after !== null && rank === from ? (after[1] ?? null) : null;
    // The words of this kind stand in the place of those of all.
    const values = [...meant.slice(0, -1), queries[rank - 1] ?? null, behind, limit - found.length];
    const fits = `${CONDITIONS[rank - 1]} and ${RANK} = ${rank} order by l.id desc limit $8`;
    const isBehind = 'l.merged_into is null and ($7::text is null or l.id < $7) and ($6::text is null or true)';
    const among = (newest: number | null): string =>
      `select l.id from (select * from leads l where ${isBehind} order by l.id desc ${newest === null ? '' : `limit ${newest}`}) l, ${NAME} where ${fits}`;
    if (MAY_BE_OFTEN.has(rank)) {
      const walked = await idsBy(db, among(bounds.walked), values);
      if (walked.length === limit - found.length) return [...found, ...walked];
    }
    const query = queries[rank - 1] ?? null;
    if (query !== null && (await expectedFor(db, query)) > bounds.many) {
      found.push(...(await idsBy(db, among(null), values)));
      continue;
    }
    const inIndex = query === null ? 'true' : `${WORDS_OF_LEAD} @@ lower($6)::tsquery`;
    found.push(
      ...(await byIndexAlone(db, (tx) =>
        idsBy(tx, `select l.id from ${LEADS} where ${isBehind} and ${inIndex} and ${fits}`, values),
      )),
    );
  }
  return found;
}

/** Others are found by ids, or are called by the whole of a name. */
const MAY_BE_OFTEN: ReadonlySet<number> = new Set([3, 4, 5, 7]);

const NAME = `lateral (select ${WHOLE_NAME} as whole) as name`;
