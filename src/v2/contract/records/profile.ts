import { z } from 'zod';

export const experience = z.looseObject({
  title: z.string(),
  company: z.string(),
  company_url: z.string(),
  /** Text such as month/year - month/year. */
  date_range: z.string(),
  description: z.string(),
});

/**
 * `get_me` and `get`.
 * @unspecified the specification does not show the fields of profile records.
 */
export const profileRecord = z.looseObject({
  /** Canonical, by slug. */
  profile_url: z.string(),
  /** The URL by id: the form that events carry. */
  profile_id_url: z.string(),
  public_identifier: z.string(),
  member_urn: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  headline: z.string(),
  location: z.string(),
  industry: z.string(),
  summary: z.string(),
  /** 1, 2, 3; null for oneself. */
  degree: z.int().nullable(),
  connected: z.boolean(),
  open_profile: z.boolean(),
  premium: z.boolean(),
  experiences: z.array(experience),
  profile_picture: z.string(),
});
export type ProfileRecord = z.infer<typeof profileRecord>;

/** spec: Profile search result (search_people). */
export const profileSearchResult = z.looseObject({
  name: z.string(),
  job_title: z.string(),
  connection_level: z.string(),
  location: z.string(),
  profile_url: z.string(),
  profile_picture: z.string(),
});
export type ProfileSearchResult = z.infer<typeof profileSearchResult>;

/** spec: Unlocked profile (unlock). */
export const unlockedProfile = z.looseObject({
  unlocked: z.boolean(),
  sales_profile_id: z.string(),
  recipient_urn: z.string(),
  member_urn: z.string(),
  full_name: z.string().nullable(),
  degree: z.int().nullable(),
  profile_url: z.string().nullable(),
  /** `NO_RESTRICTION` when an InMail can be sent. */
  inmail_restriction: z.string().nullable(),
});
export type UnlockedProfile = z.infer<typeof unlockedProfile>;

/** @unspecified */
export const companyRecord = z.looseObject({
  name: z.string(),
  company_url: z.string(),
  website: z.string().nullable(),
  domain: z.string().nullable(),
  industry: z.string(),
  size: z.string(),
  headquarters: z.string(),
  description: z.string(),
});
