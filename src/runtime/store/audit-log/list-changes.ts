import type { Queryable } from '../../../shared/postgres/database.ts';
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
  readonly via?: Via | undefined;
  /** Not before. */
  readonly since?: string | undefined;
  /** Before. */
  readonly until?: string | undefined;
}

const CONDITIONS: Readonly<Record<keyof ChangeFilter, (place: string) => string>> = {
  q: (place) => `to_tsvector('simple', sentence) @@ plainto_tsquery('simple', ${place})`,
  user_id: (place) => `user_id = ${place}`,
  key_id: (place) => `key_id = ${place}`,
  operation: (place) => `operation = ${place}`,
  target_kind: (place) => `target_kind = ${place}`,
  target_id: (place) => `target_id = ${place}`,
  via: (place) => `via = ${place}`,
  since: (place) => `wall_at >= ${place}`,
  until: (place) => `wall_at < ${place}`,
};

const COLUMNS = `id, wall_at, user_id, user_name, key_id, key_name, via, address, operation, target_kind, target_id, sentence, before, after,
  wall_erased_at`;

/** Who changed what. */
export function changeListing(filter: ChangeFilter): Listing<ChangeRow> {
  const given = Object.entries(CONDITIONS).filter(([name]) => filter[name as keyof ChangeFilter] !== undefined);
  const where = given.map(([, condition], index) => condition(`$${index + 1}`)).join(' and ') || 'true';
  const values = given.map(([name]) => filter[name as keyof ChangeFilter]);
  return {
    ...{ columns: COLUMNS, tables: 'audit_log', where, values },
    orders: { at: byId() },
    usual: '-at',
  };
}

/** An erasure takes out what the lines say of these people; that somebody did something, and when, stays. Gives how many lines. */
export async function eraseFromAuditLog(tx: Queryable, leadIds: readonly string[]): Promise<number> {
  const { rowCount } = await tx.query(
    `update audit_log set before = null, after = null, wall_erased_at = now()
      where lead_id = any($1) and (before is not null or after is not null)`,
    [leadIds],
  );
  return rowCount ?? 0;
}
