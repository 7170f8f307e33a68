import type { Call, OffsetRange, Outcome, Page } from './call.ts';
import type { SeenProfile } from './professional-channel.ts';

export interface JobPost {
  readonly linkedin_job_id: string;
  readonly title: string;
  readonly company_name: string;
  readonly location: string;
  readonly job_state: 'LISTED' | 'CLOSED' | 'DRAFT';
  readonly description: string;
  readonly editableDescription: string;
  readonly employment_status: string;
  readonly workplace_type: string;
  readonly created_at: number;
  /** Null for a draft. */
  readonly listed_at: number | null;
  readonly closed_at: number | null;
  readonly num_views: number;
  readonly num_applies: number;
  readonly job_url: string;
  readonly contact_email: string | null;
  readonly industry: readonly string[];
  readonly talent_questions: readonly string[];
  /** Present on sponsored jobs. */
  readonly budget: JobBudget | null;
  readonly suspend_reasons: readonly string[];
}

/** Amounts as decimal text. */
export interface JobBudget {
  readonly total_charge: string;
  readonly currency: string;
  readonly buffered_total_charge: string;
  readonly daily_budget: string;
}

/** The fields of a job that its poster may write. */
export interface JobFields {
  readonly title?: string | undefined;
  readonly company_name?: string | undefined;
  readonly location?: string | undefined;
  readonly description?: string | undefined;
  readonly employment_status?: string | undefined;
  readonly workplace_type?: string | undefined;
}

export interface Candidate {
  readonly application_id: string;
  readonly rating: 'UNRATED' | 'GOOD_FIT' | 'MAYBE' | 'NOT_A_FIT';
  readonly is_rejected: boolean;
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly rejected_at: string | null;
  readonly is_top_choice: boolean;
  readonly top_choice_message: string;
  readonly profile: SeenProfile;
}

export interface CandidateCv {
  readonly application_id: string;
  readonly name: string;
  /** Null where the candidate does not share it. */
  readonly email: string | null;
  readonly phone: string | null;
  readonly profile_url: string;
  readonly file: { readonly name: string; readonly content_type: string; readonly bytes: Uint8Array };
}

export interface RecruiterChannel {
  listJobs(call: Call, query: { readonly job_id: string | null } & OffsetRange): Promise<Outcome<Page<JobPost>>>;
  listCandidates(
    call: Call,
    query: {
      readonly job_id: string;
      readonly ratings: readonly string[];
      readonly sort_by: 'RELEVANCE' | 'APPLIED_DATE';
      readonly descending: boolean;
    } & OffsetRange,
  ): Promise<Outcome<Page<Candidate>>>;
  getCv(call: Call, applicationId: string): Promise<Outcome<CandidateCv>>;
  /** Lists a draft, changed by `fields`, or without a `job_id` a new job. One that is listed already stays as it is. */
  publishJob(call: Call, jobId: string | null, fields: JobFields): Promise<Outcome<JobPost>>;
  /** One that is closed already stays as it is. */
  closeJob(call: Call, jobId: string): Promise<Outcome<JobPost>>;
}
