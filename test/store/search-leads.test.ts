import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FITS } from '../../src/runtime/store/leads/search/fits.ts';
import type { SearchBounds } from '../../src/runtime/store/leads/search/search-bounds.ts';
import { type FoundLead, foundLeadListing } from '../../src/runtime/store/leads/search/search-leads.ts';
import { countListed, readPage } from '../../src/runtime/store/listing.ts';
import { emailIdentity, profileIdentity } from '../../src/shared/identity/identity.ts';
import { type Bench, openBench } from '../enroll/fixtures.ts';
import { rounds } from '../support/rounds.ts';

const WORDS = [
  ...[
    'Ada',
    'ADA',
    'ada',
    'Adam',
    'Lovelace',
    'lov',
    "O'Brien",
    'Ó Briain',
    'van',
    'der',
    'Berg',
    'ß',
    'Σίσυφος',
    'Ärger',
    '李',
    '100%',
    'a_b',
  ],
  ...[
    'back\\slash',
    "it''s",
    '& | !',
    ':*',
    '(x)',
    "'; drop table leads; --",
    '<script>',
    '\u202Eevil',
    '  two  blanks ',
    'tab\tbed',
    'x'.repeat(120),
  ],
  ...['\u0001', 'n', 'Acme', 'Acme & Söhne'],
];
const PEOPLE = 400;
/** As they are, and so low that what few fit is what many fit: by the index and by going through the newest. */
const BOUNDS: readonly (SearchBounds | undefined)[] = [
  undefined,
  { few: 3, walked: 20, many: 1000 },
  { few: 3, walked: 5, many: 10 },
];

/** Always the same. */
function createRandom(): () => number {
  let state = 20_261_129;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** As the statement was that went through all people: who fits is what it says, and in which order. */
const BRUTE = `select id, rank from (
    select l.id, case
       when l.id = $1 or exists (select from identities i where i.lead_id = l.id and i.kind = $3 and i.value = $4) then 1
       when lower(name.whole) = lower($1) then 2
       when ' ' || name.whole || ' ' ilike '% ' || $2 || ' %' then 3
       when ' ' || name.whole ilike '% ' || $2 || '%' then 4
       when l.email ilike $2 || '%' then 5
       when exists (select from identities i where i.lead_id = l.id and i.kind = 'slug' and i.value = $5) then 6
       when ' ' || l.company ilike '% ' || $2 || '%' then 7 end as rank
      from leads l, lateral (select btrim(concat_ws(' ', btrim(l.first_name), btrim(l.last_name))) as whole) as name where l.merged_into is null) as found
   where rank is not null order by rank, id desc`;

describe('a search of people', () => {
  let bench: Bench;
  const random = createRandom();
  const pick = (): string => WORDS[Math.floor(random() * WORDS.length)] ?? '';
  beforeAll(async () => {
    bench = await openBench();
    const people = Array.from({ length: PEOPLE }, (_, n) => ({
      id: `lead_${String(n).padStart(6, '0')}`,
      first_name: n % 3 === 0 ? 'Ada' : random() < 0.1 ? null : pick(),
      last_name: random() < 0.1 ? null : pick(),
      company: random() < 0.3 ? null : `${pick()} ${pick()}`,
      email: random() < 0.3 ? null : `ada${n}@x.example`,
      merged_into: n > 0 && n % 50 === 0 ? 'lead_000000' : null,
    }));
    await bench.db.query(
      `insert into leads (id, first_name, last_name, company, email, merged_into, created_at, updated_at)
       select r.*, now(), now() from jsonb_to_recordset($1) as r (id text, first_name text, last_name text, company text, email text, merged_into text)`,
      [JSON.stringify(people)],
    );
    await bench.db.query(
      `insert into identities (kind, value, lead_id) select 'slug', 'ada-' || id, id from leads union all select 'email', email, id from leads where email is not null`,
    );
  });
  afterAll(() => bench.close());

  const search = (text: string, bounds?: SearchBounds) => foundLeadListing(bench.db, text, { enrollment: {} }, bounds);
  const found = async (text: string, limit: number, bounds?: SearchBounds): Promise<readonly string[]> => {
    const listing = search(text, bounds);
    const all: FoundLead[] = [];
    for (let after: readonly string[] | null = null; ; ) {
      const page: FoundLead[] = await readPage(bench.db, listing, { limit, after });
      all.push(...page);
      const last = page.at(-1);
      if (page.length < limit || last === undefined) break;
      after = [String(-1 - FITS.indexOf(last.fit)), last.id];
    }
    return all.map(({ id, fit }) => `${id} ${fit}`);
  };
  const expected = async (text: string): Promise<readonly string[]> => {
    const words = text.trim().replace(/\s+/g, ' ').normalize('NFC');
    const slug = /[/:@]/.test(words) ? null : profileIdentity(words);
    const identity = emailIdentity(words) ?? (slug === null ? profileIdentity(words) : null);
    const { rows } = await bench.db.query<{ id: string; rank: number }>(BRUTE, [
      ...[words, words.replace(/[\\%_]/g, '\\$&'), identity?.kind ?? '', identity?.value ?? ''],
      slug?.kind === 'slug' ? slug.value : null,
    ]);
    return rows.map(({ id, rank }) => `${id} ${FITS[rank - 1]}`);
  };

  it('finds by its index whom going through all people finds, in the same order, page by page', async () => {
    const queries = [
      ...WORDS,
      'a',
      'ad',
      'ada lov',
      'ADA ADA',
      'Ada Lovelace',
      'lovelace ada',
      'Söhne',
      '%',
      '_',
      'ada1',
      'ada7@x.example',
      'ada-lead_000007',
      'lead_000007',
    ]
      .concat(Array.from({ length: rounds(40) }, () => `${pick()} ${pick()}`))
      .filter((text) => text.trim() !== '');
    let hits = 0;
    for (const text of queries) {
      const all = await expected(text);
      hits += all.length;
      expect(await countListed(bench.db, search(text), 10_000)).toBe(all.length);
      // Four pages at most: each takes many statements, and every page begins and ends in the same few ways.
      const limit = Math.max(7, Math.ceil(all.length / 4));
      for (const bounds of BOUNDS)
        expect({ text, bounds, found: await found(text, limit, bounds) }).toEqual({ text, bounds, found: all });
    }
    expect(hits).toBeGreaterThan(PEOPLE);
  });

  it('asks for the words of people in the form in which their index has them', async () => {
    const { rows } = await bench.db.query<{ definition: string }>(
      `select pg_get_indexdef('leads_found'::regclass) as definition`,
    );
    // Of a table that looks empty Postgres reads whichever index is there, whole.
    await bench.db.query('analyze leads');
    const plan = await bench.db.transaction(async (tx) => {
      await tx.query(`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`);
      const { tables, where, values } = foundLeadListing(bench.db, 'zebulon', { enrollment: {} });
      return (await tx.query(`explain select from ${tables} where ${where}`, values)).rows.map(
        (row) => row['QUERY PLAN'],
      );
    });
    expect(rows[0]?.definition).toContain('gin');
    expect(plan.join('\n')).toContain('leads_found');
  });
});
