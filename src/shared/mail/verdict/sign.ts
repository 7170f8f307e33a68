/** Signs that speak for a machine, or against one, in the order in which they are shown. */
export const SIGN_NAMES = [
  'auto_replied',
  'auto_generated',
  'report',
  'bulk',
  'answers_generated',
  'autoresponder_header',
  'subject_mark',
  'seconds',
  'nobodys_address',
  'no_return_path',
  'bare',
  'declares_itself',
  'absence',
  'leave',
  'away',
  'confirmation',
  'sounds_automatic',
  'repeated',
  'list',
  'says_no_machine',
  'answers_us',
  'sounds_like_a_wish',
] as const;

/**
 * - `auto_replied`, `auto_generated`: `Auto-Submitted` as RFC 3834 defines it; `report`: `multipart/report` (RFC 6522); `bulk`: one-click unsubscription
 *   (RFC 8058) in a mail that answers nothing. Standards define them.
 * - `answers_generated`: `Auto-Submitted: auto-generated` in an answer, which the RFC calls something else: ticket systems send what people write so.
 * - `autoresponder_header`: fields that programs set which answer for somebody; `subject_mark`: such a program's mark at the very beginning of the
 *   subject, before ours; `seconds`: it came within seconds of our mail; `nobodys_address`: no person has such an address; `no_return_path`: nobody
 *   is told where it does not arrive (RFC 5321); `bare`: it answers, and has nothing of what programs make when people answer, or has our subject and not even names the mail that it answers; `list`: sent to many, and answers nothing; `repeated`: word by word the same as before.
 * - By words of its own: `declares_itself`: that it is automatic; `absence`: who is away, until when or what to do meanwhile, as autoresponders do;
 *   `leave`: a leave or closed doors, as people tell of them, too, and until when or what to do meanwhile; `away`: something of that; `confirmation`: of requests, orders, tickets;
 *   `sounds_automatic`: no such words are known, and a model that has learnt from labeled texts takes it for a machine's.
 * - `says_no_machine`: `Auto-Submitted: no`; `answers_us`: its own words ask us something, or say yes or no. They speak against one.
 * - `sounds_like_a_wish`: a person may want no more mail; with the words that weighed most. It says nothing of who wrote.
 */
export type SignName = (typeof SIGN_NAMES)[number];

export interface Sign {
  readonly sign: SignName;
  /** The evidence: the field, the words, the seconds. */
  readonly seen: string;
}

/** The author of a mail, as far as it can be known. */
export type Verdict = 'machine' | 'in_doubt' | 'person';
