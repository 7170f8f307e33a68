import type { z } from 'zod';
import type { inbox } from '../../../contract/actions/messages/inbox.ts';
import { actionOf } from '../../../contract/actions.ts';
import { invalidParams } from '../../answers/service-error.ts';
import { type MailTerm, parseMailQuery } from '../../channels/mail-query.ts';
import { handleAction } from '../action-handler.ts';
import { cursorList } from './cursor-list.ts';
import { emailConversations } from './email-inbox.ts';

/** spec: messages / search (email). */
export const search = handleAction(
  actionOf('messages', 'search'),
  'email',
  async (call) => cursorList(await call.channel.search(call, searchOf(call.params)), emailConversations),
  { check: ({ query }) => void termsOf(query) },
);

const searchOf = ({ query, count, cursor }: z.output<typeof inbox.search.params>) => ({
  query,
  terms: termsOf(query),
  count,
  cursor: cursor ?? null,
});

function termsOf(query: string): readonly MailTerm[] {
  const reading = parseMailQuery(query);
  if (!reading.ok) throw invalidParams(`params.query: ${reading.error}`);
  return reading.terms;
}
