import type { z } from 'zod';
import { nearest } from './nearest.ts';
import type { Result } from './result.ts';

export interface ShapeProblem {
  /** The path of the field: `filter.node`; empty for the whole. */
  readonly field: string;
  /** The problem in words that can follow the name of the field. */
  readonly message: string;
}

/**
 * Checks what was given against its shape, and gives it back in that shape, or every place that is wrong in words of our own:
 * the library's name types and say "Too big".
 */
export function checkShape<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
): Result<z.output<Schema>, readonly ShapeProblem[]> {
  const parsed = schema.safeParse(given, { error: inOurWords });
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, error: parsed.error.issues.flatMap(problemsOf) };
}

/** One for each field: the library tells all unknown ones of an object in one. */
function problemsOf(issue: z.core.$ZodIssue): ShapeProblem[] {
  const field = issue.path.map(String).join('.');
  if (issue.code === 'invalid_union') return [{ field, message: issue.message }, ...unknownInAll(issue)];
  if (issue.code !== 'unrecognized_keys') return [{ field, message: issue.message }];
  const messages = issue.message.split('\n');
  return issue.keys.map((key, index) => ({
    ...{ field: [...issue.path.map(String), key].join('.'), message: messages[index] ?? issue.message },
  }));
}

/** Fields that none of several ways to be right has. */
function unknownInAll({ path, errors }: z.core.$ZodIssueInvalidUnion): ShapeProblem[] {
  const [first = [], ...others] = errors.map((issues) =>
    issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? problemsOf({ ...issue, path: [...path, ...issue.path] }) : [],
    ),
  );
  return first.flatMap(({ field }) =>
    others.every((problems) => problems.some((problem) => problem.field === field))
      ? [{ field, message: `unknown field "${field.split('.').at(-1)}"` }]
      : [],
  );
}

type Issue = z.core.$ZodRawIssue;

/** Asked only where the schema itself says nothing. */
function inOurWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return ofType(issue.expected, issue.input);
    case 'too_big':
      return ofSize(issue.origin, issue.maximum, issue.inclusive === false ? 'less than' : 'at most');
    case 'too_small':
      if (issue.minimum === 1 && issue.origin === 'string') return 'must not be empty';
      return ofSize(issue.origin, issue.minimum, issue.inclusive === false ? 'more than' : 'at least');
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has the wrong format';
    case 'unrecognized_keys':
      return unknownFields(issue);
    case 'invalid_value':
      if (issue.input === undefined) return 'is missing';
      return `must be ${anyOf(issue.values)}${shown(issue.input)}`;
    case 'invalid_union':
      return best(issue.errors);
    case 'invalid_key':
    case 'invalid_element':
      return `has an invalid entry: ${first(issue.issues)}`;
    default:
      return 'is not valid';
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'null',
};

function ofType(expected: string, input: unknown): string {
  if (input === undefined) return 'is missing';
  const wanted = TYPES[expected] ?? expected;
  if (typeof input === 'number') return `must be ${wanted}${Number.isNaN(input) ? '' : shown(input)}`;
  return `must be ${wanted}, not ${kindOf(input)}`;
}

function kindOf(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  return TYPES[typeof input] ?? typeof input;
}

function ofSize(origin: string, bound: number | bigint | Date, how: string): string {
  const size = bound instanceof Date ? bound.toISOString() : `${bound}`;
  const one = size === '1';
  if (origin === 'string') return `must have ${how} ${size} character${one ? '' : 's'}`;
  if (origin === 'array' || origin === 'set' || origin === 'map')
    return `must have ${how} ${size} entr${one ? 'y' : 'ies'}`;
  return `must be ${how} ${size}`;
}

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'is not a time; write it as 2026-03-02T09:00:00Z',
  date: 'is not a day; write it as 2026-03-02',
  time: 'is not a time of day; write it as 09:00',
  email: 'is not an email address',
  url: 'is not a URL',
  uuid: 'is not a UUID',
  ipv4: 'is not an IP address',
  ipv6: 'is not an IP address',
};

/** A line for each. */
function unknownFields({ keys, inst }: Extract<Issue, { code: 'unrecognized_keys' }>): string {
  const known = inst === undefined ? [] : knownFields(inst);
  const list = known.length === 0 ? '' : `; there ${known.length === 1 ? 'is' : 'are'}: ${known.join(', ')}`;
  return keys
    .map((key) => {
      const [meant] = nearest(key, known);
      return `unknown field "${key}"${meant === undefined ? list : `; did you mean ${meant}?`}`;
    })
    .join('\n');
}

const knownFields = (schema: object): string[] =>
  'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null ? Object.keys(schema.shape) : [];

function anyOf(values: readonly unknown[]): string {
  const words = values.map((value) => (typeof value === 'string' && value !== '' ? value : JSON.stringify(value)));
  return words.length < 2 ? `${words[0] ?? 'nothing'}` : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** Short enough to be said back. */
function shown(input: unknown): string {
  if (typeof input === 'number' || typeof input === 'boolean') return `, not ${input}`;
  if (typeof input === 'string' && input.length <= 40) return `, not ${input === '' ? 'empty' : `"${input}"`}`;
  return '';
}

/** Explains what is wrong with the nearest of several ways to be right: the one that was followed furthest. */
function best(ways: readonly (readonly z.core.$ZodIssue[])[]): string {
  const depth = (issues: readonly z.core.$ZodIssue[]): number => Math.max(0, ...issues.map(({ path }) => path.length));
  const deepest = Math.max(0, ...ways.map(depth));
  const nearest = deepest === 0 ? ways : ways.filter((issues) => depth(issues) === deepest);
  return [...new Set(nearest.map(first))].join(', or ');
}

function first(issues: readonly z.core.$ZodIssue[]): string {
  const [issue] = issues;
  if (issue === undefined) return 'is not valid';
  const [message = ''] = issue.message.split('\n');
  return issue.path.length === 0 ? message : `${issue.path.map(String).join('.')} ${message}`;
}
