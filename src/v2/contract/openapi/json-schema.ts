/** As much of JSON Schema 2020-12 as documents made from Zod schemas have. */
export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  $schema?: string;
  type?: string | string[];
  format?: string;
  title?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  required?: string[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  [keyword: string]: unknown;
}

/** Every schema inside one, itself first. */
export function eachSchema(schema: JsonSchema, visit: (schema: JsonSchema) => void): void {
  visit(schema);
  for (const inside of [
    ...Object.values(schema.properties ?? {}),
    ...Object.values(schema.$defs ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
    ...(schema.items ? [schema.items] : []),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
  ]) {
    eachSchema(inside, visit);
  }
}
