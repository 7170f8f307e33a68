import { z } from 'zod';
import { CodedError } from '../kit/coded-error.ts';
import type { CampaignSource } from './campaign-source.ts';
import { type CandidateLead, candidateLead } from './candidate-lead.ts';

/** The call that this folder needs of a V2 client. */
export interface V2Reader {
  call(
    category: 'recruiter',
    action: 'get_posts' | 'get_candidates',
    options: { readonly account_id: string; readonly params: Readonly<Record<string, unknown>> },
  ): Promise<
    | { readonly kind: 'success'; readonly data: unknown }
    | { readonly kind: 'refused'; readonly code: string; readonly message: string }
    | { readonly kind: 'unknown' | 'unreachable'; readonly reason: string }
  >;
}

/** The service will say the same tomorrow: the import cannot succeed. */
export class SourceRefused extends CodedError {}

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

type CandidateSource = Extract<CampaignSource, { candidates: unknown }>['candidates'];

const CANDIDATES_PER_PAGE = 50;

const posts = z.object({
  posts: z.array(z.object({ title: z.string(), company_name: z.string().catch(''), location: z.string().catch('') })),
});
const candidates = z.object({
  candidates: z.array(z.unknown()),
  pagination: z.object({ next_offset: z.int().nullable() }),
});

export async function readJob(v2: V2Reader, source: CandidateSource): Promise<Job> {
  const data = await ask(v2, 'get_posts', source, { job_id: source.job_id }, posts);
  const post = data.posts[0];
  if (post === undefined) throw new SourceRefused('unknown_job', `The account sees no job ${source.job_id}.`);
  return { id: source.job_id, title: post.title, company: post.company_name, location: post.location };
}

export async function readCandidates(v2: V2Reader, source: CandidateSource, offset: number): Promise<CandidatePage> {
  const data = await ask(
    v2,
    'get_candidates',
    source,
    {
      job_id: source.job_id,
      count: CANDIDATES_PER_PAGE,
      offset,
      ratings: source.ratings.join(','),
      // By date, oldest first: an order by relevance may change between two pages, and people would be left out.
      sortType: 'APPLIED_DATE',
      sortOrder: 'ASCENDING',
    },
    candidates,
  );
  const { next_offset } = data.pagination;
  return {
    candidates: data.candidates.map(candidateLead).filter((candidate) => candidate !== null),
    next_offset: next_offset !== null && next_offset > offset ? next_offset : null,
  };
}

const RETRIED = ['RATE_LIMITED', 'INTERNAL_ERROR', 'INSUFFICIENT_CREDITS', 'ACCOUNT_INACTIVE'];

async function ask<Schema extends z.ZodType>(
  v2: V2Reader,
  action: 'get_posts' | 'get_candidates',
  source: CandidateSource,
  params: Record<string, unknown>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const outcome = await v2.call('recruiter', action, { account_id: source.account_id, params });
  switch (outcome.kind) {
    case 'success': {
      const parsed = schema.safeParse(outcome.data);
      if (parsed.success) return parsed.data;
      throw new Error(`recruiter/${action} answered in an unknown shape: ${z.prettifyError(parsed.error)}`);
    }
    case 'refused':
      if (RETRIED.includes(outcome.code)) throw new Error(`recruiter/${action}: ${outcome.code}: ${outcome.message}`);
      throw new SourceRefused(outcome.code, outcome.message);
    default:
      throw new Error(`recruiter/${action}: ${outcome.reason}`);
  }
}
