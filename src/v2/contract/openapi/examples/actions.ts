import type { ActionDefinition, Category } from '../../definition.ts';
import { content } from './content.ts';
import type { ActionExample, ExamplesOf } from './example.ts';
import { messages } from './messages.ts';
import { network } from './network.ts';
import { PROFILE_URL, profiles } from './profiles.ts';
import { recruiter } from './recruiter.ts';

const balance: ExamplesOf<'balance'> = {
  get: { params: {}, data: { product: 'Premium Navigator', inmail_credits: 38 } },
};

const enrich: ExamplesOf<'enrich'> = {
  find_email: {
    params: { first_name: 'Lin', last_name: 'Park', domain: 'northwind.example' },
    data: { email: 'lin.park@northwind.example', status: 'valid', score: 97 },
  },
  reverse_email: {
    params: { email: 'lin.park@northwind.example' },
    data: { profile_url: PROFILE_URL, full_name: 'Lin Park', company: 'Northwind' },
  },
  validate_email: {
    params: { email: 'lin.park@northwind.example' },
    data: { email: 'lin.park@northwind.example', status: 'valid', reason: null, mx: 'mx.northwind.example' },
  },
};

const EXAMPLES: { readonly [C in Category]: ExamplesOf<C> } = {
  profiles,
  messages,
  network,
  content,
  recruiter,
  balance,
  enrich,
};

export function exampleOf({ category, action }: Pick<ActionDefinition, 'category' | 'action'>): ActionExample {
  const examples: Readonly<Record<string, ActionExample>> = EXAMPLES[category];
  const example = examples[action];
  if (!example) throw new Error(`${category}/${action} has no example`);
  return example;
}
