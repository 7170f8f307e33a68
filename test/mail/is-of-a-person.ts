import type { MailMeaning } from '../../src/shared/mail/mail-meaning.ts';

/** A person wrote it; whether it asks for no more mail may be a question. */
export const isOfAPerson = (meaning: MailMeaning): boolean =>
  meaning.kind === 'mail' || (meaning.kind === 'in_doubt' && meaning.doubt === 'wish');
