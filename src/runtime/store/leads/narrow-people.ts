import type { Database } from '../../../shared/postgres/database.ts';
import { FOR_ITS_VALUES } from '../../../shared/postgres/statements.ts';
import { hasLabel } from '../conversations/or-none.ts';
import { amongAll, amongArm, findsFew, foundByOne, peopleOf, streamsOf } from '../enrollments/among-enrollments.ts';
import { enrollmentConditions, tookArm } from '../enrollments/enrollment-filter.ts';
import { countListed, type Listing, orderOf, type PageAsked } from '../listing.ts';
import {
  ALL,
  type Among,
  firstOf,
  type LookUp,
  only,
  type PageOf,
  type Piece,
  pageAmong,
  type WalkBounds,
  type Way,
  walk,
} from '../page-among.ts';
import { readIds, readIdsBy } from '../read-ids.ts';
import { type LeadFilter, leadConditions, type PartOfFilter, partsOf } from './lead-filter.ts';
import type { LeadRow } from './read-lead.ts';

/** Bounds between the ways to find a page, each a number of people. */
export interface PeopleBounds extends WalkBounds {
  /** All of one part of a filter are looked at where they are so few; and where they are so many, if no part has so few. */
  readonly few: number;
  readonly some: number;
  /** All enrollments that fit are looked at where they are so few: those that are old and fit together lie together, too. */
  readonly most: number;
}

const BOUNDS: PeopleBounds = { few: 6000, some: 15_000, most: 50_000, first: 2000, further: 10_000 };

interface Asked {
  readonly db: Database;
  /** All people. */
  readonly whole: Listing<LeadRow>;
  readonly filter: LeadFilter;
  readonly page: PageAsked;
  readonly bounds: PeopleBounds;
}

/**
 * Narrows a list of people to those of one page, in the way in which they are found soonest. Postgres would have to know how many fit: it takes two parts of a filter for independent of each other
 * and of the order, and reads everybody where they seldom meet, or where the newest of all fit neither, as after an import.
 */
export async function narrowPeople(
  db: Database,
  listing: Listing<LeadRow>,
  filter: LeadFilter,
  page: PageAsked,
  bounds = BOUNDS,
): Promise<Listing<LeadRow>> {
  const whole = { ...listing, where: 'leads.merged_into is null', values: [] };
  const ids = await firstOf(waysTo({ db, whole, filter, page, bounds }));
  return ids === null ? listing : only(whole, 'leads.id', ids);
}

export async function countFewPeople(
  db: Database,
  whole: Listing<LeadRow>,
  filter: LeadFilter,
  limit: number,
  bounds = BOUNDS,
): Promise<number | null> {
  const found = await firstOf(waysTo({ db, whole, filter, page: { limit }, bounds }, { counted: true }));
  return found === null ? null : found.length;
}

