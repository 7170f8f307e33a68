import { ALL, type Among, type LookUp, type Piece } from '../page-among.ts';
import { type EnrollmentFilter, enrollmentConditions, tookArm } from './enrollment-filter.ts';

/** The columns of `enrollments e` that a filter asks about. */
export const FACTS = `e.id, e.lead_id, e.sequence, e.version, e.status, e.outcome, e.campaign_id, e.senders, e.node, e.created_at, e.started_at, e.replied_at, e.stop_outcome,
  e.held, e.waiting_kind`;

/** The list whose order is wanted: of enrollments, or of their people. */
type Order = 'id' | 'lead_id';

export const conditionsOf = (filter: EnrollmentFilter, alone = false): Piece => ({
  text: (before) => enrollmentConditions(filter, before, alone).text,
  values: enrollmentConditions(filter).values,
});

type Name = keyof EnrollmentFilter;
const isAsked = (filter: EnrollmentFilter, name: Name): boolean => filter[name] !== undefined;
const asked = (filter: EnrollmentFilter): readonly Name[] =>
  (Object.keys(filter) as Name[]).filter((name) => isAsked(filter, name));

/** Those of which a part of the filter is true, in the order of an index that has them so. */
const IN_ORDER: Readonly<Record<Order, readonly Name[]>> = {
  id: ['professional', 'email', 'messenger'],
  lead_id: ['campaign_id'],
};
/** The same where the filter has no other part: the index alone says the order. */
const FROM_INDEX: Readonly<Record<Order, readonly Name[]>> = {
  id: ['campaign_id'],
  lead_id: ['professional', 'email', 'messenger'],
};

/** In the words of the indexes of all to whom anything has happened. */
const STIRRED = `(e.started_at is not null or e.status <> 'queued' or e.replied_at is not null)`;

/** Whether something has happened to whoever fits. Whom a pause above holds may still wait to begin. */
const asksForStirred = (filter: EnrollmentFilter): boolean =>
  filter.replied === true ||
  (isAsked(filter, 'status') && filter.status !== 'queued' && filter.status !== 'paused') ||
  (['outcome', 'node', 'arm', 'waiting_on'] as const).some((name) => isAsked(filter, name));

type Rows = Omit<Among, 'most'>;

const withoutArm = ({ arm: _, ...others }: EnrollmentFilter): EnrollmentFilter => others;

/** Which enrollments have taken the arm. */
const whoTook = (arm: string): LookUp => ({
  text: (ids, before) =>
    `select t.enrollment_id from timeline t where ${tookArm(`$${before + 1}`)} and t.enrollment_id = any(${ids})`,
  values: [arm],
});
const armOf = ({ arm }: EnrollmentFilter) => (arm === undefined ? {} : { enrollments: whoTook(arm) });

/** Which people have an enrollment that fits. */
export function peopleOf(filter: EnrollmentFilter): LookUp {
  const others = conditionsOf(withoutArm(filter), true);
  const each = (ids: string, before: number) =>
    `select e.lead_id, e.id from enrollments e where e.lead_id = any(${ids}) and ${others.text(before)}`;
  if (filter.arm === undefined)
    return { text: (ids, before) => `select lead_id from (${each(ids, before)}) as fitting`, values: others.values };
  const took = whoTook(filter.arm);
  return {
    text: (ids, before) =>
      `with fitting as materialized (${each(ids, before)})
       select lead_id from fitting where (id in (${took.text('array(select id from fitting)', before + others.values.length)})) is true`,
    values: [...others.values, ...took.values],
  };
}

/** All who took the arm, by the lines that say so: their enrollments that fit are looked up by their ids. */
export function amongArm(filter: EnrollmentFilter, arm: string): Rows {
  const others = conditionsOf(withoutArm(filter), true);
  const people: LookUp = {
    text: (ids, before) =>
      `select e.lead_id from enrollments e where e.id = any(${ids}) and e.lead_id is not null and ${others.text(before)}`,
    values: others.values,
  };
  const lines = (before: number) => `select t.enrollment_id as key from timeline t where ${tookArm(`$${before + 1}`)}`;
  return { take: 'all', rows: { text: lines, values: [arm] }, fits: ALL, keys: [people], found_by: 'keys' };
}

