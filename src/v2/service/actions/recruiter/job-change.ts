import type { JobPost } from '../../channels/recruiter-channel.ts';

export const jobChange = ({ linkedin_job_id, job_state, job_url }: JobPost) => ({
  linkedin_job_id,
  job_state,
  job_url,
});
