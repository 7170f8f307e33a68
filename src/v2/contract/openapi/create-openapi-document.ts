import { ACTION_CATEGORIES } from '../actions.ts';
import { CATEGORY_PATHS, ENDPOINTS, type EndpointDefinition } from '../endpoints.ts';
import { API_KEY, IDEMPOTENCY_KEY } from '../headers.ts';
import { IDEMPOTENCY_HOURS } from '../limits.ts';
import { CATEGORY_TEXTS, categoryOperation } from './category-operations.ts';
import { COMPONENTS } from './component-names.ts';
import { connectLinkCallbacks, eventWebhooks } from './event-webhooks.ts';
import type { JsonSchema } from './json-schema.ts';
import { managementOperation, TAGS } from './management-operations.ts';
import type { Operation, Parameter } from './operation.ts';
import { createSchemaBook, type SchemaBook } from './schema-book.ts';
import { METADATA } from './success-responses.ts';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security: readonly Record<string, readonly string[]>[];
  /** Operations by path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: object;
    readonly securitySchemes: object;
  };
}

/** The whole service as an OpenAPI 3.1 document, made from the contract. */
export function createOpenApiDocument({ base_url }: { readonly base_url: string }): OpenApiDocument {
  const book = createSchemaBook();
  book.keep('Metadata', METADATA);
  for (const schema of Object.values(COMPONENTS)) book.output(schema);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of ENDPOINTS) {
    const path = paths[endpoint.path] ?? {};
    paths[endpoint.path] = path;
    path[endpoint.method.toLowerCase()] = operation(book, endpoint);
  }
  const webhooks = eventWebhooks(book);
  return {
    openapi: '3.1.0',
    info: { title: 'Outreach and messaging automation API', version: '2', description: DESCRIPTION },
    servers: [{ url: base_url }],
    tags: [
      ...ACTION_CATEGORIES.map((name) => ({ name, description: CATEGORY_TEXTS[name] })),
      ...Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    ],
    security: [{ api_key: [] }],
    paths,
    webhooks,
    components: {
      schemas: book.components(),
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: { api_key: { type: 'apiKey', in: 'header', name: API_KEY, description: 'The API key.' } },
    },
  };
}

function operation(book: SchemaBook, endpoint: EndpointDefinition): Operation {
  const { category, action } = endpoint;
  if (category !== null) {
    return categoryOperation(book, endpoint, category, CATEGORY_PATHS[category][0] !== endpoint.path);
  }
  if (action === null) throw new Error(`${endpoint.path} has neither category nor action`);
  const made = managementOperation(book, endpoint, action);
  return action === 'connect_link' ? { ...made, callbacks: connectLinkCallbacks(book) } : made;
}

const PARAMETERS: Readonly<Record<string, Parameter>> = {
  IdempotencyKey: {
    name: IDEMPOTENCY_KEY,
    in: 'header',
    required: false,
    description: `The same key and body within ${IDEMPOTENCY_HOURS} hours get the stored answer, with no second effect or charge. An extension.`,
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    example: 'order-42/hello',
  },
};

const HEADERS = {
  RequestId: {
    description:
      'Identifies this request; quote it when you ask about it. Your own `X-Request-Id` where you sent one of up to 128 letters, digits and `._~:/+=-`.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
  IdempotentReplayed: {
    description: '`true` when this is the stored answer to an earlier call with the same key.',
    schema: { type: 'string', const: 'true' },
  },
};

const DESCRIPTION = `Acts through connected accounts on a professional network, a messenger and email.

Every request carries \`x-api-key\`. Actions are POSTed to the endpoint of their category, with \`account_id\`, \`action\` and
\`params\`. Every JSON answer is one envelope: \`success\`, \`data\` or \`error\`, and \`metadata\` with the credits that the call
consumed. Errors have true HTTP statuses and a fixed list of codes.

Lists page by \`count\` and \`offset\`, inboxes by \`cursor\`. Unknown fields are ignored.`;
