import type { Knowledge } from './rules/all-rules.ts';
import { KINDS, type Reason } from './rules/rule.ts';
import { type Stage, stageOf } from './rules/stages.ts';
import { wordsOf } from './rules/words-of.ts';
import type { SmtpReply } from './smtp-reply.ts';
import { reasonOfCode, reasonOfStatus } from './status-codes.ts';

/** The texts about one recipient: the most specific first. */
export interface ReportedFailure {
  readonly texts: readonly string[];
  readonly reply: SmtpReply;
  /** All that the notice says, where it is of one address. */
  readonly around: string;
  /** A report in the form of RFC 3464 says that it failed, not words alone. */
  readonly is_reported: boolean;
}

/**
 * Words come first, of the reply before those around it: a server that names its reason often sends a code along that means
 * another one (`5.7.1 user unknown`, `5.1.1 mailbox full`). Then the enhanced status decides, then the code.
 */
export function reasonOf({ texts, reply }: ReportedFailure, { reasons, stages }: Knowledge): Reason {
  for (const text of texts) {
    const words = wordsOf(text);
    const said = reasons.find(({ says }) => says.test(words))?.reason;
    if (said === 'disabled' && isShutForGood(reply, words)) return 'unknown_user';
    if (said === 'refused') return isInsisting(reply, stageOf(texts, stages)) ? 'unknown_user' : 'refused';
    if (said !== undefined) return said;
  }
  return reasonOfStatus(reply) ?? reasonOfCode(reply.code) ?? 'other';
}

/** Whether nothing sent to the address will ever arrive. */
export function isHard(reason: Reason, failure: ReportedFailure, knowledge: Knowledge): boolean {
  if (KINDS[reason] === 'soft') return false;
  const { texts, reply, around } = failure;
  // The name server answered that the domain has no mail host: that does not pass, whatever status was put to it.
  if (reason === 'no_mail_host' && texts.some((text) => NO_MX.test(text))) return true;
  const stage = stageOf([...texts, around], knowledge.stages);
  // Refused before anybody was named as its recipient: `unknown host` and `unknown user` are then the sender's.
  if (stage === 'sender') return false;
  // What is temporary by its own word is never for ever.
  if (reply.status === null ? reply.code?.startsWith('4') : reply.status.startsWith('4')) return false;
  return reason !== 'unknown_user' || (isNobodyThere(failure, stage) && !mayPass(failure, knowledge));
}

/**
 * An address that does not exist is refused where it is named. A server that took it and says a bare `user unknown` after the text
 * judged the text, and hides that (Japanese carriers do). Where nobody tells the command, these words with a status of the
 * mailbox or of policy (RFC 3463, X.2 and X.7) are such a judgement too; with no status and no report nothing bears them out.
 */
function isNobodyThere({ texts, reply, is_reported }: ReportedFailure, stage: Stage | null): boolean {
  const { status, code } = reply;
  if (stage === 'recipient' || status?.startsWith('5.1.') || !texts.some((text) => BARE.test(text))) return true;
  if (stage === 'text') return false;
  return status === null ? is_reported || code === null : !/^5\.[27]\./.test(status);
}

const BARE = /user unknown|unknown user/i;

/** `User unknown` in one line, and in another that the mailbox is full or shut: somebody is there. */
function mayPass({ around, reply }: ReportedFailure, { reasons }: Knowledge): boolean {
  const words = wordsOf(around);
  const said = new Set(reasons.filter(({ says }) => says.test(words)).map(({ reason }) => reason));
  return said.has('mailbox_full') || (said.has('disabled') && !isShutForGood(reply, words));
}

/** `5.1.1 inactive address`: no such mailbox, whatever it was once; unless it may be opened again. */
const isShutForGood = ({ status }: SmtpReply, words: string): boolean =>
  status === '5.1.1' && !/suspend|lock(?:ed|out)|frozen|hold|tempor/.test(words);

const NO_MX = /\b(?:no (?:valid )?mx\b|null ?mx)/i;

/** No such mailbox; `5.5.0` is what Microsoft's mailboxes for consumers say then. */
const isInsisting = ({ status }: SmtpReply, stage: Stage | null): boolean =>
  status === null ? stage === 'recipient' : /^5\.(?:1\.[01]|5\.0)$/.test(status);
