import { z } from 'zod';
import { isRecord } from '../../../shared/kit/is-record.ts';
import { sequenceForm } from './sequence.ts';
import { testFileForm } from './test-file.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

/** The members that a reader looks for first. */
const ORDER = ['$schema', 'title', 'description', 'markdownDescription', '$ref', 'type', 'properties', 'required'];

/** The JSON Schema (draft 7) of a sequence, for editors. */
export const sequenceJsonSchema = (): JsonObject =>
  jsonSchema(sequenceForm, 'A sequence', 'An outreach sequence: who is contacted, when, and with what.');

/** The JSON Schema (draft 7) of a file of tests, `*.test.yaml`. */
export const testFileJsonSchema = (): JsonObject =>
  jsonSchema(testFileForm, 'Tests of a sequence', 'What a sequence must do, in virtual time; run by overture test.');

/** Zod's JSON Schema, as editors and people read it best. */
function jsonSchema(form: z.ZodType, title: string, description: string): JsonObject {
  const generated: unknown = z.toJSONSchema(form, { target: 'draft-7', io: 'input' });
  const { $schema, ...rest } = asObject(JSON.parse(JSON.stringify(generated)));
  return asObject(tidy({ $schema: $schema ?? null, title, description, ...rest }));
}

/** Members that hold schemas by name; the names are the language's, and keep their order. */
const NAMED = new Set(['properties', 'definitions', 'dependencies']);
/** Members that hold documents, not schemas. */
const DOCUMENTS = new Set(['examples', 'defaultSnippets', 'const', 'enum', 'required']);

function tidy(value: Json): Json {
  if (Array.isArray(value)) return value.map(tidy);
  if (value === null || typeof value !== 'object') return value;
  const tidied: Record<string, Json> = {};
  for (const [key, member] of Object.entries(asObject(value))) {
    if (NAMED.has(key)) tidied[key] = mapValues(asObject(member), tidy);
    else tidied[key] = DOCUMENTS.has(key) ? member : tidy(member);
  }
  const { description } = tidied;
  if (typeof description === 'string' && description.includes('`')) {
    tidied.description = description.replaceAll('`', '');
    tidied.markdownDescription = description;
  }
  if (tidied.maximum === Number.MAX_SAFE_INTEGER) delete tidied.maximum;
  return Object.fromEntries(Object.entries(tidied).sort(([a], [b]) => rank(a) - rank(b)));
}

const mapValues = (object: JsonObject, change: (member: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, member]) => [key, change(member)]));

const rank = (key: string): number => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);

const isObject = (value: unknown): value is JsonObject => isRecord(value);

const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});
