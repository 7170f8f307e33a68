import { isRecord } from '../../../shared/kit/is-record.ts';
import { ACTIONS } from '../actions.ts';
import { chargeOf } from '../charge.ts';
import type { ActionDefinition, Category } from '../definition.ts';
import type { EndpointDefinition } from '../endpoints.ts';
import { chargeText } from './charge-text.ts';
import { errorResponses } from './error-responses.ts';
import { exampleOf } from './examples/actions.ts';
import { ACCOUNT_ID, type ActionExample, MAILBOX_ID } from './examples/example.ts';
import { SENDS } from './examples/messages.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Operation } from './operation.ts';
import { refusalsOf } from './refusals.ts';
import type { SchemaBook } from './schema-book.ts';
import { successExample, successHeaders, successSchema } from './success-responses.ts';
import { describeFields } from './texts/describe-fields.ts';
import { FIELD_TEXTS } from './texts/fields.ts';
import { PARAM_TEXTS } from './texts/params.ts';

export const CATEGORY_TEXTS: Readonly<Record<Category, string>> = {
  profiles: 'People and companies of the professional network.',
  messages: 'Messages on all three channels: send, read, search, file.',
  network: 'Invitations and connections of the professional network.',
  content: 'Posts, comments and reactions of the professional network.',
  recruiter: 'Job posts, candidates and their CVs.',
  balance: "The premium seat's own credits.",
  enrich: 'Finds, looks up and validates email addresses. Needs no account.',
};

/** One POST of a category: its body and answer are one of its actions, told apart by `action`. */
export function categoryOperation(
  book: SchemaBook,
  endpoint: EndpointDefinition,
  category: Category,
  alias: boolean,
): Operation {
  const actions = ACTIONS.filter((definition) => definition.category === category);
  const requests = actions.map((definition) => keepRequest(book, definition));
  const answers = actions.map((definition) =>
    book.keep(
      `${componentOf(definition)}Answer`,
      successSchema(
        definition.action,
        describeFields(book.output(definition.data), componentOf(definition), FIELD_TEXTS),
      ),
    ),
  );
  const name = endpoint.path.split('/').at(-1) ?? category;
  return {
    operationId: name,
    tags: [category],
    summary: alias ? `Another path of the category ${category}` : endpoint.summary,
    description: `${CATEGORY_TEXTS[category]}\n\n${actions.map(actionLine).join('\n')}`,
    parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            oneOf: requests,
            discriminator: {
              propertyName: 'action',
              mapping: Object.fromEntries(actions.map((one, index) => [one.action, String(requests[index]?.$ref)])),
            },
          },
          examples: Object.fromEntries(
            actions.flatMap((definition) =>
              examplesOf(definition).map(([title, { params }]) => [title, { value: requestOf(definition, params) }]),
            ),
          ),
        },
      },
    },
    responses: {
      200: {
        description: 'The result of the action.',
        headers: successHeaders({ replays: true }),
        content: {
          'application/json': {
            schema: { oneOf: answers },
            examples: Object.fromEntries(
              actions.flatMap((definition) =>
                examplesOf(definition).map(([title, example]) => [title, { value: answerOf(definition, example) }]),
              ),
            ),
          },
        },
      },
      ...errorResponses(endpoint),
    },
  };
}

/** `messages/send` is `MessagesSend`. */
export const componentOf = ({ category, action }: Pick<ActionDefinition, 'category' | 'action'>): string =>
  `${category}_${action}`.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The examples of an action by title; `send` has one per shape. */
export function examplesOf(definition: ActionDefinition): [string, ActionExample][] {
  const own: [string, ActionExample] = [definition.action, exampleOf(definition)];
  return definition.category === 'messages' && definition.action === 'send'
    ? [own, ...Object.entries(SENDS).map(([title, one]): [string, ActionExample] => [`send: ${title}`, one])]
    : [own];
}

export function requestOf({ category, action, channels }: ActionDefinition, params: object) {
  const account = 'to' in params || channels[0] === 'email' ? MAILBOX_ID : ACCOUNT_ID;
  return { ...(category === 'enrich' ? {} : { account_id: account }), action, params };
}

export function answerOf(definition: ActionDefinition, { params, data }: ActionExample) {
  const request = requestOf(definition, params);
  const results = isRecord(data) ? data.total_results : undefined;
  return successExample(data, {
    action: definition.action,
    account_id: request.account_id ?? null,
    credits_consumed: chargeOf(definition, {
      params: { ...params },
      results: typeof results === 'number' ? results : 0,
    }),
  });
}

function keepRequest(book: SchemaBook, definition: ActionDefinition): JsonSchema {
  const name = `${definition.category}/${definition.action}`;
  const params = describeFields(book.input(definition.params), name, PARAM_TEXTS);
  const required = (params.required ?? []).length > 0;
  return book.keep(componentOf(definition), {
    type: 'object',
    title: name,
    description: describeAction(definition),
    required: [...(definition.channels === 'none' ? [] : ['account_id']), 'action', ...(required ? ['params'] : [])],
    'x-channels': definition.channels === 'none' ? [] : [...definition.channels],
    'x-charge': chargeText(definition.charge),
    'x-refusals': refusalsOf(name),
    properties: {
      ...(definition.channels === 'none'
        ? {}
        : { account_id: { type: 'string', description: 'The account that acts.' } }),
      action: { type: 'string', const: definition.action },
      params,
    },
  });
}

function describeAction(definition: ActionDefinition): string {
  const { summary, channels, charge } = definition;
  const refusals = refusalsOf(`${definition.category}/${definition.action}`);
  return [
    `${summary}.`,
    `Channels: ${channels === 'none' ? 'no account needed' : channels.join(', ')}. Charge: ${chargeText(charge)}.`,
    ...(refusals.length === 0
      ? []
      : [`Refusals: ${refusals.map(({ sub_code, why }) => `\`${sub_code}\` (${why})`).join(', ')}.`]),
  ].join('\n\n');
}

const actionLine = (definition: ActionDefinition): string =>
  `- \`${definition.action}\`: ${definition.summary} (${chargeText(definition.charge)})`;
