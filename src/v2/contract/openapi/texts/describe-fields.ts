import type { JsonSchema } from '../json-schema.ts';

/** Texts by `Owner.field.inner`, or by the bare name of a field where it means the same everywhere. */
export type FieldTexts = Readonly<Record<string, string>>;

/** The text of a field: that of its own path, else that of its name. */
export function textOf(texts: FieldTexts, owner: string, path: readonly string[]): string | undefined {
  return texts[[owner, ...path].join('.')] ?? texts[path.at(-1) ?? ''];
}

/** Puts the texts into a schema; names of formats come from `FORMATS`. The schema is changed and returned. */
export function describeFields(schema: JsonSchema, owner: string, texts: FieldTexts): JsonSchema {
  const walk = (one: JsonSchema, path: readonly string[]): void => {
    for (const [name, field] of Object.entries(one.properties ?? {})) {
      const here = [...path, name];
      const text = textOf(texts, owner, here);
      if (text !== undefined) field.description = text;
      walk(field, here);
    }
    for (const inner of [...(one.anyOf ?? []), ...(one.oneOf ?? [])]) walk(inner, path);
    if (one.items) walk(one.items, path);
  };
  walk(schema, []);
  return schema;
}
