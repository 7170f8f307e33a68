import { EVENT_SCHEMAS, EVENT_TYPES, type EventType, eventEnvelope } from '../events.ts';
import { ATTEMPT, EVENT_ID, LINK_ID, REPLAY, SIGNATURE, SIGNATURE_PREFIX, TIMESTAMP } from '../headers.ts';
import { connectLinkCallback } from '../records/connect-link.ts';
import { EVENT_EXAMPLES } from './examples/events.ts';
import { ACCOUNT_ID, LINK_ID as LINK } from './examples/example.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Operation, Parameter } from './operation.ts';
import type { SchemaBook } from './schema-book.ts';
import { describeFields } from './texts/describe-fields.ts';
import { FIELD_TEXTS } from './texts/fields.ts';

const SUMMARIES: Readonly<Record<EventType, string>> = {
  message: 'A message or an email came in, or went out',
  accepted_invitation: 'Sent connection requests were accepted',
  invitation_received: 'Connection requests came in',
  email_bounced: 'A sent email bounced',
  email_complained: 'The recipient of a sent email called it spam',
  disconnection: "The platform's session ended; reaches every webhook",
};

/**
 * Describes the envelope that a custom webhook receives, for each `event.type`; the same envelopes are streamed and pulled in
 * hosted mode.
 */
export function eventWebhooks(book: SchemaBook): Record<string, { readonly post: Operation }> {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: eventPost(book, type) }]));
}

function eventPost(book: SchemaBook, type: EventType): Operation {
  const examples = Object.entries(EVENT_EXAMPLES[type]).map(([title, value]) => [title, { value }]);
  return {
    operationId: `on_${type}`,
    tags: ['webhooks'],
    summary: SUMMARIES[type],
    description:
      'At least once: tell repeats by `event_id`. Any 2xx within 10 seconds is a success; timeouts, connection errors, 5xx, 408, 425 and 429 are tried again, 8 times in all; anything else fails at once.',
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: eventSchema(book, type), examples: Object.fromEntries(examples) } },
    },
    responses: { '2XX': { description: 'Received.' } },
  };
}

/** The envelope with the payload of each channel that has this type. */
function eventSchema(book: SchemaBook, type: EventType): JsonSchema {
  const variants = Object.entries(EVENT_SCHEMAS[type]).map(([platform, schema]): JsonSchema => {
    const name = `${pascal(type)}Event${pascal(platform)}`;
    return book.keep(name, {
      allOf: [
        { $ref: '#/components/schemas/EventEnvelope' },
        {
          type: 'object',
          properties: { platform: { const: platform }, event: describeFields(book.output(schema), name, FIELD_TEXTS) },
        },
      ],
    });
  });
  book.keep('EventEnvelope', describeFields(book.output(eventEnvelope), 'EventEnvelope', FIELD_TEXTS));
  const [only] = variants;
  return variants.length === 1 && only ? only : { oneOf: variants };
}

const pascal = (name: string): string => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const header = (name: string, description: string, schema: JsonSchema, required = true): Parameter => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});

const HEADERS = [
  header(EVENT_ID, 'The same as `event_id`.', { type: 'string' }),
  header(ATTEMPT, 'Which attempt this is, from 1.', { type: 'integer', minimum: 1 }),
  header(REPLAY, '`true` on a replay.', { type: 'string', const: 'true' }, false),
  header(TIMESTAMP, 'Unix seconds; when signing is on.', { type: 'integer' }, false),
  header(
    SIGNATURE,
    `When signing is on: \`${SIGNATURE_PREFIX}\` and the lowercase hex of HMAC-SHA256 with the webhook's secret over the timestamp, a dot and the raw body.`,
    { type: 'string', pattern: `^${SIGNATURE_PREFIX}[0-9a-f]{64}$` },
    false,
  ),
];

/** The callback of a connection link, for the operation that creates one. */
export function connectLinkCallbacks(book: SchemaBook): NonNullable<Operation['callbacks']> {
  return {
    connected: {
      '{$request.body#/notify_url}': {
        post: {
          operationId: 'on_connected',
          tags: ['accounts'],
          summary: 'The person has connected the account',
          description:
            'Not signed: confirm it by reading the account. Sent again after 5 and after 30 seconds where the answer is no 2xx.',
          parameters: [header(LINK_ID, 'The link.', { type: 'string' })],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: book.output(connectLinkCallback),
                example: {
                  status: 'CREATION_SUCCESS',
                  account_id: ACCOUNT_ID,
                  platform: 'professional',
                  name: 'customer 42',
                  link_id: LINK,
                },
              },
            },
          },
          responses: { '2XX': { description: 'Received.' } },
        },
      },
    },
  };
}
