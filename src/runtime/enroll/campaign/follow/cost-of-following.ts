import type { FollowInterval } from '../../../store/follows/follow.ts';
import { followOf } from '../campaign-source.ts';
import { candidateCredits } from '../count-candidates.ts';
import type { PagedSource } from '../create-campaign.ts';
import { searchCredits } from '../read-search.ts';

export interface FollowCost {
  readonly every: FollowInterval;
  /** Credits of one look; for a job, of a look at which nobody has come. */
  readonly credits: number;
  readonly text: string;
}

/** The job, and the first page of its newest applications. */
const LEAST = 2;

/** The cost of looking at the source again; null: it is read once. `people`: how many candidates there are, where that is known. */
export function costOfFollowing(source: PagedSource, people: number | null): FollowCost | null {
  const every = followOf(source);
  if (every === null) return null;
  if ('search' in source) {
    const credits = searchCredits(source.search.count);
    return { every, credits, text: `Each day costs ${credits} credits at most: the search is read again.` };
  }
  const whole = people === null ? '' : `, which costs ${candidateCredits(people)} with as many as today`;
  const text =
    `Each day costs ${LEAST} credits where nobody has come: 1 for the job, and 1 for every 10 of the newest candidates. ` +
    `Once a week all of them are read${whole}.`;
  return { every, credits: LEAST, text };
}
