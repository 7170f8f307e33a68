import { z } from 'zod';
import { DELIVERIES_LIMIT, EVENTS_LIMIT } from '../../contract/limits.ts';
import { word } from '../../contract/params.ts';
import { validationMessage } from '../../contract/validation-message.ts';
import { invalidParams } from '../http/service-error.ts';
import { MESSAGE_DIRECTIONS, SUBSCRIPTION_FILTERS } from './subscription.ts';

const FILTER_HINTS: Readonly<Record<string, string>> = {
  message: 'did you mean message_received?',
  disconnection: 'disconnection events always come and are no filter',
};

const events = z
  .array(
    z.enum(SUBSCRIPTION_FILTERS, {
      error: ({ input }) =>
        `must be one of ${SUBSCRIPTION_FILTERS.join(', ')}${
          typeof input === 'string' && Object.hasOwn(FILTER_HINTS, input) ? `; ${FILTER_HINTS[input]}` : ''
        }`,
    }),
  )
  .min(1, { error: 'must name at least one filter; leave it out for all' })
  .transform((list) => [...new Set<string>(list)]);

export const creation = z.object({
  account_id: word(),
  /** Without it the webhook is a hosted one. */
  url: word().nullish(),
  events: events.default(['all']),
  message_type: z.enum(MESSAGE_DIRECTIONS).default('incoming'),
  retry: z.boolean().default(true),
  enable_signature: z.boolean().default(false),
});

export const update = z.object({
  url: word().optional(),
  events: events.optional(),
  retry: z.boolean().optional(),
  is_active: z.boolean().optional(),
});

const MOMENT = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], {
  error: 'must be an ISO date (YYYY-MM-DD) or datetime',
});

/** Times without a zone are UTC. A date alone is the whole day: its first or its last moment. */
const moment = (edge: 'first' | 'last') =>
  MOMENT.transform((text) => {
    if (text.length === 10) return new Date(`${text}T${edge === 'first' ? '00:00:00.000' : '23:59:59.999'}Z`);
    return new Date(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  }).refine((date) => !Number.isNaN(date.getTime()), { error: 'is no date of the calendar' });

const limit = (range: { readonly default: number; readonly min: number; readonly max: number }) =>
  z
    .string()
    .regex(/^\d+$/, { error: 'must be a whole number' })
    .transform(Number)
    .pipe(z.int().min(range.min).max(range.max))
    .default(range.default);

export const eventsQuery = z.object({ after: word().optional(), limit: limit(EVENTS_LIMIT) });

export const deliveriesQuery = z.object({
  state: z.enum(['pending', 'retrying', 'succeeded', 'failed']).optional(),
  cursor: word().optional(),
  since: moment('first').optional(),
  until: moment('last').optional(),
  event_id: word().optional(),
  limit: limit(DELIVERIES_LIMIT),
});

export const replayOrder = z
  .object({
    event_id: word().optional(),
    from: moment('first').optional(),
    to: moment('last').optional(),
    only_failed: z.boolean().default(false),
  })
  .refine((order) => (order.event_id === undefined) !== (order.from === undefined || order.to === undefined), {
    error: 'needs either event_id, or both from and to',
  });

/** Throws INVALID_PARAMS with the place (`query.limit`) of everything that is wrong. */
export function read<Schema extends z.ZodType>(
  schema: Schema,
  location: 'body' | 'query',
  given: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw invalidParams(validationMessage(location, parsed.error));
  return parsed.data;
}
