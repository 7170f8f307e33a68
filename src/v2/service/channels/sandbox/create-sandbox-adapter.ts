import { PLATFORMS } from '../../../contract/records/account.ts';
import type { LocalAdapter, LocalChannel } from '../adapter.ts';
import type { ChannelParts } from '../parts.ts';
import { createSandboxContent } from './content/create-sandbox-content.ts';
import { createSandboxEmail } from './email/create-sandbox-email.ts';
import { checkEmail } from './enrichment/check-email.ts';
import { findEmail } from './enrichment/find-email.ts';
import { findOwner } from './enrichment/find-owner.ts';
import { getChat, listChats } from './messenger/inbox.ts';
import { sendChat } from './messenger/send.ts';
import { getCompany, searchCompanies } from './professional/companies.ts';
import { identify, listConnections, readConnections, recommendations } from './professional/connections.ts';
import { getConversation, listInbox } from './professional/inbox.ts';
import { inmailBalance } from './professional/inmail-balance.ts';
import { checkInvitation, invite, withdraw } from './professional/invitations.ts';
import { getContact, getMe, getProfile, visit } from './professional/profiles.ts';
import { accept, listInvitations } from './professional/received-invitations.ts';
import { listCandidates } from './professional/recruiter-candidates.ts';
import { getCv } from './professional/recruiter-cv.ts';
import { closeJob, listJobs, publishJob } from './professional/recruiter-jobs.ts';
import { searchPeople } from './professional/search-people.ts';
import { sendInMail, sendMessage } from './professional/send.ts';
import { listSent } from './professional/sent-invitations.ts';
import { unlock } from './professional/unlock.ts';
import type { SandboxDeps } from './sandbox-deps.ts';
import { createSandboxSignIn, moveSession } from './sign-in.ts';

/**
 * A world of people in Postgres who are visited, invited and written to, and who answer. Every effect is made in the
 * call's transaction. It stands in for the networks; it does not reproduce their ranking, rendering or throttling.
 */
export function createSandboxAdapter(deps: SandboxDeps): LocalAdapter {
  const channel: LocalChannel = {
    kind: 'local',
    shares_transactions: true,
    parts: partsOf(deps),
    moveSession,
  };
  return {
    kind: 'local',
    name: 'sandbox',
    platforms: PLATFORMS,
    channelsOf: async (_db, accounts) => new Map(accounts.map(({ account_id }) => [account_id, channel])),
    without_account: channel,
    sign_in: createSandboxSignIn(deps),
  };
}

function partsOf(deps: SandboxDeps): ChannelParts {
  return {
    professional: {
      sendMessage: (call, profile, message) => sendMessage(deps, call, profile, message),
      sendInMail: (call, to, message) => sendInMail(deps, call, to, message),
      listInbox: (call, query) => listInbox(deps, call, query),
      getConversation: (call, query) => getConversation(deps, call, query),
      inmailBalance,
    },
    profiles: { getProfile, getMe, getContact, visit, searchPeople, searchCompanies, getCompany, unlock },
    network: {
      invite: (call, profile, note) => invite(deps, call, profile, note),
      withdraw,
      accept,
      checkInvitation,
      listInvitations,
      listSent,
      listConnections,
      readConnections,
      identify,
      recommendations,
    },
    content: createSandboxContent(),
    recruiter: { listJobs, listCandidates, getCv, publishJob, closeJob },
    email: createSandboxEmail(deps),
    messenger: {
      send: (call, chat) => sendChat(deps, call, chat),
      listInbox: (call, query) => listChats(deps, call, query),
      getConversation: (call, query) => getChat(deps, call, query),
    },
    enrichment: { findEmail, findOwner, checkEmail },
  };
}
