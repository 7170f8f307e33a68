import { fail, type Result } from '../kit/result.ts';

/** Why a text names nobody. */
export interface NotRead {
  readonly expected: 'an email address' | 'a domain such as acme.example' | 'a phone number' | 'a profile URL';
  /** Null: it is nothing of the kind. */
  readonly why: string | null;
  /** How to write it, where that can be told. */
  readonly instead: string | null;
}

export const notRead = (expected: NotRead['expected']) => {
  return (why: string | null, instead: string | null = null): Result<never, NotRead> =>
    fail({ expected, why, instead });
};

/** The end of a sentence that begins with the field: what is wrong, and how to write it instead. */
export const sayNotRead = (not: NotRead): string => `is not ${sayRest(not)}`;

/** The same as a demand. */
export const sayExpected = (not: NotRead): string => `must be ${sayRest(not)}`;

const sayRest = ({ expected, why, instead }: NotRead): string =>
  `${expected}${why === null ? '' : `: ${why}`}${instead === null ? '' : `; write ${instead}`}`;

/** No text that names somebody is longer; what is, is not looked at. */
export const LONGEST_NAME = 2000;
export const TOO_LONG = `it is longer than ${LONGEST_NAME} characters`;
