import type { z } from 'zod';
import { ABSENT_IS_REQUIRED, validationMessage } from '../../contract/validation-message.ts';
import { invalidParams } from '../answers/service-error.ts';

/** spec: Errors / INVALID_PARAMS: the message begins with where the mistake is, `query.limit: …`. */
export function parseInput<Schema extends z.ZodType>(
  location: 'query' | 'body',
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value, ABSENT_IS_REQUIRED);
  if (!parsed.success) throw invalidParams(validationMessage(location, parsed.error));
  return parsed.data;
}
