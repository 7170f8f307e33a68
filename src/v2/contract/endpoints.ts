import { z } from 'zod';
import { ACTION_CATEGORIES } from './actions.ts';
import type { Category } from './definition.ts';
import { accounts } from './endpoints/accounts.ts';
import { defineEndpoint, type EndpointDefinition } from './endpoints/endpoint.ts';
import { erasure } from './endpoints/erasure.ts';
import { logs } from './endpoints/logs.ts';
import { webhooks } from './endpoints/webhooks.ts';
import { actionRequest } from './envelope.ts';
import { word } from './params.ts';

export type { EndpointDefinition } from './endpoints/endpoint.ts';

/** The endpoints that have no `action`, by the name that `metadata.action` gives them. */
export const MANAGEMENT = { ...accounts, ...logs, ...webhooks, ...erasure } as const;

/** The paths of each category. spec: Credits and mail: enrich is named under two. */
export const CATEGORY_PATHS: Readonly<Record<Category, readonly [string, ...string[]]>> = {
  profiles: ['/v2/profiles'],
  messages: ['/v2/messages'],
  network: ['/v2/network'],
  content: ['/v2/content'],
  recruiter: ['/v2/recruiter'],
  balance: ['/v2/balance'],
  enrich: ['/v2/enrich', '/v2/mail'],
};

/** @unspecified its charge, and that the answer is the file itself. */
export const attachment = defineEndpoint({
  method: 'GET',
  path: '/v2/messages/attachment',
  summary: 'Downloads a file of a conversation',
  action: 'get_attachment',
  answers: 'file',
  query: z.object({ account_id: word(), conversation_id: word(), asset_urn: word() }),
});

export const ENDPOINTS: readonly EndpointDefinition[] = Object.freeze([
  ...ACTION_CATEGORIES.flatMap((category) =>
    CATEGORY_PATHS[category].map(
      (path): EndpointDefinition => ({
        method: 'POST',
        path,
        summary: `Actions of the category ${category}`,
        action: null,
        category,
        answers: 'envelope',
        query: null,
        body: category === 'enrich' ? actionRequest.partial({ account_id: true }) : actionRequest,
        data: null,
        credits: 'of_the_action',
      }),
    ),
  ),
  attachment,
  ...Object.values<EndpointDefinition>(MANAGEMENT),
]);
