import { z } from 'zod';
import type { EnrichNode } from '../../plan/nodes/enrich.ts';
import { readChoice } from '../check/check-context.ts';
import type { StepForm } from '../schema/define-step.ts';
import { performed, type StepDescriptor } from './step-kind.ts';

const form: StepForm = {
  word: 'enrich',
  title: 'Find out more about the lead',
  description:
    "Fills in the lead: `email` finds and validates an address, `profile` reads the profile, `contact` its contact details, `cv` the address and number in an applicant's CV. `else` when nothing is found.",
  examples: ['email', 'profile', 'contact', 'cv'],
  value: () => z.enum(['email', 'profile', 'contact', 'cv']),
  done: 'when something was found',
  otherwise: 'when nothing was found',
  snippet: 'enrich: <email|profile|contact|cv>',
};

/** A CV belongs to an application for a job. */
const NEEDS = { email: [], profile: ['profile_url'], contact: ['profile_url'], cv: ['job'] } as const;

export const enrichStep: StepDescriptor<EnrichNode> = {
  form,
  example: '- enrich: email',
  takes_text: true,
  carries_condition: true,
  build: performed,
  needs: ({ what }) => NEEDS[what],
  achieves: ({ what }) => (what === 'email' ? { has_email: true, no_email: false } : { no_email: false }),
  // An address that is known is not searched for, so the one that was searched for and not found is not there.
  without: ({ what }) => (what === 'email' ? { no_email: true } : {}),
  check({ context, value }) {
    const what = readChoice(context, value, { of: '`enrich`', values: ['email', 'profile', 'contact', 'cv'] });
    return what && { body: { kind: 'enrich', what } };
  },
};
