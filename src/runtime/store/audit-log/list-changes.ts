import { byId, type Listing } from '../listing.ts';
import type { Via } from './acting.ts';

/** A line of the audit log. */
export interface ChangeRow {
  readonly id: string;
  readonly wall_at: Date;
  readonly user_id: string | null;
  readonly user_name: string | null;
  readonly key_id: string | null;
  readonly key_name: string | null;
  readonly via: Via;
  readonly address: string;
  readonly operation: string;
  readonly target_kind: string;
  readonly target_id: string | null;
  readonly sentence: string;
  /** The person it is about, under their present name; null: nobody, several people, or somebody who was erased. */
  readonly lead: { readonly id: string; readonly name: string | null } | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  /** When what it said of a person was taken out. */
  readonly wall_erased_at: Date | null;
}

export interface ChangeFilter {
  /** Words of its sentence, all of them. */
  readonly q?: string | undefined;
  readonly user_id?: string | undefined;
  readonly key_id?: string | undefined;
  readonly operation?: string | undefined;
  readonly target_kind?: string | undefined;
  readonly target_id?: string | undefined;
  readonly lead_id?: string | undefined;
  readonly via?: Via | undefined;
  /** Changes at this time or later. */
  readonly since?: string | undefined;
  /** Before. */
  readonly until?: string | undefined;
}

const CONDITIONS: Readonly<Record<keyof ChangeFilter, (place: string) => string>> = {
  q: (place) => `to_tsvector('simple', a.sentence) @@ plainto_tsquery('simple', ${place})`,
  user_id: (place) => `a.user_id = ${place}`,
  key_id: (place) => `a.key_id = ${place}`,
  operation: (place) => `a.operation = ${place}`,
  target_kind: (place) => `a.target_kind = ${place}`,
  target_id: (place) => `a.target_id = ${place}`,
  lead_id: (place) =>
    `a.lead_id in (select ${place}::text union all select id from leads where merged_into = ${place})`,
  via: (place) => `a.via = ${place}`,
  since: (place) => `a.wall_at >= ${place}`,
  until: (place) => `a.wall_at < ${place}`,
};

/** A line knows a person by their id alone: the name is that of now, and goes with the person. */
const COLUMNS = `a.id, a.wall_at, a.user_id, a.user_name, a.key_id, a.key_name, a.via, a.address, a.operation, a.target_kind, a.target_id,
  a.sentence, a.before, a.after, a.wall_erased_at,
  case when l.id is not null then
    jsonb_build_object('id', l.id, 'name', nullif(btrim(concat_ws(' ', l.first_name, l.last_name)), '')) end as lead`;
const TABLES = `audit_log a left join leads named on named.id = a.lead_id
  left join leads l on l.id = coalesce(named.merged_into, named.id)`;

/** Lists who changed what. */
export function changeListing(filter: ChangeFilter): Listing<ChangeRow> {
  const given = Object.entries(CONDITIONS).filter(([name]) => filter[name as keyof ChangeFilter] !== undefined);
  const where = given.map(([, condition], index) => condition(`$${index + 1}`)).join(' and ') || 'true';
  const values = given.map(([name]) => filter[name as keyof ChangeFilter]);
  return {
    ...{ columns: COLUMNS, tables: TABLES, where, values },
    orders: { at: byId('a.id') },
    usual: '-at',
  };
}
