import { z } from 'zod';
import { experience } from './profile.ts';

export const RATINGS = ['GOOD_FIT', 'MAYBE', 'UNRATED', 'NOT_A_FIT'] as const;
export type Rating = (typeof RATINGS)[number];

/** spec: Job candidate (get_candidates item). */
export const candidate = z.looseObject({
  application_id: z.string(),
  rating: z.enum(RATINGS),
  /** In the Rejected stage. */
  is_rejected: z.boolean(),
  /** `YYYY-MM-DD HH:MM:SS`. */
  rejected_at: z.string().nullable(),
  is_top_choice: z.boolean(),
  top_choice_message: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  headline: z.string(),
  public_identifier: z.string(),
  profile_url: z.string(),
  location: z.string(),
  experiences: z.array(experience),
});
export type CandidateRecord = z.infer<typeof candidate>;

/** spec: Candidate CV (get_cv). */
export const candidateCv = z.looseObject({
  application_id: z.string(),
  candidate: z.looseObject({
    name: z.string(),
    /** When shared. */
    email: z.string().nullish(),
    phone: z.string().nullish(),
    profile_url: z.string(),
    /** Pre-signed, for a short time. */
    resume_url: z.string(),
  }),
  cv: z.looseObject({
    content: z.string(),
    encoding: z.literal('base64'),
    filename: z.string(),
    content_type: z.string(),
    /** Size of the decoded file. */
    size_bytes: z.int(),
  }),
});
export type CandidateCv = z.infer<typeof candidateCv>;

/** spec: Job post (recruiter get_posts item). Times are epoch milliseconds. */
export const jobPost = z.looseObject({
  linkedin_job_id: z.string(),
  title: z.string(),
  company_name: z.string(),
  location: z.string(),
  /** `LISTED`, `CLOSED`, `DRAFT`, others. */
  job_state: z.string(),
  /** Plain text; this and `editableDescription` (HTML) only with `fetch_details`. */
  description: z.string().optional(),
  editableDescription: z.string().optional(),
  employment_status: z.string(),
  workplace_type: z.string(),
  created_at: z.int(),
  /** @unspecified null for a draft. */
  listed_at: z.int().nullable(),
  closed_at: z.int().nullable(),
  num_views: z.int(),
  num_applies: z.int(),
  job_url: z.string(),
  contact_email: z.string().nullable(),
  industry: z.array(z.string()),
  talent_questions: z.array(z.unknown()),
  /** Present on sponsored jobs. */
  budget: z
    .looseObject({
      total_charge: z.string(),
      currency: z.string(),
      buffered_total_charge: z.string(),
      daily_budget: z.string(),
    })
    .nullish(),
  /** Empty when active. */
  suspend_reasons: z.array(z.unknown()),
});
export type JobPostRecord = z.infer<typeof jobPost>;
