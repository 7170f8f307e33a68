import { bracketed } from './bracketed.ts';
import type { Outcome } from './call.ts';
import type { MailChange, MailSelection } from './email-channel.ts';
import { done, notFound } from './refusals.ts';

/** The Message-IDs of a selection in the form in which they are stored, each once; null: it names a whole conversation. */
export const namedMails = ({ message_ids }: MailSelection): readonly string[] | null =>
  message_ids && [...new Set(message_ids.map(bracketed))];

interface Row {
  readonly message_id: string;
  readonly outgoing: boolean;
}

/**
 * The mails that a change is for, of those that a selection found: all that it names or none, so that one that is not there leaves the
 * others as they are. A whole conversation means only the mails that can be so (our own mails are read, and what was thrown away stays there),
 * or all of them where none can.
 */
export function pickMails<R extends Row>(
  found: readonly R[],
  selection: MailSelection,
  { change, isInTrash }: { readonly change: MailChange; isInTrash(row: R): boolean },
): Outcome<readonly R[]> {
  const { conversation_id } = selection;
  const named = namedMails(selection);
  const missing = named?.find((id) => !found.some(({ message_id }) => message_id === id));
  if (missing !== undefined) {
    return notFound(`message ${missing} not found${conversation_id === null ? '' : ' in this conversation'}`);
  }
  if (found.length === 0) return notFound(`conversation ${conversation_id} not found`);
  if (named !== null) return done(found);
  const fitting = found.filter((row) =>
    change === 'mark_as_read' || change === 'mark_as_unread' ? !row.outgoing : !isInTrash(row),
  );
  return done(fitting.length > 0 ? fitting : found);
}
