/** The engine's view of a sender account. */
export interface AccountRow {
  readonly id: string;
  readonly platform: 'professional' | 'messenger' | 'email';
  readonly name: string;
  readonly email: string | null;
  readonly country: string | null;
  /** Set by a person. */
  readonly timezone: string | null;
  readonly products: readonly string[];
  /** The network profile that a person chose; null: what the record tells. */
  readonly profile: string | null;
  readonly daily_limit: number | null;
  readonly status: string;
  /** World time; no call before it. */
  readonly held_until: Date | null;
  /** Wall time; no call before it. */
  readonly wall_held_until: Date | null;
  readonly held_reason: string | null;
  readonly updated_at: Date;
}

export const ACCOUNT_COLUMNS = `id, platform, name, email, country, timezone, products, profile, daily_limit, status, held_until,
  wall_held_until, held_reason, updated_at`;
