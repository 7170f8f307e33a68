import type { ActionDefinition } from '../../contract/definition.ts';
import type { ActionHandler } from './action-handler.ts';
import { getBalance } from './balance/get.ts';
import { findEmail } from './enrich/find-email.ts';
import { getConversation } from './messages/get-conversation.ts';
import { listInbox } from './messages/list-inbox.ts';
import { send } from './messages/send.ts';
import { checkConnection } from './network/check-connection.ts';
import { checkInvitation } from './network/check-invitation.ts';
import { invite } from './network/invite.ts';
import { listConnections } from './network/list-connections.ts';
import { withdraw } from './network/withdraw.ts';
import { getProfile } from './profiles/get.ts';
import { getMe } from './profiles/get-me.ts';
import { searchPeople } from './profiles/search-people.ts';
import { visit } from './profiles/visit.ts';
import { closeJob } from './recruiter/close-job.ts';
import { getCandidates } from './recruiter/get-candidates.ts';
import { getCv } from './recruiter/get-cv.ts';
import { getPosts } from './recruiter/get-posts.ts';
import { publishJob } from './recruiter/publish-job.ts';

/** The actions that this version carries out. To add one: its file, and its name here. */
const HANDLERS: readonly ActionHandler[] = [
  getMe,
  getProfile,
  visit,
  searchPeople,
  invite,
  withdraw,
  checkInvitation,
  checkConnection,
  listConnections,
  send,
  listInbox,
  getConversation,
  getPosts,
  getCandidates,
  getCv,
  publishJob,
  closeJob,
  getBalance,
  findEmail,
];

const byDefinition = new Map(HANDLERS.map((handler) => [handler.definition, handler]));

/** Undefined: the contract has the action, this version does not carry it out. */
export function findHandler(definition: ActionDefinition): ActionHandler | undefined {
  return byDefinition.get(definition);
}
