import type { EndpointDefinition } from '../endpoints.ts';
import { LAST_EVENT_ID } from '../headers.ts';
import { errorResponses } from './error-responses.ts';
import { ENDPOINT_EXAMPLES, type EndpointExample } from './examples/endpoints.ts';
import { ACCOUNT_ID, EVENT_ID } from './examples/example.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Operation, Parameter, Response } from './operation.ts';
import { refusalsOf } from './refusals.ts';
import type { SchemaBook } from './schema-book.ts';
import { successExample, successHeaders, successSchema } from './success-responses.ts';
import { describeFields, textOf } from './texts/describe-fields.ts';
import { ENDPOINT_TEXTS } from './texts/endpoints.ts';
import { FIELD_TEXTS } from './texts/fields.ts';

const ATTACHMENT: EndpointExample = {
  query: {
    account_id: ACCOUNT_ID,
    conversation_id: 'thread_01jb2n4p5q6r7s8t9v0w1x2y45',
    asset_urn: 'asset_01jb2n4p5q',
  },
  data: null,
};

export function endpointExample(action: string): EndpointExample {
  const examples: Readonly<Record<string, EndpointExample>> = ENDPOINT_EXAMPLES;
  const example = action === 'get_attachment' ? ATTACHMENT : examples[action];
  if (!example) throw new Error(`the endpoint ${action} has no example`);
  return example;
}

/** An endpoint that has no `action`. */
export function managementOperation(book: SchemaBook, endpoint: EndpointDefinition, action: string): Operation {
  const example = endpointExample(action);
  return {
    operationId: action,
    tags: [tagOf(endpoint.path)],
    summary: endpoint.summary,
    description: describe(endpoint, action),
    parameters: [...pathParameters(endpoint, action, example), ...queryParameters(book, endpoint, action, example)],
    ...(endpoint.body === null ? {} : { requestBody: requestBody(book, endpoint.body, action, example) }),
    responses: { 200: success(book, endpoint, action, example), ...errorResponses(endpoint) },
  };
}

export const TAGS = {
  accounts: 'Connected channel identities, and the hosted links that connect them.',
  credits: "The API's own credits.",
  logs: 'The history of calls.',
  webhooks: 'Events of account activity, pushed to a URL or pulled.',
} as const;

function tagOf(path: string): keyof typeof TAGS | 'messages' {
  if (path.startsWith('/v2/webhooks')) return 'webhooks';
  if (path.startsWith('/v2/logs')) return 'logs';
  if (path.startsWith('/v2/messages')) return 'messages';
  return path === '/v2/credits' ? 'credits' : 'accounts';
}

