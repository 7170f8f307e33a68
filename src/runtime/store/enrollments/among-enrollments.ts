import type { Among, Piece } from '../page-among.ts';
import { type EnrollmentFilter, enrollmentConditions } from './enrollment-filter.ts';

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
    return [{ take: 'first', rows, fits: { text: () => 'true', values: [] } }];
  }
  const first = (of: Piece): Rows => ({
    take: 'first',
    rows: selected(order, FACTS, of),
    fits: conditionsOf(filter, true),
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

/** Those that may fit, found by all indexes that know a part of the filter: all of them, or the first. */
export function amongAll(filter: EnrollmentFilter, order: Order, take: Among['take'] = 'all'): Rows {
  const names = asked(filter);
  const pick = (isPicked: (name: Name) => boolean): EnrollmentFilter =>
    Object.fromEntries(names.filter(isPicked).map((name) => [name, filter[name]]));
  const found = conditionsOf(pick((name) => !EACH.has(name)));
  // Whoever took an arm has begun.
  const implied = isAsked(filter, 'arm') ? ' and e.started_at is not null' : '';
  return {
    ...{ take, found_by: 'bitmaps' },
    rows: selected(order, 'e.id, e.senders', { ...found, text: (before) => `${found.text(before)}${implied}` }),
    fits: conditionsOf(
      pick((name) => EACH.has(name)),
      true,
    ),
  };
}

export const amongFirst = (filter: EnrollmentFilter, order: Order): Rows => amongAll(filter, order, 'first');

const OF_MANY: ReadonlySet<Name> = new Set<Name>(['arm', 'within', 'sequence', 'version']);

/** Whether an index may find few; of those who took an arm, and of a sequence, it would be all that have begun. */
export const findsFew = (filter: EnrollmentFilter): boolean =>
  filter.arm === undefined ||
  asked(filter).some((name) => !OF_MANY.has(name) && !(name === 'replied' && filter.replied === false));