/** Ways to the ids of the page, of which the first ones cost least, or end soonest where they do not lead there. `counted`: only those that look at all who may be on it. */
async function* waysTo(asked: Asked, { counted = false } = {}): AsyncGenerator<Way> {
  const { db, whole, filter, bounds } = asked;
  const { first, further, few, some, most } = bounds;
  const { enrollment, suppressed } = filter;
  const parts = partsOf(filter);
  const partsAbout = (name: PartOfFilter['what']) => parts.filter(({ what }) => what === name);
  const [tags, labels, lists] = [partsAbout('tag'), partsAbout('label'), partsAbout('suppressed')];
  const isInSequences = partsAbout('enrollment').length > 0;
  const ofParts = (among: readonly PartOfFilter[], most: number, take: Among['take'] = 'all'): readonly Way[] =>
    among.map((part) => () => pageOfPart(asked, part, { take, most }));
  const ofEnrollments = (among: readonly Omit<Among, 'most'>[], most: number): readonly Way[] =>
    isInSequences ? among.map((rows) => () => pageOf(asked, ['enrollment'], { ...rows, most })) : [];
  const isAll = tags.length + labels.length === 0 && suppressed === undefined;
  // An index has them in the order of their ids alone.
  const isByText = textsOf(asked) !== undefined;
  const inOrder = !counted && !isByText;
  const streams = inOrder ? streamsOf(enrollment, 'lead_id', isAll) : [];

  if (lists.length > 0 && (await countListed(db, ENTRIES, most + 1)) <= most) yield* ofParts(lists, most);
  if (!counted) yield () => walkPeople(asked, whole);
  const expected = await expectParts(db, filter);
  const ofFew = (among: readonly PartOfFilter[], bound: number): readonly Way[] =>
    ofParts(
      among.filter(({ what }) => (expected[what] ?? 0) <= TWICE * bound),
      bound,
    );
  const { arm } = enrollment;
  const ofArm = (bound: number): readonly Way[] =>
    arm !== undefined && (expected.arm ?? 0) <= TWICE * bound
      ? [() => pageOf(asked, ['enrollment'], { ...amongArm(enrollment, arm), most: bound })]
      : [];
  const ofAll = (bound: number): readonly Way[] =>
    findsFew(enrollment) && (expected.enrollment ?? 0) <= TWICE * bound
      ? ofEnrollments([amongAll(enrollment, 'lead_id')], bound)
      : [];

  yield* [...ofFew([...tags, ...labels], few), ...ofArm(few)];
  yield* [...ofEnrollments(streams, first), ...ofParts(inOrder ? labels : [], first, 'first')];
  if (isByText) {
    yield* ofAll(few);
    // Those who are found may lie anywhere, and the next ones in order fit as often as others do.
    yield () => walkPeople({ ...asked, bounds: { ...bounds, first: further } }, whole);
  }
  yield* (expected.enrollment ?? Number.POSITIVE_INFINITY) < (expected.arm ?? 0)
    ? [...ofAll(most), ...ofArm(most)]
    : [...ofArm(most), ...ofAll(most)];
  yield* [...ofEnrollments(streams, further), ...ofParts(inOrder ? labels : [], further, 'first')];
  yield* [...ofFew([...tags, ...labels], some), ...ofParts(lists, some)];
  if (!counted) yield () => pageOfSets(asked, inOrder);
}

/** So far an estimate may be off. */
const TWICE = 2;

/** The texts by which the list goes before the ids; undefined: by ids alone. */
function textsOf({ whole, page, bounds }: Asked): PageOf['texts'] {
  const [{ sql, kind } = { sql: '', kind: 'id' }] = orderOf(whole, page.sort).keys;
  return kind === 'id'
    ? undefined
    : { sql, rows: (ids) => `leads where id = any(${ids}) and merged_into is null`, few: bounds.few };
}

/** How many fit each part of a filter, as far as Postgres knows: to count them takes nearly as long as to look at them. */
async function expectParts(
  db: Database,
  { enrollment, label, tag }: LeadFilter,
): Promise<Readonly<Partial<Record<PartOfFilter['what'], number>>>> {
  const expected: Partial<Record<PartOfFilter['what'], number>> = {};
  const expect = async (what: PartOfFilter['what'], from: string, values: readonly unknown[]) => {
    const { rows } = await db.query<{ 'QUERY PLAN': readonly [{ Plan: { 'Plan Rows': number } }] }>(
      `explain (format json) ${FOR_ITS_VALUES} select from ${from}`,
      values,
    );
    expected[what] = rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  };
  const { arm } = enrollment;
  if (tag !== undefined) await expect('tag', `leads where tags @> array[$1::text]`, [tag]);
  if (label !== undefined)
    await expect('label', `conversations c where c.merged_into is null and ${hasLabel('$1', label)}`, [label]);
  if (arm !== undefined) await expect('arm', `timeline t where ${tookArm('$1')}`, [arm]);
  const one = foundByOne(enrollment);
  if (one !== null) await expect('enrollment', `enrollments e where ${one.text(0)}`, one.values);
  return expected;
}

const ENTRIES = { tables: 'suppressions', where: 'true', values: [] };

function walkPeople({ db, filter, page, bounds }: Asked, listing: Listing<LeadRow>): ReturnType<Way> {
  const fits = (before: number) => leadConditions(filter, 'walked', { before, alone: true });
  return walk(
    db,
    { ...listing, columns: 'leads.id, leads.tags' },
    { as: 'walked', fits: { text: (before) => fits(before).text, values: fits(0).values } },
    page,
    bounds,
  );
}

