import { z } from 'zod';

const cache = new WeakMap<z.ZodType, z.ZodType>();

/**
 * The same schema with every object closed: readers of the contract are lenient, its own service must send nothing that the
 * contract does not name. An object that names no field stays open.
 */
export function closed(schema: z.ZodType): z.ZodType {
  const known = cache.get(schema);
  if (known) return known;
  const json = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      if (Object.keys(jsonSchema.properties ?? {}).length > 0) jsonSchema.additionalProperties = false;
    },
  });
  // The two types of JSON Schema, as it is written and as it is read, differ in name only.
  const made = z.fromJSONSchema(json as Parameters<typeof z.fromJSONSchema>[0]);
  cache.set(schema, made);
  return made;
}
