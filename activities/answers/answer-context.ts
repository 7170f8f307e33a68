import type { LimitClass } from '../../src/language/plan/plan.ts';
import type { AccountRow } from '../../src/runtime/store/accounts/account.ts';
import { findAccount } from '../../src/runtime/store/accounts/find-account.ts';
import { type AnswerRow, answerKey } from '../../src/runtime/store/answers/answer.ts';
import type { IntentRequest } from '../../src/runtime/store/intents/intent.ts';
import { listIdentities } from '../../src/runtime/store/leads/list-identities.ts';
import { type LeadRow, readLead } from '../../src/runtime/store/leads/read-lead.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { type Correspondents, nameOf } from '../look/context.ts';
import { INTENT_HEADER } from '../steps/messages/email-headers.ts';
import { sendRequest } from '../steps/messages/send-request.ts';

/** An answer of a person of ours, with what is known of whom it is for. */
export interface AnswerContext extends Correspondents {
  readonly answer: AnswerRow;
  /** The key of its intent. */
  readonly key: string;
  readonly account: AccountRow;
  readonly lead: LeadRow;
  /** The lead's name for people. */
  readonly whom: string;
}

/** Reads what is known of an answer. Null: the person or the account is not known any more. */
export async function readAnswerContext(db: Queryable, answer: AnswerRow): Promise<AnswerContext | null> {
  if (answer.lead_id === null) return null;
  const [lead, account, identities] = [
    await readLead(db, answer.lead_id),
    await findAccount(db, answer.account_id),
    await listIdentities(db, [answer.lead_id]),
  ];
  if (lead === null || account === null) return null;
  return {
    answer,
    key: answerKey(answer.id),
    account,
    accounts: [account],
    lead,
    identities,
    enrollment: { accepted_at: null },
    whom: nameOf(lead),
  };
}

/** Builds the call that sends the answer, in the form of its channel. */
export function requestOf({ answer, key }: Pick<AnswerContext, 'answer' | 'key'>): IntentRequest {
  const { account_id, channel, address, text, subject, attachments } = answer;
  const links = attachments.flatMap((one) => ('link' in one ? [one.link] : []));
  const files = attachments.flatMap((one) => ('link' in one ? [] : [one]));
  const params = {
    ...address,
    ...(channel === 'inmail' ? { inmail: true } : {}),
    ...(subject === null ? {} : { subject }),
    ...(text === '' ? {} : { message_text: text }),
    ...(links.length > 0 ? { media_links: links } : {}),
    ...(files.length > 0 ? { media_files: files } : {}),
    ...(channel === 'email' ? { custom_headers: { [INTENT_HEADER]: key } } : {}),
  };
  return sendRequest(account_id, params);
}

export const limitClassOf = ({ channel }: Pick<AnswerRow, 'channel'>): LimitClass =>
  channel === 'messenger' ? 'message' : channel;

/** API credits that it may cost. spec: Credits per action */
export function creditsOf({ channel, attachments }: Pick<AnswerRow, 'channel' | 'attachments'>): number {
  if (channel === 'inmail') return 0;
  return channel === 'message' && attachments.length > 0 ? 2 : 1;
}

/** In sentences: `the answer of Anna Keller`. */
export const nameOfAnswer = ({ author }: Pick<AnswerRow, 'author'>): string => `the answer of ${author}`;
