import { actionOf } from '../../../contract/actions.ts';
import { resumeUrl } from '../../downloads/resume-link.ts';
import { answer, handleAction } from '../action-handler.ts';

/** spec: recruiter / get_cv. */
export const getCv = handleAction(actionOf('recruiter', 'get_cv'), 'recruiter', async (call) => {
  const { context, account } = call;
  const cv = await call.channel.getCv(call, call.params.application_id);
  return answer(cv, ({ application_id, name, email, phone, profile_url, file }) => ({
    application_id,
    candidate: {
      name,
      ...(email === null ? {} : { email }),
      ...(phone === null ? {} : { phone }),
      profile_url,
      resume_url: resumeUrl(context, { account_id: account.account_id, application_id }, file.name),
    },
    cv: {
      content: Buffer.from(file.bytes).toString('base64'),
      encoding: 'base64' as const,
      filename: file.name,
      content_type: file.content_type,
      size_bytes: file.bytes.length,
    },
  }));
});
