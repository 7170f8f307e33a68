import type { Queryable } from '../../postgres/database.ts';

/** What a person sets of an account; absent: stays as it is. */
export interface AccountSettings {
  readonly timezone?: string | null | undefined;
  readonly profile?: string | null | undefined;
}

export async function setAccount(db: Queryable, id: string, settings: AccountSettings, at: Date): Promise<void> {
  await db.query(
    `update accounts set timezone = case when $2 then $3 else timezone end,
            profile = case when $4 then $5 else profile end, updated_at = $6
      where id = $1`,
    [
      id,
      settings.timezone !== undefined,
      settings.timezone ?? null,
      settings.profile !== undefined,
      settings.profile ?? null,
      at,
    ],
  );
}
