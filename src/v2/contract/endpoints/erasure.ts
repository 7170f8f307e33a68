import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** @unspecified an extension: a service that lacks it answers 404. */
export const erasure = {
  erase_person: defineEndpoint({
    method: 'POST',
    path: '/v2/erasures',
    summary: 'Erases what the service itself holds of a person (extension)',
    action: 'erase_person',
    body: z.object({
      names: z.array(z.string().min(5).max(2000)).min(1).max(200),
      conversation_ids: z.array(z.string().min(1).max(500)).max(1000).optional(),
    }),
    data: z.looseObject({
      erased: z.array(z.looseObject({ what: z.string(), count: z.int() })),
      kept: z.array(z.looseObject({ what: z.string(), why: z.string() })),
    }),
  }),
} as const;
