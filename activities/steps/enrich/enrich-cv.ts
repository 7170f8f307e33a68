import { z } from 'zod';
import { DOCUMENT_LIMITS, type DocumentContacts, readContacts } from '../../../src/shared/documents/read-contacts.ts';
import { emailIdentity, type Identity, phoneIdentity, writtenOf } from '../../../src/shared/identity/identity.ts';
import { isSharedAddress } from '../../../src/shared/identity/shared-address.ts';
import { cutText } from '../../../src/shared/kit/cut-text.ts';
import { isRecord } from '../../../src/shared/kit/is-record.ts';
import { type StepContext, senderOf } from '../../look/context.ts';
import { type Absorbed, impossible, NO_SENDER, nothingFound, type Preparation } from '../prepared.ts';

/** spec: recruiter / get_cv: the file that somebody applied with. */
export function prepareCv(context: StepContext): Preparation {
  const { lead, vars, whom } = context;
  if (lead?.email && lead.phone_number) {
    return { is: 'nothing_to_do', title: `The contact details of ${whom} are already known` };
  }
  const sender = senderOf(context, 'professional');
  if (!sender) return NO_SENDER('professional');
  const application_id = isRecord(vars.job) ? vars.job.application_id : undefined;
  if (typeof application_id !== 'string') {
    return impossible('NO_APPLICATION', `it is not known with which application ${whom} came`);
  }
  const params = { application_id };
  const request = { account_id: sender.id, category: 'recruiter', action: 'get_cv', params };
  return { is: 'call', request };
}

const text = z.string().nullish().catch(null);
const answer = z.object({
  application_id: text,
  candidate: z.object({ email: text, phone: text }).catch({}),
  cv: z.object({ content: z.string(), filename: z.string().catch('CV') }),
});

/** The part of the answer that is kept: neither the file itself nor all else that somebody says of themselves is. */
const kept = z.object({
  application_id: z.string().nullable(),
  filename: z.string(),
  shared: z.object({ email: z.string().nullable(), phone: z.string().nullable() }),
  contacts: z.custom<DocumentContacts>(isRecord),
});

export async function distillCv({ lead }: StepContext, data: unknown): Promise<z.output<typeof kept> | null> {
  const read = answer.safeParse(data);
  if (!read.success) return null;
  const { application_id, candidate, cv } = read.data;
  return {
    application_id: application_id ?? null,
    filename: cutText(cv.filename, 200),
    shared: { email: candidate.email ?? null, phone: candidate.phone ?? null },
    contacts: await contactsIn(cv.content, lead?.country ?? null),
  };
}

function contactsIn(content: string, country: string | null): Promise<DocumentContacts> {
  // Not decoded where it is too large anyway; who reads it says so.
  const most = Math.ceil((DOCUMENT_LIMITS.file_bytes * 4) / 3) + 4;
  return readContacts({ bytes: Buffer.from(content.slice(0, most), 'base64'), country });
}

export function absorbCv(context: StepContext, data: unknown): Absorbed {
  const { whom } = context;
  const read = kept.safeParse(data);
  if (!read.success) return nothingFound('CV_UNREADABLE', `the service gave no CV of ${whom}`);
  const { application_id, filename, shared, contacts } = read.data;
  const found = contacts.kind === 'read' ? contacts : { emails: [], phones: [] };
  const inFile = `the CV ${filename}${application_id === null ? '' : ` of the application ${application_id}`}`;
  const beside = `what they share with ${application_id === null ? 'their application' : `the application ${application_id}`}`;
  const email = pick(shared.email, beside, ownAddress(context, found.emails), inFile, emailIdentity);
  const phone = pick(shared.phone, beside, found.phones[0] ?? null, inFile, (text) =>
    phoneIdentity(text, { country: context.lead?.country ?? null }),
  );
  if (email === null && phone === null) {
    if (contacts.kind === 'unreadable') {
      return nothingFound('CV_UNREADABLE', `the CV ${filename} of ${whom} cannot be read: ${contacts.reason}`);
    }
    const why =
      found.emails.length > 1 ? 'several addresses, and none of them is certainly theirs' : 'no address and no number';
    return nothingFound('CONTACT_NOT_FOUND', `the CV ${filename} of ${whom} has ${why}`);
  }
  const what = [email && 'email address', phone && 'phone number'].filter((one) => one !== null).join(' and the ');
  return {
    title: `Found the ${what} of ${whom} in ${(email ?? phone)?.from}`,
    changes: {
      lead: { ...(email && { email: email.value }), ...(phone && { phone_number: phone.value }) },
      origins: { ...(email && { email: email.from }), ...(phone && { phone_number: phone.from }) },
      identities: [email?.identity, phone?.identity].flatMap((one) => one ?? []),
    },
    detail: { email_from: email?.from ?? null, phone_number_from: phone?.from ?? null },
  };
}

/** Prefers what somebody shares to what a file says. */
function pick(
  shared: string | null,
  beside: string,
  inFile: string | null,
  file: string,
  identityOf: (text: string) => Identity | null,
): { readonly value: string; readonly from: string; readonly identity: Identity } | null {
  for (const [given, from] of [
    [shared, beside],
    [inFile, file],
  ] as const) {
    const identity = given === null ? null : identityOf(given);
    if (identity !== null) return { value: writtenOf(identity), from, identity };
  }
  return null;
}

/**
 * Finds the person's own address. Some of the addresses in a CV are those of referees and firms: the person's has a
 * name of theirs in it, or is the only one.
 */
function ownAddress({ lead }: StepContext, emails: readonly string[]): string | null {
  const own = emails.filter((email) => !isSharedAddress(email));
  const names = [lead?.first_name, lead?.last_name].flatMap((name) => (name ? fold(name).split(' ') : []));
  const named = own.find((email) => {
    const local = fold(email.split('@')[0] ?? '');
    return names.some((name) => name.length > 2 && local.includes(name));
  });
  return named ?? (own.length === 1 ? (own[0] ?? null) : null);
}

const fold = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, ' ')
    .trim();
