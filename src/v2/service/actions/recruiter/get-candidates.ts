import { actionOf } from '../../../contract/actions.ts';
import type { CandidateRecord } from '../../../contract/records/recruiter.ts';
import type { Candidate } from '../../channels/recruiter-channel.ts';
import { handleAction } from '../action-handler.ts';
import { offsetList } from '../offset-list.ts';
import { fullName } from '../profiles/profile-record.ts';

const definition = actionOf('recruiter', 'get_candidates');

/** spec: recruiter / get_candidates. */
export const getCandidates = handleAction(definition, 'recruiter', async (call) => {
  const { job_id, count, offset, ratings, sortType, sortOrder } = call.params;
  const candidates = await call.channel.listCandidates(call, {
    job_id,
    ratings,
    sort_by: sortType,
    descending: sortOrder === 'DESCENDING',
    count,
    offset,
  });
  return offsetList(definition, { count, offset }, candidates, (items) => ({ candidates: items.map(candidateRecord) }));
});

function candidateRecord(candidate: Candidate): CandidateRecord {
  const { profile } = candidate;
  return {
    application_id: candidate.application_id,
    rating: candidate.rating,
    is_rejected: candidate.is_rejected,
    rejected_at: candidate.rejected_at,
    is_top_choice: candidate.is_top_choice,
    top_choice_message: candidate.top_choice_message,
    first_name: profile.first_name,
    last_name: profile.last_name,
    full_name: fullName(profile),
    headline: profile.headline,
    public_identifier: profile.public_identifier,
    profile_url: profile.profile_url,
    location: profile.location,
    experiences: profile.experiences.map((experience) => ({ ...experience })),
  };
}
