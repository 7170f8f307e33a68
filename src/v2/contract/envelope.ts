import { z } from 'zod';

/** spec: Conventions common to all action endpoints. */
export const actionRequest = z.looseObject({
  account_id: z.string(),
  action: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
});
export type ActionRequest = z.infer<typeof actionRequest>;

const successMetadata = z.looseObject({
  action: z.string(),
  /** Null on calls without an account. */
  account_id: z.string().nullish(),
  credits_consumed: z.int(),
  timestamp: z.string(),
});

export const successEnvelope = z.looseObject({
  success: z.literal(true),
  data: z.record(z.string(), z.unknown()),
  metadata: successMetadata,
});

export const errorEnvelope = z.looseObject({
  success: z.literal(false),
  error: z.looseObject({ code: z.string(), message: z.string(), sub_code: z.string().nullish() }),
  metadata: z
    .looseObject({
      action: z.string().nullish(),
      credits_consumed: z.int().nullish(),
      timestamp: z.string().nullish(),
      account_id: z.string().nullish(),
    })
    .optional(),
});

/** spec: Offset pagination. `pages_fetched` is absent on some actions. */
export const offsetPagination = z.looseObject({
  offset: z.int(),
  count: z.int(),
  next_offset: z.int().nullable(),
  has_more: z.boolean(),
  results_per_page: z.int(),
  pages_fetched: z.int().optional(),
});

/** Fields of `data` that every offset-paginated list has beside its items. */
export const offsetListFields = () => ({
  /** Items in this answer. */
  total_results: z.int(),
  /** Items that the platform reports in all. */
  total_available_results: z.int(),
  pagination: offsetPagination,
});

/** spec: Cursor pagination. */
export const cursorListFields = () => ({ total_results: z.int(), next_cursor: z.string().nullable() });
