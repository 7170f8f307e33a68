import type { GivenRow } from '../../store/campaigns/stage-rows.ts';
import type { CandidateSource } from './campaign-source.ts';
import type { CandidateLead } from './candidate-lead.ts';
import type { Job } from './read-candidates.ts';

/** The candidates that the source asks for, as rows of the campaign. */
export function wantedRows(
  { ratings, include_rejected }: CandidateSource,
  candidates: readonly CandidateLead[],
  job: Job,
): GivenRow[] {
  // Checked against the filter, because a service that does not know it sends everybody.
  const wanted = (rating: string | null): boolean => rating === null || ratings.some((one) => one === rating);
  const taken = candidates.filter(({ rejected, rating }) => wanted(rating) && (!rejected || include_rejected));
  return taken.map(({ row, application_id, lead }) => ({
    row: 0,
    key: row,
    // The id by which `enrich: cv` finds the file.
    given: { lead, job: { ...job, ...(application_id === null ? {} : { application_id }) } },
  }));
}
