import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const FILE = new URL('../../../shared/spec/v2-interface-specification.md', import.meta.url);

/** The tests that need the specification's text are skipped where it does not lie beside the project. */
export const hasSpecification = existsSync(FILE);
export const SKIPPED = hasSpecification ? '' : ' (skipped: the specification is not beside the project)';

const text = hasSpecification ? readFileSync(FILE, 'utf8') : '';

export type Row = readonly string[];

/** The text under a heading, up to the next heading of any level; a deep one has the sections inside it too. */
export function section(heading: string, { deep = false } = {}): string {
  if (!hasSpecification) return '';
  const lines = text.split('\n');
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
  if (start < 0) throw new Error(`the specification has no section "${heading}"`);
  const level = deep ? (/^#+/.exec(lines[start] ?? '')?.[0].length ?? 1) : 6;
  const length = lines.slice(start + 1).findIndex((line) => (/^(#+) /.exec(line)?.[1]?.length ?? 7) <= level);
  return lines.slice(start + 1, length < 0 ? undefined : start + 1 + length).join('\n');
}

/** The rows of the n-th table under a heading, without its head. */
export function table(heading: string, index = 0): Row[] {
  if (!hasSpecification) return [];
  const tables: Row[][] = [];
  let open = false;
  for (const line of section(heading).split('\n')) {
    if (!line.startsWith('|')) {
      open = false;
      continue;
    }
    if (!open) tables.push([]);
    open = true;
    tables.at(-1)?.push(
      line
        .slice(1, line.lastIndexOf('|'))
        .split('|')
        .map((cell) => cell.trim()),
    );
  }
  const rows = tables[index]?.slice(2) ?? [];
  if (rows.length === 0) throw new Error(`"${heading}" has no table ${index}`);
  return rows;
}

/** Lists what stands in backticks, in order. */
export function quoted(cell: string | undefined): string[] {
  return [...(cell ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
}

/** Words in backticks that can be field names: no values in capitals, no paths. */
export const quotedFields = (cell: string): string[] => quoted(cell).filter((word) => /^[a-z][A-Za-z_]*$/.test(word));

export const allHeaders = (): string[] => [...new Set(text.match(/X-Service-[A-Za-z-]+/g) ?? [])];

interface JsonSchema {
  readonly type?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;

const alternatives = (schema: JsonSchema): JsonSchema[] =>
  [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => list ?? []);

/** Lists what a client may write, by name. */
export function inputProperties(schema: z.ZodType): Readonly<Record<string, JsonSchema>> {
  const collect = (one: JsonSchema): Record<string, JsonSchema> =>
    Object.assign({}, ...alternatives(one).map(collect), one.properties);
  return collect(jsonSchema(schema, 'input'));
}

/** Every field name of an answer, nested ones too. */
export function fieldNames(schema: z.ZodType): Set<string> {
  const names = new Set<string>();
  const walk = (one: JsonSchema): void => {
    for (const [name, property] of Object.entries(one.properties ?? {})) {
      names.add(name);
      walk(property);
    }
    alternatives(one).forEach(walk);
    if (one.items) walk(one.items);
  };
  walk(jsonSchema(schema, 'output'));
  return names;
}

/** The types that a property takes, as the specification words them. */
export function typesOf(schema: JsonSchema): Set<string> {
  const types = new Set<string>();
  const walk = (one: JsonSchema): void => {
    if (one.type === 'array') types.add(one.items?.type === undefined ? 'array' : `${one.items.type}[]`);
    else if (one.type !== undefined) types.add(one.type);
    alternatives(one).forEach(walk);
  };
  walk(schema);
  return types;
}
