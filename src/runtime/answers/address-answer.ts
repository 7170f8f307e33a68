import { readEmail } from '../../shared/identity/email-address.ts';
import type { Identity } from '../../shared/identity/identity.ts';
import { fail, ok, type Result } from '../../shared/kit/result.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import { findLastMail } from '../conversations/last-mail.ts';
import { messagesOf } from '../conversations/messages-of-people.ts';
import type { AccountRow } from '../store/accounts/account.ts';
import type { Address, AnswerChannel } from '../store/answers/answer.ts';
import { numberOf } from '../store/leads/number-of.ts';
import type { LeadRow } from '../store/leads/read-lead.ts';

/** The way that an answer takes: its channel, address and subject. */
export interface Addressed {
  readonly channel: AnswerChannel;
  readonly address: Address;
  readonly subject: string | null;
}

export interface Unaddressed {
  readonly code: 'no_address' | 'no_subject' | 'needs_subject';
  readonly field: string;
  readonly text: string;
}

/** Finds the way of an answer: the one by which the two last wrote to each other on this account. */
export async function addressAnswer(
  db: Queryable,
  person: { readonly lead: LeadRow; readonly identities: readonly Identity[] },
  account: AccountRow,
  subject: string | null,
): Promise<Result<Addressed, Unaddressed>> {
  switch (account.platform) {
    case 'email':
      return addressMail(db, person.lead, account.id, subject);
    case 'messenger': {
      const phone_number =
        numberOf(person.lead) ?? person.identities.find(({ kind }) => kind === 'phone')?.value ?? null;
      if (subject !== null) return NO_SUBJECT;
      return phone_number === null
        ? fail({ code: 'no_address', field: 'id', text: 'their phone number is not known' })
        : ok({ channel: 'messenger', address: { phone_number }, subject: null });
    }
    case 'professional':
      return addressMessage(db, person, account.id, subject);
  }
}

async function addressMail(
  db: Queryable,
  lead: LeadRow,
  accountId: string,
  asked: string | null,
): Promise<Result<Addressed, Unaddressed>> {
  const last = await findLastMail(db, lead.id, accountId);
  const given = last?.address ?? lead.email;
  const read = given === null ? null : readEmail(given);
  const to = read?.ok ? read.value.address : null;
  if (to === null) return fail({ code: 'no_address', field: 'id', text: 'their email address is not known' });
  const subject = asked ?? (last === null ? null : answerSubject(last.subject));
  if (subject === null || subject.trim() === '') {
    return fail({
      code: 'needs_subject',
      field: 'subject',
      text: 'a first mail needs a subject: there is none to answer',
    });
  }
  const thread = last?.message_id ? { thread_ref: last.message_id } : {};
  return ok({ channel: 'email', address: { to, ...thread }, subject });
}

async function addressMessage(
  db: Queryable,
  { lead, identities }: { readonly lead: LeadRow; readonly identities: readonly Identity[] },
  accountId: string,
  given: string | null,
): Promise<Result<Addressed, Unaddressed>> {
  const profile_url =
    lead.profile_url ??
    identities.find(({ kind }) => kind === 'profile_id' || kind === 'slug' || kind === 'urn')?.value ??
    null;
  if (profile_url === null) {
    return fail({ code: 'no_address', field: 'id', text: 'their profile on the network is not known' });
  }
  const own = (await messagesOf(db, [lead.id])).filter(({ account_id }) => account_id === accountId);
  const isInMail = own.at(-1)?.channel === 'inmail';
  if (!isInMail)
    return given === null ? ok({ channel: 'message', address: { profile_url }, subject: null }) : NO_SUBJECT;
  const before = own.findLast(({ channel, subject }) => channel === 'inmail' && subject)?.subject ?? null;
  const subject = given ?? (before === null ? null : answerSubject(before));
  return subject === null
    ? fail({ code: 'needs_subject', field: 'subject', text: 'an InMail needs a subject: none is known to answer' })
    : ok({ channel: 'inmail', address: { profile_url }, subject });
}

const NO_SUBJECT = fail({
  code: 'no_subject' as const,
  field: 'subject',
  text: 'only a mail or an InMail has a subject',
});

const MARKS = /^(?:\s*(?:re|aw|sv|antw|rv|res|fwd?|wg|tr)\s*(?:\[\d+\]\s*)?:)+\s*/i;

/** The subject of an answer, made as mail programs do it: with one mark, however many there were. */
const answerSubject = (subject: string): string => `Re: ${subject.replace(MARKS, '').trim()}`.trim();
