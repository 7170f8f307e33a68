import { z } from 'zod';
import { bareText } from '../../../shared/identity/bare-text.ts';
import { defineAction, READS } from '../definition.ts';
import { emailAddress, isGiven, profileReference } from '../params.ts';

/** @unspecified params, answers and charge of the whole file: the specification only names the actions. */
export const enrich = {
  find_email: defineAction({
    category: 'enrich',
    action: 'find_email',
    spec: 'Credits and mail',
    summary: "A person's work email",
    channels: 'none',
    params: z.object({
      profile_url: profileReference().optional(),
      first_name: z.string().optional(),
      last_name: z.string().optional(),
      domain: z.string().transform(bareText).optional(),
      company: z.string().optional(),
    }),
    data: z.looseObject({
      /** Null when none was found. */
      email: z.string().nullable(),
      status: z.enum(['valid', 'catch_all', 'unknown']),
      score: z.number(),
    }),
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...READS,
    rules(params) {
      if (params.profile_url !== undefined) return [];
      const named = isGiven(params.first_name) && isGiven(params.last_name);
      return named && (isGiven(params.domain) || isGiven(params.company))
        ? []
        : ['profile_url: is required, or first_name, last_name and domain or company'];
    },
  }),
  reverse_email: defineAction({
    category: 'enrich',
    action: 'reverse_email',
    spec: 'Credits and mail',
    summary: 'Finds the person to whom an email address belongs',
    channels: 'none',
    params: z.object({ email: emailAddress() }),
    data: z.looseObject({
      profile_url: z.string().nullable(),
      full_name: z.string().nullable(),
      company: z.string().nullable(),
    }),
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...READS,
  }),
  validate_email: defineAction({
    category: 'enrich',
    action: 'validate_email',
    spec: 'Credits and mail',
    summary: 'Checks whether an email address accepts mail',
    channels: 'none',
    /** Not `emailAddress()`: what is no address is an answer here (`invalid`), not a mistake of the caller. */
    params: z.object({ email: z.string().min(1).transform(bareText).pipe(z.string().min(1)) }),
    data: z.looseObject({
      email: z.string(),
      status: z.enum(['valid', 'invalid', 'catch_all', 'unknown']),
      reason: z.string().nullable(),
      mx: z.string().nullable(),
    }),
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...READS,
  }),
} as const;
