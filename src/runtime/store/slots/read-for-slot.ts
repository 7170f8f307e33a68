import { compareTexts } from '../../../shared/kit/compare-texts.ts';
import { groupBy } from '../../../shared/kit/group-by.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { type InJson, jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { type Behind, gapsOf } from '../accounts/behind.ts';
import type { CreditShortage } from '../accounts/credit-shortage.ts';
import { CHANGED_SINCE, type ChangedSlot, type ChangedSlots, EPOCH } from './find-changed-slots.ts';
import type { StepSlots } from './find-step-slots.ts';
import type { StepVisit } from './slot.ts';

/** A step asks for all of this once its account is locked, in one round trip. */
interface AskedForSlot extends StepVisit {
  readonly account_id: string;
  readonly limit_class: string | null;
  /** The accounts whose events must not be missing either. */
  readonly senders: readonly string[];
  readonly costs_credits: boolean;
  /** The look at a calendar in memory. Null: nothing is to be known of its changes. */
  readonly calendar: CalendarLook | null;
}

export interface CalendarLook {
  readonly account_id: string;
  readonly week: string;
  /** Above 0: `findChangedSlots` reads a calendar whole. */
  readonly since: string;
}

export interface ReadForSlot extends StepSlots {
  /** The first of the senders whose events may be missing, or to which nobody listens. */
  readonly gap: Behind | null;
  /** The shortage does not end before this transaction does: a step that it puts off now will be woken. */
  readonly shortage: CreditShortage | null;
  /** Null where no calendar was looked at. */
  readonly changed: ChangedSlots | null;
}

interface Columns {
  readonly place: number;
  readonly account_id: string;
  readonly rev: string;
}
type Row = Columns &
  (
    | { readonly kind: 'epoch'; readonly data: string }
    | { readonly kind: 'own'; readonly data: InJson<StepSlots['own'][number]> }
    | { readonly kind: 'backoff'; readonly data: InJson<NonNullable<StepSlots['backoff']>> }
    | { readonly kind: 'gap'; readonly data: InJson<Behind> }
    | { readonly kind: 'shortage'; readonly data: InJson<CreditShortage> }
    | { readonly kind: 'changed'; readonly data: InJson<Place> & { readonly id: number; readonly freed: boolean } }
  );
type Place = NonNullable<ChangedSlot['place']>;

/** Reads what a step depends on once its account is locked: the lock keeps all of it as it is but for the gaps of other accounts. */
export const readForSlot = setwise(async (tx: Queryable, asked: readonly AskedForSlot[]): Promise<ReadForSlot[]> => {
  // Those who share a transaction ask the same of an account.
  const looks = new Map(asked.flatMap(({ calendar }) => (calendar ? [[calendar.account_id, calendar] as const] : [])));
  const calendars = [...looks.values()];
  const { rows } = await tx.query<Row & Record<string, unknown>>(READ, [
    jsonRows(
      asked.map(({ enrollment_id, node, visit, account_id, limit_class }, place) => ({
        place,
        enrollment_id,
        node,
        visit,
        account_id,
        limit_class,
      })),
    ),
    [...new Set(asked.flatMap(({ senders }) => senders))],
    asked.some(({ costs_credits }) => costs_credits),
    calendars.map(({ account_id }) => account_id),
    calendars.map(({ since }) => since),
    calendars.map(({ week }) => week),
  ]);
  const of = <Kind extends Row['kind']>(kind: Kind) =>
    rows.filter((row): row is Extract<Row, { kind: Kind }> & Record<string, unknown> => row.kind === kind);
  const owned = of('own').sort((one, other) => compareTexts(one.data.limit_class, other.data.limit_class));
  const own = groupBy(owned, ({ place }) => place);
  const backoffs = new Map(of('backoff').map(({ place, data }) => [place, { ...data, until: new Date(data.until) }]));
  const gaps = of('gap')
    .map(({ data }) => gapOf(data))
    .sort((one, other) => compareTexts(one.id, other.id));
  const [shortage = null] = of('shortage').map(({ data }) => shortageOf(data));
  const [epoch = ''] = of('epoch').map(({ data }) => data);
  const changes = groupBy(of('changed'), ({ account_id }) => account_id);
  return asked.map(({ senders, costs_credits, calendar }, place) => ({
    own: (own.get(place) ?? []).map(({ data }) => ({ ...data, at: new Date(data.at) })),
    backoff: backoffs.get(place) ?? null,
    gap: gaps.find(({ id }) => senders.includes(id)) ?? null,
    shortage: costs_credits ? shortage : null,
    changed: calendar && { epoch, changes: (changes.get(calendar.account_id) ?? []).map(changeOf) },
  }));
});

const timeOf = (text: Date | string | null): Date | null => (text === null ? null : new Date(text));

function gapOf({ behind_since, gap_since, heard_until, ...gap }: InJson<Behind>): Behind {
  return { ...gap, behind_since: timeOf(behind_since), gap_since: timeOf(gap_since), heard_until: timeOf(heard_until) };
}

function shortageOf({ since, wall_try_at, ...shortage }: InJson<CreditShortage>): CreditShortage {
  return { ...shortage, since: new Date(since), wall_try_at: new Date(wall_try_at) };
}

function changeOf({ rev, data }: Extract<Row, { kind: 'changed' }>): ChangedSlot {
  return { id: String(data.id), rev, place: data.freed ? null : { ...data, at: new Date(data.at) } };
}

/** Values are plain JSON, which Postgres writes in a third less time than `jsonb`. The order within a step is given to its few rows later. */
const READ = `
  with asked as (
    select * from ${rowsOf('place int, enrollment_id text, node text, visit int, account_id text, limit_class text')} as a
  ), shortage as materialized (
    select needed, reason, since, wall_try_at from credit_hold where held and $3::boolean for share
  )
  select 'own' as kind, a.place, null as account_id, null::bigint as rev, to_json(s) as data
    from asked a cross join lateral (
      select id::text as id, limit_class, at, local_day, state, moved_for, domain
        from slots where enrollment_id = a.enrollment_id and node = a.node and visit = a.visit and spent = 0 offset 0) as s
  union all
  select 'backoff', a.place, null, null, to_json(h)
    from asked a cross join lateral (
      select until, reason from class_holds where account_id = a.account_id and limit_class = a.limit_class offset 0) as h
  union all
  select 'gap', null, null, null, to_json(g) from (${gapsOf('$2::text[]')}) as g
  union all
  select 'shortage', null, null, null, to_json(shortage) from shortage
  union all
  select 'epoch', null, null, null, to_json(epoch) from (${EPOCH} where cardinality($4::text[]) > 0) as tables
  union all
  select 'changed', null, asked.account_id, c.rev, to_json(c)
    from unnest($4::text[], $5::bigint[], $6::date[]) as asked (account_id, since, week) cross join lateral (${CHANGED_SINCE}) as c
   order by rev`;