/** `found`: what the rows fit already. Of the rest of the filter, what an index finds is looked up for all at once, and the others for one after the other until the page is full. */
function pageOf(asked: Asked, found: readonly PartOfFilter['what'][], among: Among): ReturnType<Way> {
  const { db, whole, filter, page } = asked;
  const parts = lookedUp(filter);
  const keys = parts.filter(({ what }) => !found.includes(what)).map((part) => lookUp(part, filter));
  const texts = textsOf(asked);
  return pageAmong(
    db,
    {
      ...among,
      keys: [...(among.keys ?? []), ...keys],
      each: eachOf(filter, [...found, ...parts.map(({ what }) => what)]),
    },
    { ...page, usual: whole.usual, ...(texts && { texts }) },
  );
}

/** The parts of a filter that are looked up for many at once, those first that take least. */
const lookedUp = (filter: LeadFilter): readonly PartOfFilter[] =>
  (['label', 'tag', 'enrollment'] as const).flatMap((name) => partsOf(filter).filter(({ what }) => what === name));

function lookUp({ what, text, values }: PartOfFilter, { enrollment }: LeadFilter): LookUp {
  if (what === 'enrollment') return peopleOf(enrollment);
  // Other words than those of the index of tags: it would be read for all who have the tag.
  if (what === 'tag')
    return {
      text: (ids, before) =>
        `select l.id from leads l where l.id = any(${ids}) and l.tags @> array[$${before + 1}::text]`,
      values,
    };
  return { text: (ids, before) => `select id from (${text(before)}) as part where id = any(${ids})`, values };
}

function eachOf(filter: LeadFilter, except: readonly PartOfFilter['what'][]): Piece {
  const of = (before: number) => leadConditions(filter, 'found', { before, alone: true, except });
  return {
    text: (before) => `(select merged_into is null from leads where leads.id = found.id) and ${of(before).text}`,
    values: of(0).values,
  };
}

/** All who fit each part of a filter are compared as sets: of what many fit, and hardly anybody both, nothing else ends. */
function pageOfSets(asked: Asked, inOrder: boolean): ReturnType<Way> {
  const { first, most } = asked.bounds;
  const sets = lookedUp(asked.filter);
  if (sets.length === 0) return Promise.resolve(null);
  const ofSets = (before: number): readonly string[] => {
    let at = before;
    return sets.map(({ what, text, values }) => {
      const own = at;
      at += values.length;
      return what === 'enrollment'
        ? `select e.lead_id as id from enrollments e where ${enrollmentConditions(asked.filter.enrollment, own).text}`
        : text(own);
    });
  };
  const rows: Piece = {
    text(before) {
      const [one, ...others] = ofSets(before);
      const inAll = others.map((set) => `part.id in (select id from (${set}) as other)`);
      return `select part.id as key from (${one}) as part where ${inAll.join(' and ') || 'true'}`;
    },
    values: sets.flatMap(({ values }) => values),
  };
  const bounds = inOrder ? ({ take: 'first', most: first } as const) : ({ take: 'all', most } as const);
  return pageOf(
    asked,
    sets.map(({ what }) => what),
    { rows, ...bounds, fits: ALL, found_by: 'sets' },
  );
}

function pageOfPart(
  asked: Asked,
  { what, text, values, found_by }: PartOfFilter,
  bounds: Pick<Among, 'take' | 'most'>,
): ReturnType<Way> {
  const rows = { text: (before: number) => `select id as key from (${text(before)}) as part`, values };
  return pageOf(asked, [what], { rows, ...bounds, fits: ALL, ...(found_by && { found_by }) });
}

/** All who fit the part, if they are no more. */
export async function readAll(
  db: Database,
  { text, values, found_by }: PartOfFilter,
  most: number,
): Promise<readonly string[] | null> {
  const limited = `select ${FOR_ITS_VALUES} id from (${text(0)} limit $${values.length + 1}) as part`;
  const all = [...values, most + 1];
  const ids = await (found_by === undefined ? readIds(db, limited, all) : readIdsBy(found_by, db, limited, all));
  return ids.length > most ? null : [...new Set(ids)];
}
