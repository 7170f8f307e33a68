/** Of `api_keys` under this name: neither revoked nor over. */
export const isValidKey = (table: string): string =>
  `${table}.wall_revoked_at is null and (${table}.wall_expires_at is null or ${table}.wall_expires_at > now())`;
