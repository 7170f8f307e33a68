import type { SubCode } from '../../contract/errors.ts';
import type { Refusal } from './call.ts';

interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
}

export const done = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });
export const notFound = (message: string): Refused => ({ ok: false, refusal: { kind: 'not_found', message } });
export const invalid = (message: string): Refused => ({ ok: false, refusal: { kind: 'invalid', message } });
export const refused = (subCode: SubCode, message: string): Refused => ({
  ok: false,
  refusal: { kind: 'refused', sub_code: subCode, message },
});
