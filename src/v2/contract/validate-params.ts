import { isRecord } from '../../shared/kit/is-record.ts';
import { fail, ok, type Result } from '../../shared/kit/result.ts';
import type { ActionDefinition, Platform } from './definition.ts';
import { nearMisses } from './near-miss.ts';
import { ABSENT_IS_REQUIRED, validationMessage } from './validation-message.ts';

/**
 * The params check of every action: near misses, then the schema, then the rules of the account's channel. The error is the
 * message of an `INVALID_PARAMS`. `platform` is null for enrich, and where the account is not known yet.
 */
export function validateParams(
  definition: ActionDefinition,
  params: unknown,
  platform: Platform | null,
): Result<Record<string, unknown>, string> {
  const given = params ?? {};
  if (!isRecord(given)) return fail('params: must be an object');
  const misspelled = nearMisses(definition, given);
  if (misspelled.length > 0) return fail(misspelled.join('; '));
  const parsed = definition.params.safeParse(given, ABSENT_IS_REQUIRED);
  if (!parsed.success) return fail(validationMessage('params', parsed.error));
  const broken = definition.rules?.(parsed.data, platform) ?? [];
  if (broken.length > 0) return fail(broken.map((rule) => (rule.includes(': ') ? `params.${rule}` : rule)).join('; '));
  return ok(isRecord(parsed.data) ? parsed.data : {});
}
