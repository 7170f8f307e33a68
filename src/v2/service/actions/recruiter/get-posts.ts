import { actionOf } from '../../../contract/actions.ts';
import type { JobPostRecord } from '../../../contract/records/recruiter.ts';
import type { JobPost } from '../../channels/recruiter-channel.ts';
import { handleAction } from '../action-handler.ts';
import { offsetList } from '../offset-list.ts';

const definition = actionOf('recruiter', 'get_posts');

/** spec: recruiter / get_posts. The schema already made of a `job_id` a list of one with its details. */
export const getPosts = handleAction(definition, 'recruiter', async (call) => {
  const { job_id = null, count, offset, fetch_details } = call.params;
  const jobs = await call.channel.listJobs(call, { job_id, count, offset });
  return offsetList(definition, { count, offset }, jobs, (items) => ({
    posts: items.map((job) => jobPost(job, fetch_details)),
  }));
});

function jobPost(job: JobPost, details: boolean): JobPostRecord {
  const { description, editableDescription, industry, talent_questions, budget, suspend_reasons, ...listing } = job;
  return {
    ...listing,
    industry: [...industry],
    talent_questions: [...talent_questions],
    suspend_reasons: [...suspend_reasons],
    budget: budget && { ...budget },
    ...(details ? { description, editableDescription } : {}),
  };
}
