import type { LeadFields } from '../../../src/language/plan/lead.ts';
import type { StepContext } from '../../look/context.ts';
import { callProfile } from '../network/call-profile.ts';
import { learnDegree, learnPremium, learnProfile } from '../network/learn-profile.ts';
import { type Absorbed, type Changes, nothingFound, type Preparation } from '../prepared.ts';
import { listAt, textAt } from '../read-data.ts';
import { countryOf } from './country-of.ts';

/** spec: profiles / get, which leaves no visit. */
export function prepareProfile(context: StepContext): Preparation {
  return callProfile(context, 'get');
}

export function absorbProfile(context: StepContext, data: unknown): Absorbed {
  const changes = profileChanges(data);
  if (Object.keys(changes.lead ?? {}).length === 0) {
    return nothingFound('PROFILE_NOT_FOUND', `the profile of ${context.whom} is empty`);
  }
  return { title: `Read the profile of ${context.whom}`, changes };
}

/** Reads from a profile what it tells of the person. */
function profileChanges(data: unknown): Changes {
  const relation = learnDegree(data);
  return {
    lead: fieldsOf(data),
    identities: learnProfile(data),
    relation,
    ...learnPremium(data),
    ...(relation.connected ? { facts: { connected: true } } : {}),
  };
}

function fieldsOf(data: unknown): LeadFields {
  const location = textAt(data, 'location');
  const fields = {
    profile_url: textAt(data, 'profile_url'),
    first_name: textAt(data, 'first_name'),
    last_name: textAt(data, 'last_name'),
    headline: textAt(data, 'headline'),
    company: companyOf(data),
    location,
    country: countryOf(textAt(data, 'country') ?? location ?? ''),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value.trim() !== ''));
}

/**
 * Reads the company at which they work now: profiles list the present work first, and work that has ended says when.
 */
function companyOf(data: unknown): string | null {
  const [latest] = listAt(data, 'experiences');
  const ended = /[-–][^-–]*\d{4}\s*$/.test(textAt(latest, 'date_range') ?? '');
  return textAt(data, 'company') ?? (ended ? null : textAt(latest, 'company'));
}
