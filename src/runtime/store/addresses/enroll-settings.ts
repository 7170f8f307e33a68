import type { Queryable } from '../../../shared/postgres/database.ts';

export interface EnrollSettings {
  /** Decides about somebody whom a sequence would write to at an address that bounced for good, or from which a complaint came. */
  readonly bad_addresses: 'refuse' | 'warn';
}

export const DEFAULT_ENROLL_SETTINGS: EnrollSettings = { bad_addresses: 'refuse' };

export async function readEnrollSettings(db: Queryable): Promise<EnrollSettings> {
  const { rows } = await db.query<EnrollSettings & Record<string, unknown>>(
    'select bad_addresses from enroll_settings',
  );
  return rows[0] ?? DEFAULT_ENROLL_SETTINGS;
}

export async function saveEnrollSettings(tx: Queryable, { bad_addresses }: EnrollSettings): Promise<void> {
  await tx.query(
    `insert into enroll_settings (bad_addresses) values ($1) on conflict (one) do update set bad_addresses = excluded.bad_addresses`,
    [bad_addresses],
  );
}
