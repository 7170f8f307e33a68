import type { Platform } from '../../contract/definition.ts';

/** A connected channel identity, as stored. */
export interface AccountRow {
  readonly account_id: string;
  readonly user_id: string;
  readonly platform: Platform;
  readonly status: 'connected' | 'checkpoint_required' | 'inactive' | 'suspended';
  readonly name: string;
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly country: string | null;
  readonly products: readonly ('classic' | 'premium_navigator' | 'recruiter')[];
  readonly proxy: 'pool' | 'custom';
  readonly daily_limit: number | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}
