import type { ErrorCode, SubCode } from '../../contract/errors.ts';

/** spec: Conventions common to all action endpoints. `now` is virtual time. */
export interface Answer {
  readonly action: string | null;
  readonly account_id: string | null;
  readonly credits_consumed: number;
}

export interface ErrorAnswer extends Answer {
  readonly code: ErrorCode;
  readonly message: string;
  readonly sub_code?: SubCode | undefined;
}

export function successBody(now: number, answer: Answer & { readonly data: object }) {
  return { success: true, data: answer.data, metadata: metadata(now, answer) };
}

export function errorBody(now: number, answer: ErrorAnswer) {
  const { code, message, sub_code } = answer;
  return {
    success: false,
    error: { code, message, ...(sub_code === undefined ? {} : { sub_code }) },
    metadata: metadata(now, answer),
  };
}

function metadata(now: number, answer: Answer) {
  return {
    action: answer.action,
    account_id: answer.account_id,
    credits_consumed: answer.credits_consumed,
    timestamp: new Date(now).toISOString(),
  };
}
