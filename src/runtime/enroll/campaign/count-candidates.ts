import { z } from 'zod';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import type { CandidateSource } from './campaign-source.ts';
import { CANDIDATES, CANDIDATES_PER_PAGE } from './read-candidates.ts';
import { ask, SourceRefused, type V2Reader } from './v2-reader.ts';

/** The people whom a campaign of candidates would enroll, as far as that is known without reading them all. */
export interface CandidateCount {
  /** Candidates with these ratings; the rejected ones among them are known only when they are read. Null: the service could not be asked. */
  readonly people: number | null;
  readonly ratings: CandidateSource['ratings'];
  /** The rejected ones are left out as they are read. */
  readonly include_rejected: boolean;
  /** Credits that asking has cost. */
  readonly asking_credits: number;
}

const counted = z.object({ total_available_results: z.int().min(0) });

/** One candidate is asked for, and the answer says how many there are: 1 credit, nothing where there is nobody. */
export async function countCandidates(v2: V2Reader | undefined, source: CandidateSource): Promise<CandidateCount> {
  const { account_id, job_id, ratings, include_rejected } = source;
  const params = { job_id, count: 1, offset: 0, ratings: ratings.join(',') };
  const people = v2 === undefined ? null : await howMany(v2, { account_id, params }, source);
  return { people, ratings, include_rejected, asking_credits: people === null || people === 0 ? 0 : 1 };
}

async function howMany(v2: V2Reader, asked: Parameters<V2Reader['call']>[2], { job_id }: CandidateSource) {
  try {
    return (await ask(v2, CANDIDATES, asked, counted)).total_available_results;
  } catch (error) {
    // A failure that passes is no reason to refuse: the campaign would wait for it, too.
    if (!(error instanceof SourceRefused)) return null;
    throw new CodedError('source_refused', `The candidates of job ${job_id} cannot be read: ${error.message}.`, {
      fix: 'Name a job that the account sees: recruiter/get_posts lists them.',
    });
  }
}

/** Credits that reading so many candidates costs: the job's post for each page, and 1 for every 10 candidates of it. */
export function candidateCredits(people: number): number {
  let credits = 0;
  for (let left = people; left > 0; left -= CANDIDATES_PER_PAGE) {
    credits += 1 + Math.ceil(Math.min(CANDIDATES_PER_PAGE, left) / 10);
  }
  return Math.max(1, credits);
}
