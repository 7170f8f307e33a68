import { z } from 'zod';
import { findAction } from '../../../src/v2/contract/actions.ts';
import { ENDPOINTS, type EndpointDefinition } from '../../../src/v2/contract/endpoints.ts';
import {
  CREDITS_OF_CHARGED_REFUSALS,
  ERROR_CODES,
  ERROR_STATUS,
  HTTP_STATUS_OF_ROUTER_ERRORS,
  SUB_CODES,
} from '../../../src/v2/contract/errors.ts';
import { EVENT_SCHEMAS, eventEnvelope } from '../../../src/v2/contract/events.ts';
import { validationMessage } from '../../../src/v2/contract/validation-message.ts';
import { closed } from './closed-schema.ts';

export interface SeenAnswer {
  readonly method: string;
  /** With or without its query. */
  readonly path: string;
  /** The body that was sent, parsed. */
  readonly request: unknown;
  readonly status: number;
  /** Null where the test does not see headers. */
  readonly content_type: string | null;
  readonly body: unknown;
}

/**
 * Holds an answer of a `/v2` path against the contract: the uniform envelope, the status of its code, and `data` with every
 * field of the action's or endpoint's schema and no other. Throws with what is wrong and where.
 */
export function checkAnswer(seen: SeenAnswer): void {
  const path = seen.path.split('?', 1)[0] ?? '';
  if (!/^\/v2(\/|$)/.test(path)) return;
  const problems = problemsOf(seen, path);
  if (problems.length === 0) return;
  throw new Error(
    [
      `${seen.method} ${path}${nameOf(seen.request)} answered ${seen.status}, but not as the contract has it:`,
      ...problems.map((problem) => `  - ${problem}`),
      `  ${JSON.stringify(seen.body)?.slice(0, 2000)}`,
    ].join('\n'),
  );
}

const metadata = z.strictObject({
  action: z.string().nullable(),
  account_id: z.string().nullable(),
  credits_consumed: z.int().min(0),
  timestamp: z.iso.datetime(),
});
const success = z.strictObject({ success: z.literal(true), data: z.record(z.string(), z.unknown()), metadata });
const failure = z.strictObject({
  success: z.literal(false),
  error: z.strictObject({
    code: z.enum(ERROR_CODES),
    message: z.string().min(1),
    sub_code: z.enum(SUB_CODES).optional(),
  }),
  metadata,
});

function problemsOf(seen: SeenAnswer, path: string): string[] {
  const json = 'application/json; charset=utf-8';
  const typed = seen.content_type === null || seen.content_type === json;
  const problems = typed ? [] : [`Content-Type is ${seen.content_type}, not ${json}`];
  return [...problems, ...(seen.status === 200 ? ofSuccess(seen, path) : ofFailure(seen))];
}

function ofSuccess(seen: SeenAnswer, path: string): string[] {
  const envelope = success.safeParse(seen.body);
  if (!envelope.success) return [validationMessage('envelope', envelope.error)];
  const endpoint = endpointOf(seen.method, path);
  if (!endpoint) return ['the contract has no such endpoint'];
  const { data } = envelope.data;
  const { action } = envelope.data.metadata;
  const asked = endpoint.action ?? fieldOf(seen.request, 'action');
  const definition = endpoint.category === null ? undefined : findAction(endpoint.category, String(asked));
  const schema = definition?.data ?? endpoint.data;
  const problems = action === asked ? [] : [`metadata.action is ${action}, not ${asked}`];
  if (!schema) return [...problems, `this endpoint has no envelope with data (${endpoint.answers})`];
  problems.push(...mismatches('data', schema, data));
  if (asked === 'list_events' && Array.isArray(data.events)) problems.push(...data.events.flatMap(ofEvent));
  return problems;
}

function ofFailure(seen: SeenAnswer): string[] {
  const envelope = failure.safeParse(seen.body);
  if (!envelope.success) return [validationMessage('envelope', envelope.error)];
  const { error, metadata } = envelope.data;
  const problems: string[] = [];
  const allowed = [ERROR_STATUS[error.code], ...routerStatuses(error.code)];
  if (!allowed.includes(seen.status)) {
    problems.push(`the status of ${error.code} is ${allowed.join(' or ')}`);
  }
  if (error.sub_code !== undefined && error.code !== 'CHANNEL_ERROR') problems.push(`${error.code} has a sub_code`);
  const charged = Object.keys(CREDITS_OF_CHARGED_REFUSALS).some((name) => name.endsWith(`/${metadata.action}`));
  if (metadata.credits_consumed !== 0 && !(charged && error.code === 'CHANNEL_ERROR')) {
    problems.push(`an error consumed ${metadata.credits_consumed} credits`);
  }
  return problems;
}

/** Also of the stored envelopes of events, wherever a test meets one. */
function ofEvent(event: unknown, index: number): string[] {
  const place = `data.events.${index}`;
  const envelope = eventEnvelope.safeParse(event);
  if (!envelope.success) return [validationMessage(place, envelope.error)];
  const { type } = envelope.data.event;
  const schemas: Record<string, Record<string, z.ZodType>> = EVENT_SCHEMAS;
  const schema = schemas[type]?.[envelope.data.platform];
  if (!schema) return [`${place}: no event of ${envelope.data.platform} is called ${type}`];
  return mismatches(`${place}.event`, schema, envelope.data.event);
}

function mismatches(place: string, schema: z.ZodType, value: unknown): string[] {
  const parsed = closed(schema).safeParse(value);
  return parsed.success ? [] : [validationMessage(place, parsed.error)];
}

function endpointOf(method: string, path: string): EndpointDefinition | undefined {
  const matching = ENDPOINTS.filter(
    (one) => one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  // `/v2/webhooks/retry-policy` before `/v2/webhooks/{webhook_id}`.
  return matching.sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
}

function routerStatuses(code: string): number[] {
  return Object.values(HTTP_STATUS_OF_ROUTER_ERRORS)
    .filter((one) => one.code === code)
    .map((one) => one.status);
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const nameOf = (request: unknown): string => {
  const action = fieldOf(request, 'action');
  return typeof action === 'string' ? ` (${action})` : '';
};
