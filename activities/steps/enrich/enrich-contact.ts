import { emailIdentity, phoneIdentity, writtenOf } from '../../../src/shared/identity/identity.ts';
import type { StepContext } from '../../look/context.ts';
import { callProfile } from '../network/call-profile.ts';
import { type Absorbed, nothingFound, type Preparation } from '../prepared.ts';
import { listAt } from '../read-data.ts';

/** spec: profiles / get_contact: what a connection shares. */
export function prepareContact(context: StepContext): Preparation {
  const { lead } = context;
  if (lead?.email && lead.phone_number) {
    return { is: 'nothing_to_do', title: `The contact details of ${context.whom} are already known` };
  }
  return callProfile(context, 'get_contact');
}

export function absorbContact(context: StepContext, data: unknown): Absorbed {
  const country = context.lead?.country ?? null;
  const emails = textsAt(data, 'emails').flatMap((text) => emailIdentity(text) ?? []);
  const phones = textsAt(data, 'phones').flatMap((text) => phoneIdentity(text, { country }) ?? []);
  const [email] = emails;
  const [phone] = phones;
  if (!email && !phone) {
    return nothingFound('CONTACT_NOT_FOUND', `${context.whom} shares neither an address nor a number`);
  }
  return {
    title: `Found the contact details of ${context.whom}`,
    changes: {
      lead: { ...(email ? { email: writtenOf(email) } : {}), ...(phone ? { phone_number: phone.value } : {}) },
      origins: { email: OWN_PAGE, phone_number: OWN_PAGE },
      identities: [...emails, ...phones],
    },
  };
}

const OWN_PAGE = 'their contact details on the network';

const textsAt = (data: unknown, name: string): string[] =>
  listAt(data, name).filter((item): item is string => typeof item === 'string');
