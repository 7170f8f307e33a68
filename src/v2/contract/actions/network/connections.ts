import { z } from 'zod';
import { defineAction, READS } from '../../definition.ts';
import { offsetListFields } from '../../envelope.ts';
import { BATCH } from '../../limits.ts';
import { offsetParams, profileReference } from '../../params.ts';
import { connection } from '../../records/invitation.ts';
import { profileSearchResult } from '../../records/profile.ts';

const PROFESSIONAL = ['professional'] as const;

export const connections = {
  list_connections: defineAction({
    category: 'network',
    action: 'list_connections',
    spec: 'network / list_connections',
    summary: "The account's connections; free of charge from the stored copy",
    channels: PROFESSIONAL,
    /** @unspecified that the live list, too, has the newest first. */
    params: z.object({ ...offsetParams(), use_cache: z.boolean().default(false) }),
    data: z.looseObject({
      connections: z.array(connection),
      ...offsetListFields(),
      /** The three below only with `use_cache`. */
      source: z.literal('cache').optional(),
      cache_synced: z.boolean().optional(),
      /** When the newest stored connection was made; null without a copy. */
      cache_synced_at: z.string().nullish(),
    }),
    charge: { kind: 'connections' },
    pagination: { kind: 'offset', batch: BATCH.connections, pages_fetched: true },
    ...READS,
  }),
  check_connection: defineAction({
    category: 'network',
    action: 'check_connection',
    spec: 'network / check_connection',
    summary: 'Checks in the stored copy whether the account is connected with a person',
    channels: PROFESSIONAL,
    params: z.object({ profile_url: profileReference() }),
    data: z.looseObject({
      connected: z.boolean(),
      /** @unspecified null when not connected. */
      name: z.string().nullish(),
      cache_synced: z.boolean(),
      cache_synced_at: z.string().nullish(),
    }),
    charge: { kind: 'fixed', credits: 0 },
    pagination: null,
    ...READS,
  }),
  recommendations: defineAction({
    category: 'network',
    action: 'recommendations',
    spec: 'category endpoints',
    summary: 'People that the network suggests',
    channels: PROFESSIONAL,
    /** @unspecified params and answer: items look like search results. */
    params: z.object(offsetParams()),
    data: z.looseObject({ recommendations: z.array(profileSearchResult), ...offsetListFields() }),
    charge: { kind: 'per_results', credits: 1, results: 10 },
    pagination: { kind: 'offset', batch: BATCH.recommendations, pages_fetched: true },
    ...READS,
  }),
} as const;
