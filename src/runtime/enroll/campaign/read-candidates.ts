import { z } from 'zod';
import type { CandidateSource } from './campaign-source.ts';
import { type CandidateLead, candidateLead } from './candidate-lead.ts';
import { ask, SourceRefused, type V2Reader } from './v2-reader.ts';

export interface Job {
  readonly id: string;
  readonly title: string;
  readonly company: string;
  readonly location: string;
}

export interface CandidatePage {
  readonly candidates: readonly CandidateLead[];
  readonly next_offset: number | null;
}

export const CANDIDATES_PER_PAGE = 50;
const POSTS = { category: 'recruiter', action: 'get_posts' } as const;
export const CANDIDATES = { category: 'recruiter', action: 'get_candidates' } as const;

const text = z.string().catch('');
const posts = z.object({
  posts: z.array(z.object({ title: z.string(), company_name: text, location: text, job_state: text })),
});
const candidates = z.object({
  candidates: z.array(z.unknown()),
  pagination: z.object({ next_offset: z.int().nullable() }),
});

/** The job as the campaign keeps it. */
export const keptJob = z.object({
  job: z.object({ id: z.string(), title: z.string(), company: z.string(), location: z.string() }),
});

export async function readJob(v2: V2Reader, source: CandidateSource): Promise<Job & { readonly is_closed: boolean }> {
  const data = await ask(v2, POSTS, { account_id: source.account_id, params: { job_id: source.job_id } }, posts);
  const post = data.posts[0];
  if (post === undefined) throw new SourceRefused('unknown_job', `The account sees no job ${source.job_id}.`);
  const { title, company_name: company, location, job_state } = post;
  return { id: source.job_id, title, company, location, is_closed: job_state === 'CLOSED' };
}

export interface ReadOrder {
  readonly count: number;
  readonly newest_first: boolean;
}

/** The order of applications, oldest first: an order by relevance may change between two pages, and people would be left out. */
const OLDEST_FIRST: ReadOrder = { count: CANDIDATES_PER_PAGE, newest_first: false };

export async function readCandidates(
  v2: V2Reader,
  source: CandidateSource,
  offset: number,
  { count, newest_first }: ReadOrder = OLDEST_FIRST,
): Promise<CandidatePage> {
  const params = {
    job_id: source.job_id,
    count,
    offset,
    ratings: source.ratings.join(','),
    sortType: 'APPLIED_DATE',
    sortOrder: newest_first ? 'DESCENDING' : 'ASCENDING',
  };
  const data = await ask(v2, CANDIDATES, { account_id: source.account_id, params }, candidates);
  const { next_offset } = data.pagination;
  return {
    candidates: data.candidates.map(candidateLead).filter((candidate) => candidate !== null),
    next_offset: next_offset !== null && next_offset > offset ? next_offset : null,
  };
}
