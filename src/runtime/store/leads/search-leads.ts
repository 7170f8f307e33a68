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

/** Up to so many are all looked at to put them in order; of more, those who fit best are looked for first. */
const FEW = 5000;
/** So many of the newest are gone through first for a page of what many fit. */
const WALKED = 5000;
/** Where so many of those fit, so many fit in all that they are not counted. */
const MANY = 100;

/**
 * Who is meant by some words: by a whole id, address or profile, by name, or by the beginning of a name, an address or a company.
 * Never by a piece out of the middle, which names nobody. A single word is a name before it is somebody's slug.
 */
export function foundLeadListing(db: Database, text: string, filter: LeadFilter): Listing<FoundLead> {
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
      const newest = `select l.id from (select * from leads l where l.merged_into is null order by l.id desc limit ${WALKED}) l where $4::text is not null and ${AMONG} limit $7`;
      const hits = isAny ? await idsBy(db, newest, [...meant, MANY]) : [];
      if (hits.length < MANY) {
        const ids = await idsOf(db, `l.merged_into is null and $4::text is not null and ${AMONG}`, meant, FEW + 1);
        if (ids.length <= FEW) return only(ids);
      }
      return isAny ? only(await bestOf(db, meant, sought, page)) : whole;
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

/** By the index of words and that of ids, and in no other way: where it expects many, Postgres would go through the table. */
async function idsOf(db: Database, where: string, values: readonly unknown[], limit: number): Promise<string[]> {
  return await db.transaction(async (tx) => {
    await tx.query(`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`);
    return await idsBy(tx, `select l.id from leads l where ${where} limit $${values.length + 1}`, [...values, limit]);
  });
}

async function idsBy(db: Queryable, text: string, values: readonly unknown[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(text, values);
  return rows.map(({ id }) => id);
}

/**
 * Of people who are so many that putting them all in order takes long, those of the page: kind by kind, the best fit first, until there are enough. What
 * many fit is soon found by going through the newest; what few fit, by the index.
 */
async function bestOf(
  db: Database,
  meant: readonly unknown[],
  sought: WordsSought,
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
    const newest = `select l.id from (select * from leads l where ${isBehind} order by l.id desc limit ${WALKED}) l, ${NAME} where ${fits}`;
    const walked = MAY_BE_OFTEN.has(rank) ? await idsBy(db, newest, values) : [];
    if (walked.length === limit - found.length) return [...found, ...walked];
    const inIndex = queries[rank - 1] === null ? 'true' : `${WORDS_OF_LEAD} @@ lower($6)::tsquery`;
    found.push(
      ...(await db.transaction(async (tx) => {
        await tx.query(`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`);
        return await idsBy(tx, `select l.id from ${LEADS} where ${isBehind} and ${inIndex} and ${fits}`, values);
      })),
    );
  }
  return found;
}

/** Others are found by ids, or are called by the whole of a name. */
const MAY_BE_OFTEN: ReadonlySet<number> = new Set([3, 4, 5, 7]);

const NAME = `lateral (select ${WHOLE_NAME} as whole) as name`;
