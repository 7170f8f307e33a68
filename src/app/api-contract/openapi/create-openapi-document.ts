import { z } from 'zod';
import type { JsonSchema } from '../../../v2/contract/openapi/json-schema.ts';
import { OPERATIONS } from '../api-operations.ts';
import { ENGINE_EVENTS, engineEventTypes, eventSchema, exampleEvent } from '../engine-events.ts';
import { itemOf, listOf } from '../list.ts';
import { type Operation, PATH_VALUE, paramNames, TAGS } from '../operation.ts';
import { problem, problemsOf } from '../problem.ts';
import { roleOf } from '../role.ts';
import { createSchemaWriter, type SchemaWriter } from './schema-writer.ts';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** Operations by path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  /** Requests that are POSTed to a webhook, by event. */
  readonly webhooks: Readonly<Record<string, { readonly post: DocumentedWebhook }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, DocumentedResponse>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-scope'?: string;
  /** The least role of a user. */
  readonly 'x-role'?: string;
  /** For users who are limited to some sender accounts. */
  readonly 'x-accounts'?: 'own' | 'shared' | 'all';
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, DocumentedResponse | { readonly $ref: string }>>;
}

/** A request that the engine makes. */
export interface DocumentedWebhook {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly [];
  readonly parameters: readonly Parameter[];
  readonly requestBody: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

export interface DocumentedResponse {
  readonly description: string;
  readonly content?: Content;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  /** False: several values with commas between them. */
  readonly explode?: false;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;

/** The engine's API as an OpenAPI 3.1 document, made from the contract. */
export function createOpenApiDocument({ version }: { readonly version: string }): OpenApiDocument {
  const writer = createSchemaWriter();
  const problems = new Map<string, DocumentedResponse>();
  const paths: Record<string, Record<string, DocumentedOperation>> = {};
  for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
    const path = paths[operation.path] ?? {};
    paths[operation.path] = path;
    path[operation.method.toLowerCase()] = documented({ writer, problems }, name, operation);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Overture', version, description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ key: [] }],
    paths,
    webhooks: Object.fromEntries(engineEventTypes.map((type) => [type, { post: documentedWebhook(writer, type) }])),
    components: {
      schemas: writer.components(),
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      responses: Object.fromEntries(problems),
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A key, as `overture keys create` makes it.' },
      },
    },
  };
}

interface Book {
  readonly writer: SchemaWriter;
  /** Answers that many routes share, by their names. */
  readonly problems: Map<string, DocumentedResponse>;
}

function documented(book: Book, name: string, operation: Operation): DocumentedOperation {
  const { method, tag, scope, summary, description } = operation;
  const { writer } = book;
  const body = requestBody(writer, operation);
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(scope === null
      ? { security: [] }
      : { 'x-scope': scope, 'x-role': roleOf(operation) ?? '', 'x-accounts': operation.accounts ?? ('all' as const) }),
    parameters: [
      ...paramNames(operation.path).map((param) => pathParameter(operation, param)),
      ...queryParameters(writer, operation),
      ...(method === 'POST' && scope !== null ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(body && { requestBody: body }),
    responses: responses(book, operation),
  };
}

const WEBHOOK_HEADERS: readonly Parameter[] = [
  ['webhook-id', "The event's id: the same on every attempt and replay."],
  ['webhook-timestamp', 'Of the attempt: seconds since 1970, wall time.'],
  ['webhook-signature', '`v1,` and the signature, as standardwebhooks.com has it; two while the secret is rotated.'],
].map(([name = '', description = '']) => ({
  ...{ name, in: 'header' as const, required: true, description, schema: { type: 'string' } },
}));

function documentedWebhook(writer: SchemaWriter, type: (typeof engineEventTypes)[number]): DocumentedWebhook {
  return {
    tags: ['webhooks'],
    summary: ENGINE_EVENTS[type].summary,
    security: [],
    parameters: WEBHOOK_HEADERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: writer.output(eventSchema(type)), example: exampleEvent(type) } },
    },
    responses: {
      '2XX': { description: 'It has arrived.' },
      '410': { description: 'Nothing more is wanted: the webhook is switched off.' },
      default: { description: 'It is tried again, along the whole schedule.' },
    },
  };
}

