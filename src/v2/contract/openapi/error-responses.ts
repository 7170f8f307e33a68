import type { EndpointDefinition } from '../endpoints.ts';
import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import { REQUEST_ID, RETRY_AFTER } from '../headers.ts';
import { ACCOUNT_ID, NOW } from './examples/example.ts';
import type { Response } from './operation.ts';

/** Why each code comes, and what its message looks like. */
export const errorTexts: Readonly<Record<ErrorCode, { readonly when: string; readonly message: string }>> = {
  INVALID_API_KEY: {
    when: 'The key is missing, unknown, expired or revoked.',
    message: 'the header x-api-key is missing',
  },
  INVALID_ACCOUNT: { when: "The account is unknown or not the key's owner's.", message: `no account ${ACCOUNT_ID}` },
  ACCOUNT_INACTIVE: {
    when: 'The account is inactive, suspended or waits for a verification code; a new login reactivates it.',
    message: 'the account is inactive: log in again',
  },
  INVALID_ACTION: { when: 'The category has no such action.', message: 'profiles has no action "fly"' },
  INVALID_PARAMS: {
    when: 'Something is missing or invalid, or names what is not there (any more). The message says where.',
    message: 'params.profile_url: is required',
  },
  RATE_LIMITED: {
    when: 'Too many requests: come back after `Retry-After` seconds.',
    message: 'too many requests with this key',
  },
  INSUFFICIENT_CREDITS: { when: 'Not enough API credits.', message: 'requires 1 credit, 0 remaining' },
  CHANNEL_ERROR: {
    when: 'The platform refused; the same input will be refused again.',
    message: 'the platform refused',
  },
  INTERNAL_ERROR: { when: 'Unexpected; try again in a few seconds.', message: 'something went wrong on our side' },
};

/** Errors that an endpoint may answer, beside those of every endpoint. */
export function errorsOf(endpoint: EndpointDefinition): ErrorCode[] {
  const acts = endpoint.category !== null;
  const { action, path } = endpoint;
  const named =
    path.includes('{account_id}') || ['get_attachment', 'checkpoint', 'create_webhook'].includes(action ?? '');
  const needsAccount = (acts && endpoint.category !== 'enrich') || named || action === 'connect_link';
  const signsIn = ['login', 'checkpoint', 'set_country', 'set_proxy'].includes(action ?? '');
  const codes: (ErrorCode | false)[] = [
    'INVALID_API_KEY',
    needsAccount && 'INVALID_ACCOUNT',
    (acts || named) && action !== 'get_account' && action !== 'delete_account' && 'ACCOUNT_INACTIVE',
    acts && 'INVALID_ACTION',
    'INVALID_PARAMS',
    'RATE_LIMITED',
    (acts || endpoint.credits !== 0) && 'INSUFFICIENT_CREDITS',
    (acts || signsIn || action === 'get_attachment') && 'CHANNEL_ERROR',
    'INTERNAL_ERROR',
  ];
  return codes.filter((code) => code !== false);
}

/** Groups the error codes of an endpoint by HTTP status, as an operation lists them: several codes may share one. */
export function errorResponses(endpoint: EndpointDefinition): Record<string, Response> {
  const byStatus = new Map<number, ErrorCode[]>();
  const add = (status: number, code: ErrorCode) => byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  for (const code of errorsOf(endpoint)) add(ERROR_STATUS[code], code);
  // A path segment that is empty, or cannot be decoded, is another path.
  if (endpoint.path.includes('{')) add(404, 'INVALID_ACTION');
  if (endpoint.method !== 'GET') add(413, 'INVALID_PARAMS');
  add(503, 'INTERNAL_ERROR');
  return Object.fromEntries(
    [...byStatus].sort(([a], [b]) => a - b).map(([status, codes]) => [String(status), response(status, codes)]),
  );
}

const WHEN_BY_STATUS: Readonly<Record<number, string>> = {
  413: 'The body is too large.',
  503: 'The database of the service cannot do what it is asked (its disk is full, it has no memory or connection left, it is being stopped): come back after `Retry-After` seconds.',
};

function response(status: number, codes: readonly ErrorCode[]): Response {
  const when = (code: ErrorCode): string => WHEN_BY_STATUS[status] ?? errorTexts[code].when;
  return {
    description: codes.map((code) => `\`${code}\`: ${when(code)}`).join('\n\n'),
    headers: {
      [REQUEST_ID]: { $ref: '#/components/headers/RequestId' },
      ...(status === 429 || status === 503 ? { [RETRY_AFTER]: { $ref: '#/components/headers/RetryAfter' } } : {}),
    },
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Error' },
            { type: 'object', properties: { error: { type: 'object', properties: { code: { enum: [...codes] } } } } },
          ],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { value: envelopeOf(code) }])),
      },
    },
  };
}

function envelopeOf(code: ErrorCode) {
  return {
    success: false,
    error: { code, message: errorTexts[code].message },
    metadata: { action: null, account_id: null, credits_consumed: 0, timestamp: NOW },
  };
}