/** The first of those that may fit, by parts of the filter of which an index has them in the order of the list. `isAll`: nothing else is asked of them. */
export function streamsOf(filter: EnrollmentFilter, order: Order, isAll = true): readonly Rows[] {
  const names = asked(filter);
  const [name] = names;
  if (isAll && name !== undefined && names.length === 1 && FROM_INDEX[order].includes(name)) {
    const only = conditionsOf(filter);
    const rows = {
      ...only,
      text: (before: number) => `select e.${order} as key from enrollments e where ${only.text(before)} offset 0`,
    };
    return [{ take: 'first', rows, fits: ALL }];
  }
  const first = (of: Piece): Rows => ({
    take: 'first',
    rows: selected(order, FACTS, of),
    fits: conditionsOf(withoutArm(filter), true),
    ...armOf(filter),
  });
  const streams = IN_ORDER[order]
    .filter((each) => isAsked(filter, each))
    .map((each) => first(conditionsOf({ [each]: filter[each] })));
  return asksForStirred(filter) ? [...streams, first({ text: () => STIRRED, values: [] })] : streams;
}

const selected = (order: Order, columns: string, { text, values }: Piece): Piece => ({
  text: (before) => `select e.${order} as key, ${columns} from enrollments e where ${text(before)}`,
  values,
});

/** Parts of a filter that no index of enrollments finds: each is looked up by itself. */
const EACH: ReadonlySet<Name> = new Set<Name>(['arm', 'within']);

/** So many have one of these that an index of it is no use. */
const OF_MANY: ReadonlySet<Name> = new Set<Name>(['arm', 'within', 'sequence', 'version']);

/** Whether it is asked that they have begun, as whoever took an arm has: an index of nearly half of all knows it, so that it is of use only where nothing else is asked but what contradicts it. */
const hasBegun = (filter: EnrollmentFilter): boolean =>
  isAsked(filter, 'arm') &&
  !asksForStirred(withoutArm(filter)) &&
  asked(filter).every((name) => OF_MANY.has(name) || name === 'status' || name === 'replied');

/** Those that may fit, found by all indexes that know a part of the filter: all of them, or the first. */
export function amongAll(filter: EnrollmentFilter, order: Order, take: Among['take'] = 'all'): Rows {
  const names = asked(filter);
  const pick = (isPicked: (name: Name) => boolean): EnrollmentFilter =>
    Object.fromEntries(names.filter(isPicked).map((name) => [name, filter[name]]));
  const found = conditionsOf(pick((name) => !EACH.has(name)));
  const implied = hasBegun(filter) ? ' and e.started_at is not null' : '';
  return {
    ...{ take, ...(take === 'all' && { near: NEAR }), found_by: 'bitmaps', ...armOf(filter) },
    rows: selected(order, 'e.id, e.senders', { ...found, text: (before) => `${found.text(before)}${implied}` }),
    fits: conditionsOf(pick((name) => name === 'within')),
  };
}

/** A page is looked for among so many of those that an index finds, before it is looked for among all of them. */
const NEAR = 1000;

/** The condition by which one index finds them; null: several would, and Postgres takes what they find for independent. */
export function foundByOne(filter: EnrollmentFilter): Piece | null {
  const names = asked(filter).filter((name) => !EACH.has(name));
  const [name] = names;
  if (name === undefined || names.length > 1) return null;
  return hasBegun(filter) ? null : conditionsOf({ [name]: filter[name] }, true);
}

/** Whether an index may find few; of those who took an arm, and of a sequence, it would be all that have begun. */
export const findsFew = (filter: EnrollmentFilter): boolean =>
  filter.arm === undefined ||
  asked(filter).some((name) => !OF_MANY.has(name) && !(name === 'replied' && filter.replied === false));
