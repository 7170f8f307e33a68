/** The condition that a row of `api_keys` under this name is neither revoked nor expired. */
export const isValidKey = (table: string): string =>
  `${table}.wall_revoked_at is null and (${table}.wall_expires_at is null or ${table}.wall_expires_at > now())`;
