import type { Database } from '../../../shared/postgres/database.ts';
import { FOR_ITS_VALUES } from '../../../shared/postgres/statements.ts';
import { amongAll, amongFirst, findsFew, streamsOf } from '../enrollments/among-enrollments.ts';
import { countListed, type Listing, orderOf, type PageAsked } from '../listing.ts';
import {
  type Among,
  firstOf,
  only,
  type PageOf,
  type Piece,
  pageAmong,
  type WalkBounds,
  type Way,
  walk,
} from '../page-among.ts';
import { readIds, readIdsBy } from '../read-ids.ts';
import { hasTag } from './has-tag.ts';
import { type LeadFilter, leadConditions, type PartOfFilter, partsOf, tookArm } from './lead-filter.ts';
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
  const [tags, labels, lists, arms] = [
    partsAbout('tag'),
    partsAbout('label'),
    partsAbout('suppressed'),
    partsAbout('arm'),
  ];
  const isInSequences = partsAbout('enrollment').length > 0;
  const ofParts = (among: readonly PartOfFilter[], most: number, take: Among['take'] = 'all'): readonly Way[] =>
    among.map((part) => () => pageOfPart(asked, part, { take, most }));
  const ofEnrollments = (among: readonly Omit<Among, 'most'>[], most: number): readonly Way[] =>
    isInSequences ? among.map((rows) => () => pageOf(asked, 'enrollment', { ...rows, most })) : [];
  const isAll = tags.length + labels.length === 0 && suppressed === undefined;
  // An index has them in the order of their ids alone. By names each is looked at twice, so few are, before more of the next ones in order.
  const isByText = textOf(asked) !== undefined;
  const inOrder = !counted && !isByText;
  const streams = inOrder ? streamsOf(enrollment, 'lead_id', isAll) : [];
  const ordered = inOrder ? labels : [];

  if (lists.length > 0 && (await countListed(db, ENTRIES, most + 1)) <= most) yield* ofParts(lists, most);
  if (!counted) yield () => walkPeople(asked, whole);
  const lines = enrollment.arm === undefined ? 0 : await expectLines(db, enrollment.arm);
  if (lines <= few) yield* ofParts(arms, few);
  yield* ofParts([...tags, ...labels], first);
  yield* ofParts(labels, few);
  yield* [...ofEnrollments(streams, first), ...ofParts(ordered, first, 'first')];
  const all = findsFew(enrollment) ? [amongAll(enrollment, 'lead_id')] : [];
  if (isByText) {
    yield* ofEnrollments(all, few);
    yield () => walkPeople({ ...asked, bounds: { ...bounds, first: further } }, whole);
  }
  yield* ofEnrollments(all, most);
  if (lines <= most) yield* ofParts(arms, most);
  yield* [...ofEnrollments(streams, further), ...ofParts(ordered, further, 'first')];
  yield* ofParts([...tags, ...labels, ...lists], some);
  if (inOrder) yield* ofEnrollments([amongFirst(enrollment, 'lead_id')], first);
}

/** SQL of the text by which the list goes before the ids; undefined: by ids alone. */
function textOf({ whole, page }: Asked): PageOf['text'] {
  const [{ sql, kind } = { sql: '', kind: 'id' }] = orderOf(whole, page.sort).keys;
  return kind === 'id' ? undefined : (id) => `(select ${sql} from leads where leads.id = ${id})`;
}

/** How many took an arm, as far as Postgres knows: to count them takes nearly as long as to look at them. */
async function expectLines(db: Database, arm: string): Promise<number> {
  const { rows } = await db.query<{ 'QUERY PLAN': readonly [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) ${FOR_ITS_VALUES} select from timeline t where ${tookArm('$1')}`,
    [arm],
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
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

/** Everybody is looked at as a person when nothing else is left to ask. */
function pageOf(asked: Asked, except: PartOfFilter['what'], among: Among): ReturnType<Way> {
  const { db, whole, filter, page } = asked;
  const of = (before: number) => leadConditions(filter, 'person', { before, alone: true, except: ['tag', except] });
  const { tag } = filter;
  const isTagged = tag !== undefined && except !== 'tag';
  const fits: Piece = {
    text(before) {
      const each = among.fits.text(before);
      const others = of(before + among.fits.values.length);
      const place = `$${before + among.fits.values.length + others.values.length + 1}`;
      // What is known of each costs nothing to ask, and spares the look at a person.
      return `case when ${each} then ${others.text}${isTagged ? ` and ${hasTag('lead', place)}` : ''} else false end`;
    },
    values: [...among.fits.values, ...of(0).values, ...(isTagged ? [tag] : [])],
  };
  const joined = `cross join lateral (select e.key as id) as person
    cross join lateral (select tags from leads where id = e.key and merged_into is null offset 0) as lead`;
  const text = textOf(asked);
  return pageAmong(db, { ...among, joined, fits }, { ...page, usual: whole.usual, ...(text && { text }) });
}

const ALL: Piece = { text: () => 'true', values: [] };

function pageOfPart(
  asked: Asked,
  { what, text, values, found_by }: PartOfFilter,
  bounds: Pick<Among, 'take' | 'most'>,
): ReturnType<Way> {
  const rows = { text: (before: number) => `select id as key from (${text(before)}) as part`, values };
  return pageOf(asked, what, { rows, ...bounds, fits: ALL, ...(found_by && { found_by }) });
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
