import { unreachable } from '../../../../../../shared/kit/result.ts';
import { bracketed } from '../../../bracketed.ts';
import type { MailTerm } from '../../../mail-query.ts';
import { labelOf } from './mail-row.ts';

const FROM = `m.from_name || ' ' || m.from_email`;
const TO = `m.to_name || ' ' || m.to_email || ' ' || array_to_string(m.recipients, ' ')`;
const FIELDS = { from: FROM, to: TO, subject: 'm.subject' } as const;

/** Adds a value to the query and gives its place: what the caller wrote goes in as a value only. */
type Add = (value: unknown) => string;

/** The SQL condition for a term that the index can decide; null: its words may be in the text. */
export function conditionOf(term: MailTerm, add: Add): string | null {
  switch (term.kind) {
    case 'text':
      return term.field === 'any' ? null : `${FIELDS[term.field]} ilike ${add(like(term.text))}`;
    case 'attachment':
      return `m.files <> '[]'`;
    case 'unread':
      return term.unread ? 'm.unread' : 'not m.unread';
    case 'time':
      return [
        ...(term.from === null ? [] : [`m.world_at >= ${add(new Date(term.from))}`]),
        ...(term.to === null ? [] : [`m.world_at < ${add(new Date(term.to))}`]),
      ].join(' and ');
    case 'label':
      if (term.label === 'anywhere') return 'true';
      return term.label === 'sent' ? `m.outgoing and m.role <> 'trash'` : `${labelOf('m')} = ${add(term.label)}`;
    case 'message_id':
      return `m.message_id = ${add(bracketed(term.id))}`;
    default:
      return unreachable(term);
  }
}

/** SQL: whether the words are in sender, recipients or subject. */
export const headerMatch = (text: string, add: Add): string =>
  `${FROM} || ' ' || ${TO} || ' ' || m.subject ilike ${add(like(text))}`;

const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
