import { z } from 'zod';

export const PLATFORMS = ['professional', 'messenger', 'email'] as const;
/** @unspecified `suspended`: the specification names the other three. */
export const ACCOUNT_STATUSES = ['connected', 'checkpoint_required', 'inactive', 'suspended'] as const;
export const PRODUCTS = ['classic', 'premium_navigator', 'recruiter'] as const;
export type Product = (typeof PRODUCTS)[number];
export const DEFAULT_PRODUCTS: readonly Product[] = ['classic'];

/** spec: Proxy country: what a login takes; set-country takes any ISO 3166-1 alpha-2 code. */
export const LOGIN_COUNTRIES = ['US', 'UK', 'FR', 'DE', 'NL', 'IT', 'IL', 'CA', 'BR', 'ES', 'IN'] as const;
export const DEFAULT_COUNTRY = 'FR';

/**
 * spec: Account.
 * @unspecified all but `account_id`, `platform`, `status` and `country`.
 */
export const accountRecord = z.looseObject({
  account_id: z.string(),
  platform: z.enum(PLATFORMS),
  status: z.enum(ACCOUNT_STATUSES),
  /** Defaults to the email for email accounts. */
  name: z.string(),
  /** Null for the messenger. */
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  country: z.string().nullable(),
  products: z.array(z.enum(PRODUCTS)),
  proxy: z.enum(['pool', 'custom']),
  /** Extension: mails per day that the mailbox is meant to stay under; null where there is no limit. */
  daily_limit: z.int().nullish(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type AccountRecord = z.infer<typeof accountRecord>;

/** `POST /v2/login` and `/v2/checkpoint`. */
export const loginResult = z.looseObject({
  account_id: z.string(),
  status: z.enum(ACCOUNT_STATUSES),
  /** Present while a messenger account waits for its pairing. @unspecified */
  pairing_code: z.string().optional(),
});

/** @unspecified null: the user has per-seat pricing. */
export const creditsRecord = z.looseObject({
  credits_remaining: z.int().nullable(),
  credits_used: z.int(),
  unlimited: z.boolean(),
});
