import { z } from 'zod';
import { componentNames } from './component-names.ts';
import { eachSchema, type JsonSchema } from './json-schema.ts';
import { describeFields } from './texts/describe-fields.ts';
import { FIELD_TEXTS } from './texts/fields.ts';

const SAFE = Number.MAX_SAFE_INTEGER;

/** Writes schemas for one document and keeps those that have a name. */
export interface SchemaBook {
  /** Writes the schema of a request: fields with a default may be absent. */
  input(schema: z.ZodType): JsonSchema;
  /** Writes the schema of an answer: fields with a default are always there. */
  output(schema: z.ZodType): JsonSchema;
  /** Keeps a schema under a name and returns the reference to it. */
  keep(name: string, schema: JsonSchema): JsonSchema;
  components(): Record<string, JsonSchema>;
}

export function createSchemaBook(): SchemaBook {
  const components = new Map<string, JsonSchema>();
  const keep = (name: string, schema: JsonSchema): JsonSchema => {
    components.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  };
  const write = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const json = z.toJSONSchema(schema, { io, metadata: componentNames, unrepresentable: 'any' }) as JsonSchema;
    eachSchema(json, tidy);
    const { $schema: _, $defs = {}, ...own } = json;
    for (const [name, record] of Object.entries($defs)) {
      if (!components.has(name)) keep(name, describeFields(record, name, FIELD_TEXTS));
    }
    return own;
  };
  return {
    input: (schema) => write(schema, 'input'),
    output: (schema) => write(schema, 'output'),
    keep,
    components: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Removes from Zod's schema what tells a reader nothing, and points its references to the document's components. */
function tidy(schema: JsonSchema): void {
  if (schema.minimum === -SAFE) delete schema.minimum;
  if (schema.maximum === SAFE) delete schema.maximum;
  if (isAnything(schema.additionalProperties) && Object.keys(schema.properties ?? {}).length > 0) {
    delete schema.additionalProperties;
  }
  if (schema.propertyNames && Object.keys(schema.propertyNames).join() === 'type') delete schema.propertyNames;
  if (schema.$ref) schema.$ref = schema.$ref.replace('#/$defs/', '#/components/schemas/');
}

const isAnything = (schema: JsonSchema | boolean | undefined): boolean =>
  typeof schema === 'object' && Object.keys(schema).length === 0;
