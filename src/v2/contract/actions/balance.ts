import { z } from 'zod';
import { defineAction, READS } from '../definition.ts';

export const balance = {
  get: defineAction({
    category: 'balance',
    action: 'get',
    spec: 'balance / get',
    summary: "The premium seat's InMail credits",
    channels: ['professional'],
    params: z.object({}),
    data: z.looseObject({ product: z.string(), inmail_credits: z.int() }),
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...READS,
  }),
} as const;
