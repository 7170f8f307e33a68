import { profileOf, type StepContext, senderOf } from '../context.ts';
import { learnEmail } from './learn-profile.ts';
import { type Absorbed, impossible, NO_SENDER, type Prepared } from './prepared.ts';
import { textAt } from './read-data.ts';

/** spec: enrich / find_email. An address that is there stays, and nothing is asked. */
export function prepareEnrich(context: StepContext): Prepared {
  const { lead } = context;
  if (lead?.email) return { is: 'nothing_to_do', title: `The email address of ${context.whom} is known already` };
  const sender = senderOf(context, 'professional') ?? senderOf(context, 'email');
  if (!sender) return NO_SENDER('professional or email');
  const params = findBy(context);
  if (!params)
    return impossible('EMAIL_NOT_FOUND', 'there is neither a profile nor a name with a company to search by');
  return {
    is: 'call',
    request: { account_id: sender.id, category: 'enrich', action: 'find_email', params },
    limit_class: null,
    credits: 1,
  };
}

function findBy(context: StepContext): Record<string, string> | null {
  const profile = profileOf(context);
  if (profile) return { profile_url: profile };
  const { lead } = context;
  if (!lead?.first_name || !lead.last_name || !lead.company) return null;
  return { first_name: lead.first_name, last_name: lead.last_name, company: lead.company };
}

export function absorbEnrich(context: StepContext, data: unknown): Absorbed {
  const email = textAt(data, 'email');
  if (email === null) {
    const text = `No email address of ${context.whom} was found`;
    return { title: text, changes: {}, result: { status: 'impossible', code: 'EMAIL_NOT_FOUND', text } };
  }
  return {
    title: `Found the email address of ${context.whom}`,
    changes: { email, identities: learnEmail(email) },
  };
}
