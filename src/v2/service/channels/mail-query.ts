import { findMailLabel, MAIL_LABELS, type MailLabel } from './mail-labels.ts';

/** One condition of a mail search; a mail is found when all hold. */
export type MailTerm = { readonly negated: boolean } & (
  | { readonly kind: 'text'; readonly field: 'any' | 'from' | 'to' | 'subject'; readonly text: string }
  | { readonly kind: 'attachment' }
  | { readonly kind: 'unread'; readonly unread: boolean }
  /** Epoch ms: `from` inclusive, `to` exclusive. */
  | { readonly kind: 'time'; readonly from: number | null; readonly to: number | null }
  | { readonly kind: 'label'; readonly label: MailLabel | 'anywhere' }
  | { readonly kind: 'message_id'; readonly id: string }
);

type Condition = MailTerm extends infer Term ? (Term extends MailTerm ? Omit<Term, 'negated'> : never) : never;
export type MailQueryReading =
  | { readonly ok: true; readonly terms: readonly MailTerm[] }
  | { readonly ok: false; readonly error: string };

const OPERATORS = ['from', 'to', 'subject', 'has', 'is', 'before', 'after', 'in', 'label', 'rfc822msgid'] as const;
type Operator = (typeof OPERATORS)[number];

const TERM = new RegExp(`(-?)(?:(${OPERATORS.join('|')}):\\s*)?(?:"([^"]*)"?|(\\S+))`, 'gi');

/** The query syntax of the contract (messages / search). A colon after any other word is part of that word. */
export function parseMailQuery(query: string): MailQueryReading {
  const terms: MailTerm[] = [];
  for (const [, minus, operator, quoted, bare] of query.matchAll(TERM)) {
    const value = (quoted ?? bare ?? '').trim();
    if (value === '') continue;
    const condition = conditionOf(operator?.toLowerCase() as Operator | undefined, value);
    if (typeof condition === 'string') return { ok: false, error: condition };
    terms.push({ ...condition, negated: minus === '-' } as MailTerm);
  }
  return { ok: true, terms };
}

function conditionOf(operator: Operator | undefined, value: string): Condition | string {
  const word = value.toLowerCase();
  switch (operator) {
    case undefined:
      return { kind: 'text', field: 'any', text: value };
    case 'from':
    case 'to':
    case 'subject':
      return { kind: 'text', field: operator, text: value };
    case 'has':
      return /^attachments?$/.test(word) ? { kind: 'attachment' } : 'has: takes attachment';
    case 'is':
      return word === 'unread' || word === 'read'
        ? { kind: 'unread', unread: word === 'unread' }
        : 'is: takes unread or read';
    case 'before':
    case 'after': {
      const day = dayOf(value);
      if (day === null) return `${operator}: takes a date such as 2030-01-31`;
      return operator === 'before' ? { kind: 'time', from: null, to: day } : { kind: 'time', from: day, to: null };
    }
    case 'in':
    case 'label': {
      const label = findMailLabel(word);
      if (word === 'anywhere' || label) return { kind: 'label', label: label ?? 'anywhere' };
      return `${operator}: takes ${MAIL_LABELS.join(', ')} or anywhere`;
    }
    case 'rfc822msgid':
      return { kind: 'message_id', id: value };
  }
}

/** The start of the day, UTC; null for what is no day of the calendar. */
function dayOf(text: string): number | null {
  const parts = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text);
  if (!parts) return null;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  const at = Date.UTC(year, month - 1, day);
  const read = new Date(at);
  return read.getUTCMonth() === month - 1 && read.getUTCDate() === day ? at : null;
}
