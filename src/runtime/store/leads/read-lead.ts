import type { Queryable } from '../../../shared/postgres/database.ts';

export interface LeadRow {
  readonly id: string;
  readonly profile_url: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly headline: string | null;
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly company: string | null;
  readonly location: string | null;
  readonly timezone: string | null;
  readonly country: string | null;
  readonly vars: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
  /** Null: nobody has said so yet. */
  readonly premium: boolean | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** One that was merged with an older one is that one. */
export async function readLead(db: Queryable, id: string): Promise<LeadRow | null> {
  const { rows } = await db.query<LeadRow & Record<string, unknown>>(
    'select l.* from leads given join leads l on l.id = coalesce(given.merged_into, given.id) where given.id = $1',
    [id],
  );
  return rows[0] ?? null;
}

/** Those among them that are there, and were not merged with an older one. */
export async function readLeads(db: Queryable, ids: readonly string[]): Promise<LeadRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.query<LeadRow & Record<string, unknown>>(
    'select * from leads where id = any($1) and merged_into is null',
    [[...ids]],
  );
  return rows;
}

/** Whether this is the person's whole name, as a mail or a message shows it. */
export async function isNamed(db: Queryable, id: string, name: string | null): Promise<boolean> {
  if (name === null || !name.trim().includes(' ')) return false;
  const { rows } = await db.query<{ named: boolean }>(
    `select lower(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))) = lower($2) as named from leads where id = $1`,
    [id, name.trim().replace(/\s+/g, ' ')],
  );
  return rows[0]?.named ?? false;
}

/** Finds the lead that this one is now: itself, or the one it was merged into; null when it is gone. */
export async function findSurvivor(db: Queryable, id: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>('select coalesce(merged_into, id) as id from leads where id = $1', [
    id,
  ]);
  return rows[0]?.id ?? null;
}
