import { z } from 'zod';
import { defineAction, READS, TOUCHES } from '../definition.ts';
import { offsetListFields } from '../envelope.ts';
import { BATCH } from '../limits.ts';
import { isGiven, offsetParams, word } from '../params.ts';
import { candidate, candidateCv, jobPost, RATINGS } from '../records/recruiter.ts';

/**
 * @unspecified that every account of the channel has these actions: the specification asks for a seat at unlock and balance
 * alone.
 */
const PROFESSIONAL = ['professional'] as const;

/** A comma-separated text; its output is the list. */
const ratings = z
  .string()
  .default(RATINGS.join(','))
  .transform((value) => [...new Set(value.split(',').map((one) => one.trim()))].filter((one) => one !== ''))
  .pipe(z.array(z.enum(RATINGS)).min(1));

const postsParams = z.object({
  job_id: word().optional(),
  ...offsetParams(),
  fetch_details: z.boolean().default(true),
});

/**
 * Drops `count` and `offset` when one job is asked for. The specification ignores them then, so wrong values must not be refused
 * either.
 */
function ignorePaging(given: z.input<typeof postsParams>): z.input<typeof postsParams> {
  if (!isGiven(given?.job_id)) return given;
  const { count, offset, ...asked } = given;
  return asked;
}

/** @unspecified */
const jobChange = z.looseObject({ linkedin_job_id: z.string(), job_state: z.string(), job_url: z.string() });
const newJob = {
  title: z.string().optional(),
  company_name: z.string().optional(),
  location: z.string().optional(),
  description: z.string().optional(),
  employment_status: z.string().optional(),
  workplace_type: z.string().optional(),
};

export const recruiter = {
  get_posts: defineAction({
    category: 'recruiter',
    action: 'get_posts',
    spec: 'recruiter / get_posts',
    summary: 'Job posts of the account; with `job_id`, this one with its details',
    channels: PROFESSIONAL,
    params: z.pipe(
      z.transform(ignorePaging),
      postsParams.transform((params) =>
        params.job_id === undefined ? params : { ...params, count: 1, offset: 0, fetch_details: true },
      ),
    ),
    data: z.looseObject({ posts: z.array(jobPost), ...offsetListFields() }),
    charge: { kind: 'per_results', credits: 1, results: 10 },
    pagination: { kind: 'offset', batch: BATCH.job_posts, pages_fetched: false },
    ...READS,
  }),
  get_candidates: defineAction({
    category: 'recruiter',
    action: 'get_candidates',
    spec: 'recruiter / get_candidates',
    summary: 'People who applied to a job',
    channels: PROFESSIONAL,
    params: z.object({
      job_id: word(),
      ...offsetParams(),
      ratings,
      sortType: z.enum(['RELEVANCE', 'APPLIED_DATE']).default('RELEVANCE'),
      sortOrder: z.enum(['DESCENDING', 'ASCENDING']).default('DESCENDING'),
    }),
    data: z.looseObject({ candidates: z.array(candidate), ...offsetListFields() }),
    charge: { kind: 'per_results', credits: 1, results: 10 },
    pagination: { kind: 'offset', batch: BATCH.candidates, pages_fetched: true },
    ...READS,
  }),
  get_cv: defineAction({
    category: 'recruiter',
    action: 'get_cv',
    spec: 'recruiter / get_cv',
    summary: "A candidate's CV as a file",
    channels: PROFESSIONAL,
    params: z.object({ application_id: word() }),
    data: candidateCv,
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...READS,
  }),
  publish_job: defineAction({
    category: 'recruiter',
    action: 'publish_job',
    spec: 'category endpoints',
    summary: 'Publishes a draft, or a new job',
    channels: PROFESSIONAL,
    /**
     * @unspecified params and answer, of `close_job` too. What is listed, or closed, already stays as it is; a closed job is not
     * published again and a draft is not closed.
     */
    params: z.object({ job_id: word().optional(), ...newJob }),
    data: jobChange,
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...TOUCHES,
    rules: (params) =>
      params.job_id !== undefined || isGiven(params.title)
        ? []
        : ['job_id: is required, or title and the fields of a new job'],
  }),
  close_job: defineAction({
    category: 'recruiter',
    action: 'close_job',
    spec: 'category endpoints',
    summary: 'Closes a job',
    channels: PROFESSIONAL,
    params: z.object({ job_id: word() }),
    data: jobChange,
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...TOUCHES,
  }),
} as const;
