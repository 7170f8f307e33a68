import { z } from 'zod';

export const LOG_STATUSES = ['success', 'error'] as const;

/** spec: API log entry. */
export const logEntry = z.looseObject({
  /** Extension: which row it is, for whoever reads pages while new rows come. @unspecified */
  log_id: z.string().optional(),
  user_id: z.string(),
  action: z.string(),
  /** Null for calls without an account. */
  account_id: z.string().nullable(),
  credits_consumed: z.number(),
  status: z.enum(LOG_STATUSES),
  /** Present on errors only. */
  error_message: z.string().nullish(),
  /** Extension, of errors only: `error.code` of the answer. @unspecified */
  error_code: z.string().nullish(),
  created_at: z.string(),
  /** Extensions, for reading back what a doubtful call did: whom it was for, and the caller's key. @unspecified */
  target: z.string().nullish(),
  idempotency_key: z.string().nullish(),
  /** True while the call is under way, and for good where nobody knows what came of it: an error that is no refusal. */
  outcome_unknown: z.boolean().optional(),
});
export type LogEntry = z.infer<typeof logEntry>;

export const logPage = z.looseObject({
  items: z.array(logEntry),
  /** Rows that match. */
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
});

export const logStats = z.looseObject({
  total_calls: z.int(),
  total_credits: z.number(),
  /** @unspecified the shape of an entry. */
  by_account: z.array(z.looseObject({ account_id: z.string().nullable(), calls: z.int(), credits: z.number() })),
  by_action: z.array(
    z.looseObject({
      action: z.string(),
      calls: z.int(),
      successes: z.int(),
      errors: z.int(),
      credits: z.number(),
    }),
  ),
});
