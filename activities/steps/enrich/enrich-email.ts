import { writtenOf } from '../../../src/shared/identity/identity.ts';
import { profileOf, type StepContext, senderOf } from '../../look/context.ts';
import { learnEmail } from '../network/learn-profile.ts';
import { type Absorbed, type Completed, impossible, NO_SENDER, nothingFound, type Preparation } from '../prepared.ts';
import { textAt } from '../read-data.ts';

/**
 * spec: enrich / find_email, then validate_email of what it found: the first is read under a key of its own, so that a step
 * that has to begin again pays for neither twice. An address that is there stays, and nothing is asked.
 */
export function prepareEnrichEmail(context: StepContext): Preparation {
  const { lead } = context;
  if (lead?.email) return { is: 'nothing_to_do', title: `The email address of ${context.whom} is already known` };
  const sender = senderOf(context, 'professional') ?? senderOf(context, 'email');
  if (!sender) return NO_SENDER('professional or email');
  const params = findBy(context);
  if (!params)
    return impossible('EMAIL_NOT_FOUND', 'there is neither a profile nor a name with a company to search by');
  return {
    is: 'call',
    request: {
      account_id: sender.id,
      category: 'enrich',
      action: 'validate_email',
      params: {},
      first: { part: 'find', category: 'enrich', action: 'find_email', params },
    },
  };
}

function findBy(context: StepContext): Record<string, string> | null {
  const profile = profileOf(context);
  if (profile) return { profile_url: profile };
  const { lead } = context;
  if (!lead?.first_name || !lead.last_name || !lead.company) return null;
  return { first_name: lead.first_name, last_name: lead.last_name, company: lead.company };
}

export function completeFoundEmail(context: StepContext, data: unknown): Completed {
  const email = textAt(data, 'email');
  return email === null
    ? {
        is: 'over',
        absorbed: nothingFound('EMAIL_NOT_FOUND', `no email address of ${context.whom} was found`),
      }
    : { is: 'request', params: { email } };
}

/**
 * Absorbs the answer of `validate_email`. An address that may or may not take mail is taken; only one that certainly
 * does not is dropped.
 */
export function absorbCheckedEmail(context: StepContext, data: unknown): Absorbed {
  const email = textAt(data, 'email');
  const status = textAt(data, 'status');
  const [identity] = email === null ? [] : learnEmail(email);
  if (identity === undefined || status === 'invalid') {
    const reason = textAt(data, 'reason')?.replaceAll('_', ' ');
    const why = reason === undefined ? '' : ` (${reason})`;
    return nothingFound('EMAIL_INVALID', `the address found for ${context.whom} accepts no mail${why}`);
  }
  return {
    title: `Found the email address of ${context.whom}`,
    changes: {
      lead: { email: writtenOf(identity) },
      origins: { email: 'a search for their work address' },
      identities: [identity],
    },
    detail: { status },
  };
}
