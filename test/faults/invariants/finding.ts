import type pg from 'pg';
import type { Load } from '../load.ts';

/** The verdict of one invariant. */
export interface Finding {
  readonly id: string;
  readonly ok: boolean;
  readonly says: string;
  readonly figures: Readonly<Record<string, number>>;
  /** Each by name. */
  readonly exceptions: readonly string[];
}

export interface Evidence {
  readonly home: string;
  /** The V2 service's tables: the judge. */
  readonly v2: pg.Pool;
  /** Ours: what the ledger says. */
  readonly engine: pg.Pool;
  readonly load: Load;
}

export type Check = (evidence: Evidence) => Promise<Finding>;

export function finding(id: string, says: string, figures: Finding['figures'], exceptions: readonly string[]): Finding {
  return { id, says, figures, exceptions, ok: exceptions.length === 0 };
}

/** How a person of `leads` is called here: by profile, or where the load is mail alone by address. */
export const SLUG = `lower(coalesce(regexp_replace(leads.profile_url, '.*/', ''), split_part(leads.email, '@', 1)))`;

export async function rowsOf<Row extends Record<string, unknown>>(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = await pool.query<Row>(text, [...values]);
  return rows;
}
