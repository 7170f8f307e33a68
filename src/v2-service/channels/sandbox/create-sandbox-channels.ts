import type { ChannelPort } from '../port.ts';
import { getThread, listMailbox } from './email/mailbox.ts';
import { sendMail } from './email/send-mail.ts';
import { findEmail } from './find-email.ts';
import { findConnection, listConnections } from './professional/connections.ts';
import { getConversation, listInbox } from './professional/inbox.ts';
import { inmailBalance } from './professional/inmail-balance.ts';
import { checkInvitation, invite, withdraw } from './professional/invitations.ts';
import { getMe, getProfile, searchPeople, visit } from './professional/profiles.ts';
import { listCandidates } from './professional/recruiter-candidates.ts';
import { getCv } from './professional/recruiter-cv.ts';
import { closeJob, listJobs, publishJob } from './professional/recruiter-jobs.ts';
import { sendInMail, sendMessage } from './professional/send.ts';
import type { SandboxDeps } from './sandbox-deps.ts';
import { createSandboxSignIn } from './sign-in.ts';

/**
 * A world of people in Postgres who are visited, invited and written to, and who answer. Every effect is made in the
 * call's transaction. It stands in for the networks; it does not reproduce their ranking, rendering or throttling.
 */
export function createSandboxChannels(deps: SandboxDeps): ChannelPort {
  return {
    professional: {
      getProfile,
      getMe,
      visit,
      searchPeople,
      invite: (call, profile, note) => invite(deps, call, profile, note),
      withdraw,
      checkInvitation,
      listConnections,
      findConnection,
      sendMessage: (call, profile, text) => sendMessage(deps, call, profile, text),
      sendInMail: (call, to, message) => sendInMail(deps, call, to, message),
      listInbox: (call, query) => listInbox(deps, call, query),
      getConversation: (call, query) => getConversation(deps, call, query),
      inmailBalance,
    },
    recruiter: { listJobs, listCandidates, getCv, publishJob, closeJob },
    email: {
      send: (call, email) => sendMail(deps, call, email),
      listInbox: (call, query) => listMailbox(deps, call, query),
      getConversation: (call, query) => getThread(deps, call, query),
    },
    enrichment: { findEmail },
    sign_in: createSandboxSignIn(deps),
  };
}
