import type { FastifyInstance } from 'fastify';
import { messagesOf } from '../../../runtime/conversations/messages-of-people.ts';
import { searchQuery } from '../../../runtime/conversations/search-words.ts';
import { listAnswersTo } from '../../../runtime/store/answers/find-answer.ts';
import {
  type ConversationFilter,
  type ListedConversation,
  readConversation,
} from '../../../runtime/store/conversations/list-conversations.ts';
import { listNotes } from '../../../runtime/store/conversations/notes.ts';
import { searchListing } from '../../../runtime/store/conversations/search-conversations.ts';
import { createPlanCache } from '../../../runtime/store/sequences/plan-cache.ts';
import { hasAny, type Within } from '../../../runtime/store/within.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { OperationNamed } from '../../api-contract/api-operations.ts';
import type { QueryOf } from '../../api-contract/operation.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { invalidQuery, notFound } from '../problem.ts';
import { serve } from '../serve.ts';
import { viewUnsent } from '../views/answer.ts';
import { viewConversation, viewHistory, viewListedConversation } from '../views/conversations.ts';

/** Adds the routes for what people have answered. */
export function addConversationRoutes(app: FastifyInstance, { db }: ApiDeps): void {
  const plans = { db, findPlan: createPlanCache() };
  serve(app, 'listConversations', ({ query, within }) => {
    const vars = query.fields?.includes('lead') ?? false;
    const listing = searchListing(db, conversationFilterOf(query, within), { vars });
    return answerPage(db, listing, query, vars ? viewConversation : viewListedConversation);
  });

  serve(app, 'getConversation', async ({ params: { id }, within, reply }) => {
    const row = await conversationOf(db, id, within);
    // Its person was merged with another one: the conversation that goes on answers, under its own id.
    if (row.id !== id) reply.header('Content-Location', `/api/conversations/${row.id}`);
    const [messages, answers, notes] = [
      await messagesOf(db, [row.lead_id]),
      await listAnswersTo(db, [row.lead_id]),
      await listNotes(db, row.id),
    ];
    const isSeen = ({ account_id }: { readonly account_id: string }) => hasAny(within, [account_id]);
    return {
      ...viewConversation(row),
      ...(await viewHistory(plans, messages.filter(isSeen))),
      answers: viewUnsent(answers.filter(isSeen)),
      notes,
    };
  });
}

export async function conversationOf(db: Queryable, id: string, within: Within): Promise<ListedConversation> {
  const row = await readConversation(db, id, within);
  if (row === null) throw notFound('conversation', id);
  return row;
}

/** Makes the filter that was asked for, within what whoever asks may see. */
export function conversationFilterOf(
  query: Partial<QueryOf<OperationNamed<'listConversations'>>>,
  limited: Within,
): ConversationFilter {
  const within = limited ?? undefined;
  const { state, unread, channel, account_id, campaign_id, lead_id, label, assignee, waiting_for, q = '' } = query;
  const filter = { within, state, unread, channel, account_id, campaign_id, lead_id, label, assignee, waiting_for };
  if (q.trim() === '') return filter;
  const found = searchQuery(q);
  if (found !== null) return { ...filter, found };
  throw invalidQuery('q', 'has no word in it: give letters or digits');
}
