import { IDEMPOTENT_REPLAYED, REQUEST_ID } from '../headers.ts';
import { NOW } from './examples/example.ts';
import type { JsonSchema } from './json-schema.ts';

export interface Metadata {
  readonly action: string;
  readonly account_id: string | null;
  readonly credits_consumed: number;
}

/** The envelope of a success with this `data`. */
export function successSchema(action: string, data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['success', 'data', 'metadata'],
    properties: {
      success: { type: 'boolean', const: true },
      data,
      metadata: {
        allOf: [
          { $ref: '#/components/schemas/Metadata' },
          { type: 'object', properties: { action: { const: action } } },
        ],
      },
    },
  };
}

export const METADATA: JsonSchema = {
  type: 'object',
  required: ['action', 'account_id', 'credits_consumed', 'timestamp'],
  properties: {
    action: { type: 'string', description: 'The action performed.' },
    account_id: { type: ['string', 'null'], description: 'The account used; null on calls without one.' },
    credits_consumed: { type: 'integer', minimum: 0, description: 'API credits charged for this call.' },
    timestamp: { type: 'string', format: 'date-time', description: 'ISO 8601, UTC.' },
  },
};

export const successExample = (data: unknown, metadata: Metadata) => ({
  success: true,
  data,
  metadata: { ...metadata, timestamp: NOW },
});

/** `replays`: the endpoint honors an Idempotency-Key. */
export const successHeaders = ({ replays = false } = {}) => ({
  [REQUEST_ID]: { $ref: '#/components/headers/RequestId' },
  ...(replays ? { [IDEMPOTENT_REPLAYED]: { $ref: '#/components/headers/IdempotentReplayed' } } : {}),
});
