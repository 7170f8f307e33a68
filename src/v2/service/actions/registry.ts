import type { ActionDefinition } from '../../contract/definition.ts';
import type { ActionHandler } from './action-handler.ts';
import { getBalance } from './balance/get.ts';
import { answerComment, comment } from './content/comment.ts';
import { getComments } from './content/get-comments.ts';
import { getFeed } from './content/get-feed.ts';
import { getReactions } from './content/get-reactions.ts';
import { createCompanyPost, createPost, repost } from './content/publish.ts';
import { like, react, timeSpent } from './content/react.ts';
import { searchPosts } from './content/search.ts';
import { findEmail } from './enrich/find-email.ts';
import { reverseEmail } from './enrich/reverse-email.ts';
import { validateEmail } from './enrich/validate-email.ts';
import { archive, markAsRead, markAsUnread, trash } from './messages/change-mails.ts';
import { getConversation } from './messages/get-conversation.ts';
import { listInbox } from './messages/list-inbox.ts';
import { listLabels } from './messages/list-labels.ts';
import { search } from './messages/search.ts';
import { send } from './messages/send.ts';
import { accept } from './network/accept.ts';
import { checkConnection } from './network/check-connection.ts';
import { checkInvitation } from './network/check-invitation.ts';
import { invite } from './network/invite.ts';
import { listConnections } from './network/list-connections.ts';
import { listInvitations } from './network/list-invitations.ts';
import { listSent } from './network/list-sent.ts';
import { recommendations } from './network/recommendations.ts';
import { withdraw } from './network/withdraw.ts';
import { getProfile } from './profiles/get.ts';
import { getCompany } from './profiles/get-company.ts';
import { getContact } from './profiles/get-contact.ts';
import { getMe } from './profiles/get-me.ts';
import { searchCompanies } from './profiles/search-companies.ts';
import { searchPeople } from './profiles/search-people.ts';
import { unlock } from './profiles/unlock.ts';
import { visit } from './profiles/visit.ts';
import { closeJob } from './recruiter/close-job.ts';
import { getCandidates } from './recruiter/get-candidates.ts';
import { getCv } from './recruiter/get-cv.ts';
import { getPosts } from './recruiter/get-posts.ts';
import { publishJob } from './recruiter/publish-job.ts';

/** To add an action: its file, and its name here. */
const HANDLERS: readonly ActionHandler[] = [
  getMe,
  getProfile,
  getContact,
  visit,
  searchPeople,
  searchCompanies,
  getCompany,
  unlock,
  invite,
  accept,
  withdraw,
  checkInvitation,
  listInvitations,
  listSent,
  checkConnection,
  listConnections,
  recommendations,
  send,
  listInbox,
  getConversation,
  search,
  markAsRead,
  markAsUnread,
  archive,
  trash,
  listLabels,
  createPost,
  createCompanyPost,
  repost,
  like,
  react,
  timeSpent,
  comment,
  answerComment,
  searchPosts,
  getFeed,
  getComments,
  getReactions,
  getPosts,
  getCandidates,
  getCv,
  publishJob,
  closeJob,
  getBalance,
  findEmail,
  reverseEmail,
  validateEmail,
];

const byDefinition = new Map(HANDLERS.map((handler) => [handler.definition, handler]));

/** Every action of the contract has one. */
export function handlerOf(definition: ActionDefinition): ActionHandler {
  const handler = byDefinition.get(definition);
  if (!handler) throw new Error(`nothing carries out ${definition.category} / ${definition.action}`);
  return handler;
}
