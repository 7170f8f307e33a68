import type { Faker } from '@faker-js/faker';
import { DAY, HOUR } from '../../../../../shared/kit/duration.ts';
import type { Candidate, JobPost } from '../../recruiter-channel.ts';
import { jobUrl } from '../addresses.ts';
import type { CompanySeed } from './person-seed.ts';

export type Rating = Candidate['rating'];

export interface ApplicationSeed {
  readonly job_id: string;
  readonly application_id: string;
  readonly public_identifier: string;
  readonly rating: Rating;
  /** Virtual time, epoch ms; null when not rejected. */
  readonly rejected_at: number | null;
  readonly is_top_choice: boolean;
  readonly top_choice_message: string;
  readonly relevance: number;
  readonly applied_at: number;
  /** Whether the recruiter sees them beside the CV. */
  readonly shares_email: boolean;
  readonly shares_phone: boolean;
}

export interface JobSeed {
  readonly job_id: string;
  readonly post: JobPost;
}

export function drawJob(
  faker: Faker,
  job: {
    readonly job_id: string;
    readonly company: CompanySeed;
    readonly applies: number;
    readonly now: number;
    readonly title?: string;
  },
): JobSeed {
  const listed = job.now - faker.number.int({ min: 5, max: 40 }) * DAY;
  const title = job.title ?? faker.person.jobTitle();
  const description = faker.lorem.paragraph(4);
  return {
    job_id: job.job_id,
    post: {
      linkedin_job_id: job.job_id,
      title,
      company_name: job.company.name,
      location: job.company.headquarters,
      job_state: 'LISTED',
      description,
      editableDescription: `<p>${description}</p>`,
      employment_status: faker.helpers.arrayElement(['Full-time', 'Part-time', 'Contract']),
      workplace_type: faker.helpers.arrayElement(['Remote', 'On-site', 'Hybrid']),
      created_at: listed - HOUR,
      listed_at: listed,
      closed_at: null,
      num_views: job.applies * faker.number.int({ min: 4, max: 20 }),
      num_applies: job.applies,
      job_url: jobUrl(job.job_id),
      contact_email: `jobs@${job.company.domain}`,
      industry: [job.company.industry],
      talent_questions: [],
      budget: null,
      suspend_reasons: [],
    },
  };
}

/** Fields of jobs that are not left to the dice, so that every world has one of each. */
export const CLOSED: Partial<JobPost> = { job_state: 'CLOSED', suspend_reasons: ['BUDGET_EXHAUSTED'] };
export const DRAFT: Partial<JobPost> = { job_state: 'DRAFT', listed_at: null, num_views: 0, num_applies: 0 };
export const SPONSORED: Partial<JobPost> = {
  budget: { total_charge: '184.50', currency: 'EUR', buffered_total_charge: '190.00', daily_budget: '25.00' },
};
export const WITH_QUESTIONS: Partial<JobPost> = {
  talent_questions: ['How many years of experience do you have?', 'Do you need a work permit?'],
};

export function drawApplication(
  faker: Faker,
  application: {
    readonly job_id: string;
    readonly number: number;
    readonly public_identifier: string;
    readonly rating: Rating;
    readonly rejected: boolean;
    /** Email and phone; by default some candidates share them. */
    readonly shares_contact?: boolean | undefined;
    readonly now: number;
  },
): ApplicationSeed {
  const applied = application.now - faker.number.int({ min: 2 * 24, max: 30 * 24 }) * HOUR;
  const topChoice = faker.datatype.boolean(0.1);
  const relevance = faker.number.int({ min: 0, max: 1000 });
  return {
    job_id: application.job_id,
    application_id: `${application.job_id}${String(application.number).padStart(6, '0')}`,
    public_identifier: application.public_identifier,
    rating: application.rating,
    rejected_at: application.rejected ? applied + DAY : null,
    ...(topChoice ? TOP_CHOICE : { is_top_choice: false, top_choice_message: '' }),
    relevance,
    applied_at: applied,
    shares_email: application.shares_contact ?? relevance % 5 !== 0,
    shares_phone: application.shares_contact ?? relevance % 2 === 0,
  };
}

export const TOP_CHOICE = { is_top_choice: true, top_choice_message: 'This is the job I want most.' };

/** A spread over all four ratings. */
export const drawRating = (faker: Faker): Rating =>
  faker.helpers.weightedArrayElement([
    { weight: 3, value: 'GOOD_FIT' },
    { weight: 2, value: 'MAYBE' },
    { weight: 4, value: 'UNRATED' },
    { weight: 1, value: 'NOT_A_FIT' },
  ] satisfies { weight: number; value: Rating }[]);