function pathParameter({ example }: Operation, name: string): Parameter {
  const given = example?.params?.[name];
  return {
    ...{ name, in: 'path', required: true, schema: { type: 'string', pattern: PATH_VALUE.source } },
    ...(given === undefined ? {} : { example: given }),
  };
}

function queryParameters(writer: SchemaWriter, { query }: Operation): Parameter[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = writer.input(query) as {
    readonly properties?: Record<string, JsonSchema>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    ...{ name, in: 'query', required: required.includes(name), schema },
    ...(name === 'fields' ? { explode: false } : {}),
    ...(typeof description === 'string' ? { description } : {}),
  }));
}

function requestBody(writer: SchemaWriter, operation: Operation): Required<DocumentedOperation>['requestBody'] | null {
  const { body, file, body_optional, example } = operation;
  if (body === undefined && file === undefined) return null;
  const json = body && {
    'application/json': {
      schema: writer.input(body),
      ...(example?.body === undefined ? {} : { example: example.body }),
    },
  };
  const { description, example: text } = file ?? {};
  const files = (file?.types ?? []).map((type) => [
    type,
    { schema: { type: 'string', description }, ...(text === undefined ? {} : { example: text }) },
  ]);
  return { required: body_optional !== true, content: { ...json, ...Object.fromEntries(files) } };
}

function responses({ writer, problems }: Book, operation: Operation): DocumentedOperation['responses'] {
  const { answers, other_types = [], example } = operation;
  const good = Object.entries(answers).map(([status, whole]) => {
    const item = status === '200' ? itemOf(operation) : null;
    const schema = item === null ? whole : listOf(z.union([item, item.partial().describe(PART)]));
    const first = status === Object.keys(answers)[0];
    const content = {
      ...(schema && {
        'application/json': {
          schema: writer.output(schema),
          ...(first && example?.answer !== undefined ? { example: example.answer } : {}),
        },
      }),
      ...(status === '200'
        ? Object.fromEntries(other_types.map((type) => [type, { schema: { type: 'string' } }]))
        : {}),
    };
    return [
      status,
      { description: GOOD[status] ?? 'Done.', ...(Object.keys(content).length > 0 ? { content } : {}) },
    ] as const;
  });
  const bad = [...problemsOf(operation)].map(([status, codes]) => {
    const alike = [...problems].filter(([name]) => name.startsWith(`${status}`));
    const description = listed(codes);
    const same = alike.find(([, known]) => known.description === description);
    const name = same?.[0] ?? `${status}.${alike.length + 1}`;
    if (same === undefined) problems.set(name, problemResponse(writer, codes));
    return [String(status), { $ref: `#/components/responses/${name}` }] as const;
  });
  return Object.fromEntries([...good, ...bad]);
}

const listed = (codes: readonly string[]): string => codes.map((code) => `\`${code}\``).join(', ');

const problemResponse = (writer: SchemaWriter, codes: readonly string[]): DocumentedResponse => ({
  description: listed(codes),
  content: {
    'application/problem+json': {
      schema: { allOf: [writer.output(problem), writer.output(z.looseObject({ code: z.enum(codes) }))] },
    },
  },
});

const PART = 'With `fields`: these alone.';

const GOOD: Readonly<Record<string, string>> = {
  '200': 'Done.',
  '201': 'Made.',
  '202': 'Begun: it continues by itself.',
  '204': 'Done; there is nothing to say.',
  '503': 'Not ready.',
};

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same request with the same key gets the stored answer for a day, and nothing happens twice. JSON is compared by what it means, other bodies by their bytes. A request that was refused leaves the key free.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: 'order-42',
};

const DESCRIPTION = `Enrolls people in sequences, steers what runs, and says what happened and why.

Send a key as \`Authorization: Bearer ovk_…\`; \`overture keys create\` makes one, with the scopes \`read\`, \`write\`, \`send\` (answers to people) or \`admin\`.
Errors are problem details (RFC 9457) with a \`code\` that never changes its meaning. Lists answer \`{items, next_cursor}\` and
take \`limit\`, \`cursor\`, \`sort\`, \`fields\` (\`?fields=id,status\`: items of these fields alone) and \`count\`. Every POST takes an \`Idempotency-Key\`, and \`?dry_run=true\` where it says so. Unknown fields are refused.
Every answer has an \`X-Request-Id\`: yours, where the request brings one of up to 128 letters, digits and \`._~:/+=-\`, else ours.`;
