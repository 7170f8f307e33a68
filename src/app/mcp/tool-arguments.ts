import { z } from 'zod';
import { isRecord } from '../../shared/kit/is-record.ts';
import type { AnyAsked } from '../api-client/asked.ts';
import { type Operation, PATH_VALUE, paramNames } from '../api-contract/operation.ts';

/** Every argument of a tool, in one object: what stands in the path, the query and the body of its operation. */
export function argumentsOf(operation: Operation, without: readonly string[] = []): z.ZodObject {
  const params = Object.fromEntries(paramNames(operation.path).map((name) => [name, z.string().regex(PATH_VALUE)]));
  const left = ['dry_run', ...without];
  const rest = Object.entries({ ...shapeOf(operation.query), ...shapeOf(operation.body) });
  return z.strictObject({ ...params, ...Object.fromEntries(rest.filter(([name]) => !left.includes(name))) });
}

/** The request that these arguments are; they have been checked. */
export function askedOf(operation: Operation, given: Readonly<Record<string, unknown>>): AnyAsked {
  const params = new Set(paramNames(operation.path));
  const body = operation.body === undefined ? {} : shapeOf(operation.body);
  const parts = { params: {} as Record<string, string>, query: {} as Record<string, unknown>, body: {} as object };
  for (const [name, value] of Object.entries(given)) {
    if (params.has(name)) parts.params[name] = String(value);
    else if (name in body) parts.body = { ...parts.body, [name]: value };
    else parts.query[name] = value;
  }
  const { params: inPath, query } = parts;
  return { params: inPath, query, ...(operation.body === undefined ? {} : { body: parts.body }) };
}

/** As an agent's host checks it: JSON Schema 2020-12. */
export function jsonSchemaOf(schema: z.ZodObject): { readonly type: 'object'; readonly [member: string]: unknown } {
  const { $schema: _, ...written } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { ...tidy(written), type: 'object' };
}

const shapeOf = (schema: z.ZodType | undefined): Readonly<Record<string, z.ZodType>> =>
  schema instanceof z.ZodObject ? schema.shape : {};

/**
 * Without the bounds of JavaScript's numbers, which help nobody, and without what hosts of some models refuse, and with it every tool of every server:
 * expressions with groups that begin with `?` or with classes of Unicode, and rules for the names of members; and in Gemini's words, which knows no
 * constants, no bounds that are excluded and hardly any format. All arguments are checked here anyway.
 */
function tidy(value: unknown): Record<string, unknown> {
  const schema = Object(value);
  const kept = Object.entries(schema).filter(
    ([name, of]) => Math.abs(Number(of)) !== Number.MAX_SAFE_INTEGER && !isRefused(name, of),
  );
  return Object.fromEntries(
    kept.map(([name, of]) => {
      if (name === 'const' && typeof of === 'string') return ['enum', [of]];
      if (name === 'exclusiveMinimum' && typeof of === 'number')
        return ['minimum', schema.type === 'integer' ? of + 1 : of];
      return [
        name,
        Array.isArray(of) ? of.map((one) => (isRecord(one) ? tidy(one) : one)) : isRecord(of) ? tidy(of) : of,
      ];
    }),
  );
}

/** A member that is called so is described by an object, and stays. */
const isRefused = (keyword: string, of: unknown): boolean =>
  (keyword === 'pattern' && typeof of === 'string' && /\(\?|\\p\{/i.test(of)) ||
  (keyword === 'format' && typeof of === 'string' && of !== 'date-time') ||
  (keyword === 'propertyNames' && isRecord(of) && of.type === 'string');
