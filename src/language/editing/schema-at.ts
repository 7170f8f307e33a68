import { isRecord } from '../../shared/kit/is-record.ts';

/** A JSON Schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/** The parts of the schema that say something of what stands at a path; several where it may have several forms. */
export function schemasAt(root: Schema, path: readonly string[], keys: readonly string[] = []): Schema[] {
  let found = unfold(root, root);
  for (const [at, key] of path.entries()) {
    found = found.flatMap((schema) => childrenOf(schema, key)).flatMap((schema) => unfold(root, schema));
    // A step is known by its word; without any key it may still be each of them.
    const next = at === path.length - 1 ? keys : [path[at + 1] ?? ''];
    found = fitting(found, next);
  }
  return found;
}

export const propertiesOf = (schema: Schema): [string, Schema][] =>
  isRecord(schema.properties)
    ? Object.entries(schema.properties).flatMap(([key, value]): [string, Schema][] =>
        isRecord(value) ? [[key, value]] : [],
      )
    : [];

/** The description for readers, in Markdown where the schema has it so. */
export function textOf(schema: Schema): string {
  const said = schema.markdownDescription ?? schema.description ?? schema.title;
  return typeof said === 'string' ? said : '';
}

function childrenOf(schema: Schema, key: string): Schema[] {
  if (key === '[]') return isRecord(schema.items) ? [schema.items] : [];
  const own = propertiesOf(schema).find(([name]) => name === key)?.[1];
  if (own !== undefined) return [own];
  return isRecord(schema.additionalProperties) ? [schema.additionalProperties] : [];
}

/** Those that know all of these keys; where none does, those that know most are no better than all. */
function fitting(schemas: Schema[], keys: readonly string[]): Schema[] {
  const named = keys.filter((key) => key !== '[]' && key !== '');
  if (named.length === 0) return schemas;
  const knows = (schema: Schema) => {
    const names = new Set(propertiesOf(schema).map(([name]) => name));
    return named.every((key) => names.has(key) || isRecord(schema.additionalProperties));
  };
  const known = schemas.filter(knows);
  return known.length > 0 ? known : schemas;
}

/** With what it refers to, and each of the forms that it allows. */
function unfold(root: Schema, schema: Schema, depth = 0): Schema[] {
  if (depth > 8) return [];
  const target = typeof schema.$ref === 'string' ? definition(root, schema.$ref) : null;
  const forms = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((given) => (Array.isArray(given) ? given : []));
  const parts = [...(target === null ? [] : [target]), ...forms].filter(isRecord);
  return [schema, ...parts.flatMap((part) => unfold(root, part, depth + 1))];
}

function definition(root: Schema, ref: string): Schema | null {
  const { definitions } = root;
  const found = isRecord(definitions) ? definitions[ref.replace('#/definitions/', '')] : null;
  return isRecord(found) ? found : null;
}
