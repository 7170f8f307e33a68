import { actionOf } from '../../../contract/actions.ts';
import { type MailTerm, parseMailQuery } from '../../channels/mail-query.ts';
import { invalidParams } from '../../http/service-error.ts';
import { handleAction } from '../action-handler.ts';
import { cursorList } from './cursor-list.ts';
import { emailConversations } from './list-email-inbox.ts';

/** spec: messages / search (email). */
export const search = handleAction(
  actionOf('messages', 'search'),
  async (call) => {
    const { query, count, cursor = null } = call.params;
    const page = await call.context.channels.email.search(call, { query, terms: termsOf(query), count, cursor });
    return cursorList(page, emailConversations);
  },
  { check: ({ query }) => void termsOf(query) },
);

function termsOf(query: string): readonly MailTerm[] {
  const reading = parseMailQuery(query);
  if (!reading.ok) throw invalidParams(`params.query: ${reading.error}`);
  return reading.terms;
}
