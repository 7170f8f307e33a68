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

const posts = z.object({
  posts: z.array(z.object({ title: z.string(), company_name: z.string().catch(''), location: z.string().catch('') })),
});
const candidates = z.object({
  candidates: z.array(z.unknown()),
  pagination: z.object({ next_offset: z.int().nullable() }),
});

/** As the campaign keeps it. */
export const keptJob = z.object({
  job: z.object({ id: z.string(), title: z.string(), company: z.string(), location: z.string() }),
});

export async function readJob(v2: V2Reader, source: CandidateSource): Promise<Job> {
  const data = await ask(v2, POSTS, { account_id: source.account_id, params: { job_id: source.job_id } }, posts);
  const post = data.posts[0];
  if (post === undefined) throw new SourceRefused('unknown_job', `The account sees no job ${source.job_id}.`);
  return { id: source.job_id, title: post.title, company: post.company_name, location: post.location };
}

export async function readCandidates(v2: V2Reader, source: CandidateSource, offset: number): Promise<CandidatePage> {
  const params = {
    job_id: source.job_id,
    count: CANDIDATES_PER_PAGE,
    offset,
    ratings: source.ratings.join(','),
    // By date, oldest first: an order by relevance may change between two pages, and people would be left out.
    sortType: 'APPLIED_DATE',
    sortOrder: 'ASCENDING',
  };
  const data = await ask(v2, CANDIDATES, { account_id: source.account_id, params }, candidates);
  const { next_offset } = data.pagination;
  return {
    candidates: data.candidates.map(candidateLead).filter((candidate) => candidate !== null),
    next_offset: next_offset !== null && next_offset > offset ? next_offset : null,
  };
}