function describe(endpoint: EndpointDefinition, action: string): string {
  const refusals = refusalsOf(action);
  const charge =
    endpoint.credits === 'of_the_login'
      ? 'a professional login by password 1 credit, anything else free'
      : endpoint.credits === 0
        ? 'free'
        : String(endpoint.credits);
  return [
    `${endpoint.summary}.`,
    `Charge: ${charge}.`,
    ...(refusals.length === 0
      ? []
      : [`Refusals: ${refusals.map(({ sub_code, why }) => `\`${sub_code}\` (${why})`).join(', ')}.`]),
  ].join('\n\n');
}

function pathParameters(endpoint: EndpointDefinition, action: string, example: EndpointExample): Parameter[] {
  return [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    description: textOf(ENDPOINT_TEXTS, action, [name]) ?? '',
    schema: { type: 'string', minLength: 1 },
    example: example.path?.[name],
  }));
}

/** Values of a query are texts; whole numbers among them are written as such. */
function queryParameters(
  book: SchemaBook,
  endpoint: EndpointDefinition,
  action: string,
  example: EndpointExample,
): Parameter[] {
  if (endpoint.query === null) return [];
  const json = book.input(endpoint.query);
  const query = Object.entries(json.properties ?? {}).map(
    ([name, schema]): Parameter => ({
      name,
      in: 'query',
      required: json.required?.includes(name) ?? false,
      description: textOf(ENDPOINT_TEXTS, action, [name]) ?? '',
      schema: asQueryValue(schema),
      ...(example.query?.[name] === undefined ? {} : { example: asExample(schema, example.query[name]) }),
    }),
  );
  const resume: Parameter = {
    name: LAST_EVENT_ID,
    in: 'header',
    required: false,
    description: 'Continues after this event; browsers send it when they reconnect.',
    schema: { type: 'string' },
    example: EVENT_ID,
  };
  return endpoint.answers === 'event_stream' ? [...query, resume] : query;
}

const isNumber = (schema: JsonSchema): boolean => String(schema.pattern ?? '').includes('\\d');

function asQueryValue(schema: JsonSchema): JsonSchema {
  if (!isNumber(schema)) return schema;
  const { default: given } = schema;
  return { type: 'integer', ...(given === undefined ? {} : { default: Number(given) }) };
}

const asExample = (schema: JsonSchema, value: string): unknown => (isNumber(schema) ? Number(value) : value);

function requestBody(
  book: SchemaBook,
  body: NonNullable<EndpointDefinition['body']>,
  action: string,
  example: EndpointExample,
) {
  const schema = describeFields(book.input(body), action, ENDPOINT_TEXTS);
  if (action === 'login') defaultToProfessional(schema);
  return {
    required: true,
    content: { 'application/json': { schema, ...(example.body === undefined ? {} : { example: example.body }) } },
  };
}

/** A login that names no platform is one to the professional channel: the schema says it by a step before the parsing. */
function defaultToProfessional(schema: JsonSchema): void {
  const first = schema.oneOf?.[0];
  if (!first) return;
  first.required = (first.required ?? []).filter((name) => name !== 'platform');
  if (first.required.length === 0) delete first.required;
  const platform = first.properties?.platform;
  if (platform) platform.default = 'professional';
}

function success(book: SchemaBook, endpoint: EndpointDefinition, action: string, example: EndpointExample): Response {
  const headers = successHeaders();
  switch (endpoint.answers) {
    case 'csv':
      return {
        description: 'All rows of the list, newest first.',
        headers: { ...headers, 'Content-Disposition': { schema: { type: 'string' } } },
        content: { 'text/csv': { schema: { type: 'string' }, example: CSV } },
      };
    case 'event_stream':
      return {
        description:
          'Server-sent events: `retry`, then `id` (the event id), `event` (its type) and `data` (the envelope on one line) of each event; a comment line every 15 seconds.',
        headers,
        content: { 'text/event-stream': { schema: { type: 'string' }, example: STREAM } },
      };
    case 'file':
      return {
        description: 'The file, with its own content type.',
        headers: { ...headers, 'Content-Disposition': { schema: { type: 'string' } } },
        content: { '*/*': { schema: {} } },
      };
    case 'envelope': {
      if (!endpoint.data) throw new Error(`${action} gave an envelope without data`);
      const data = describeFields(book.output(endpoint.data), action, FIELD_TEXTS);
      // The contract leaves events unread; a reader of the document may know what they are.
      if (data.properties?.events) data.properties.events.items = { $ref: '#/components/schemas/EventEnvelope' };
      const account_id = example.path?.account_id ?? accountOf(example.body) ?? null;
      const value = successExample(example.data, { action, account_id, credits_consumed: action === 'login' ? 1 : 0 });
      return {
        description: endpoint.summary,
        headers,
        content: { 'application/json': { schema: successSchema(action, data), example: value } },
      };
    }
  }
}

const accountOf = (body: object | undefined): string | undefined => {
  const named = body === undefined ? undefined : Reflect.get(body, 'account_id');
  return typeof named === 'string' ? named : undefined;
};

const CSV = `user_id,action,account_id,credits_consumed,status,error_message,created_at,target,idempotency_key
usr_01jb2h1j2k3m4n5p6q7r8s9t0v,send,${ACCOUNT_ID},1,success,,2026-03-05T10:15:00.000Z,https://network.example/in/lin-park,
`;
const STREAM = `retry: 3000

id: ${EVENT_ID}
event: message
data: {"event_id":"${EVENT_ID}","account_id":"${ACCOUNT_ID}","platform":"professional"}

`;
