import { actionOf } from '../../../contract/actions.ts';
import { answer, handleAction } from '../action-handler.ts';
import { jobChange } from './job-change.ts';

export const closeJob = handleAction(actionOf('recruiter', 'close_job'), 'recruiter', async (call) =>
  answer(await call.channel.closeJob(call, call.params.job_id), jobChange),
);
