import type { z } from 'zod';
import { retryAfter } from '../../shared/kit/retry-after.ts';
import type { SideEffect } from '../contract/definition.ts';
import { errorEnvelope, successEnvelope } from '../contract/envelope.ts';
import { isErrorCode } from '../contract/errors.ts';
import { IDEMPOTENT_REPLAYED, RETRY_AFTER } from '../contract/headers.ts';
import { ABSENT_IS_REQUIRED, validationMessage } from '../contract/validation-message.ts';
import { codeOfStatus } from './bare-answers.ts';
import type { AnswerHeaders, Exchange } from './exchange.ts';
import type { CallOutcome } from './outcome.ts';

/** The expectation of a call: whether its answer decides about an effect, and the shape of its `data`. */
export interface Expectation<Data extends z.ZodType> {
  readonly effect: SideEffect;
  readonly data: Data;
}

/** Turns an exchange into an outcome. A success is believed only when the whole envelope says so. */
export function readAnswer<Data extends z.ZodType>(
  done: Exchange,
  expected: Expectation<Data>,
): CallOutcome<z.output<Data>> {
  const wallNow = Date.now();
  switch (done.kind) {
    case 'unreachable':
      return { kind: 'unreachable', reason: done.reason };
    case 'broken':
      // The head of a refusal is enough: nothing was done, whatever the rest would have said.
      return (
        refusalByStatus(done.status, done.headers, done.reason, wallNow) ?? { kind: 'unknown', reason: done.reason }
      );
    case 'answered':
      return done.status >= 200 && done.status < 300
        ? readSuccess(done.status, done.headers, done.text, expected)
        : readRefusal(done.status, done.headers, done.text, expected.effect, wallNow);
  }
}

const headerOf = (headers: AnswerHeaders, name: string): string | undefined => [headers[name.toLowerCase()]].flat()[0];

function readSuccess<Data extends z.ZodType>(
  status: number,
  headers: AnswerHeaders,
  text: string,
  expected: Expectation<Data>,
): CallOutcome<z.output<Data>> {
  const envelope = successEnvelope.safeParse(parseJson(text));
  if (!envelope.success) return { kind: 'unknown', reason: `status ${status} without the service's envelope` };
  const data = expected.data.safeParse(envelope.data.data, ABSENT_IS_REQUIRED);
  if (!data.success) return { kind: 'unknown', reason: validationMessage('data', data.error) };
  return {
    kind: 'success',
    data: data.data,
    credits: envelope.data.metadata.credits_consumed,
    replayed: headerOf(headers, IDEMPOTENT_REPLAYED) === 'true',
  };
}

function readRefusal(
  status: number,
  headers: AnswerHeaders,
  text: string,
  effect: SideEffect,
  wallNow: number,
): CallOutcome<never> {
  const envelope = errorEnvelope.safeParse(parseJson(text));
  if (!envelope.success) {
    const reason = `status ${status} without the service's envelope`;
    return refusalByStatus(status, headers, reason, wallNow) ?? { kind: 'unknown', reason };
  }
  const { error, metadata } = envelope.data;
  const code = isErrorCode(error.code) ? error.code : codeOfStatus(status);
  // An unexpected error may have come after the effect. 501 is the exception: it says that there is no such effect.
  const doubtful = status >= 500 && status !== 501 && effect !== 'read';
  if (code === null || doubtful) return { kind: 'unknown', reason: `${status} ${error.code}: ${error.message}` };
  return {
    kind: 'refused',
    status,
    code,
    sub_code: error.sub_code ?? null,
    message: isErrorCode(error.code) ? error.message : `${error.code}: ${error.message}`,
    credits: metadata?.credits_consumed ?? 0,
    retry_after_ms: retryAfter(headerOf(headers, RETRY_AFTER), wallNow),
  };
}

function refusalByStatus(
  status: number | null,
  headers: AnswerHeaders | null,
  message: string,
  wallNow: number,
): CallOutcome<never> | null {
  const code = status === null ? null : codeOfStatus(status);
  if (status === null || code === null) return null;
  const retry_after_ms = headers ? retryAfter(headerOf(headers, RETRY_AFTER), wallNow) : null;
  const to = headers && headerOf(headers, 'location');
  const text = to ? `status ${status} redirects to ${to}, which is not followed: check V2_BASE_URL` : message;
  return { kind: 'refused', status, code, sub_code: null, message: text, credits: 0, retry_after_ms };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
