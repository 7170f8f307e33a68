import { actionOf } from '../../../contract/actions.ts';
import { answer, handleAction } from '../action-handler.ts';
import { jobChange } from './job-change.ts';

export const publishJob = handleAction(actionOf('recruiter', 'publish_job'), 'recruiter', async (call) => {
  const { job_id = null, ...fields } = call.params;
  return answer(await call.channel.publishJob(call, job_id, fields), jobChange);
});
