import { z } from 'zod';
import type { JsonSchema } from '../../../v2/contract/openapi/json-schema.ts';

/** Writes the schemas of one document; those that have a name become components. */
export interface SchemaWriter {
  /** Writes the schema of what may be sent. */
  input(schema: z.ZodType): JsonSchema;
  /** Writes the schema of what comes back; a later version may add fields. */
  output(schema: z.ZodType): JsonSchema;
  components(): Record<string, JsonSchema>;
}

export function createSchemaWriter({ closed = false }: { readonly closed?: boolean } = {}): SchemaWriter {
  const components = new Map<string, JsonSchema>();
  const write = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    // Within an object, one that has a name is written as a reference like any other.
    const made = z.toJSONSchema(z.object({ it: schema }), { io, unrepresentable: 'any' });
    const { $defs = {}, properties = {} } = tidy(made, { open: io === 'output' && !closed }) as {
      readonly $defs?: Record<string, JsonSchema>;
      readonly properties?: Record<string, JsonSchema>;
    };
    for (const [name, { id: _, ...record }] of Object.entries($defs)) components.set(name, record);
    return properties.it ?? {};
  };
  return {
    input: (schema) => write(schema, 'input'),
    output: (schema) => write(schema, 'output'),
    components: () => Object.fromEntries([...components].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

const SAFE = Number.MAX_SAFE_INTEGER;

/** Without what Zod writes and no reader needs; references lead to the document's components. */
function tidy(value: unknown, how: { readonly open: boolean }): unknown {
  if (Array.isArray(value)) return value.map((one) => tidy(one, how));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([name, of]) =>
      !(name === 'minimum' && of === -SAFE) &&
      !(name === 'maximum' && of === SAFE) &&
      !(name === 'additionalProperties' && ((how.open && of === false) || isAnything(of))) &&
      !(name === 'propertyNames' && Object.keys(Object(of)).join() === 'type'),
  );
  return Object.fromEntries(
    kept.map(([name, of]) => [
      name,
      name === '$ref' ? String(of).replace('#/$defs/', '#/components/schemas/') : tidy(of, how),
    ]),
  );
}

const isAnything = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0;
