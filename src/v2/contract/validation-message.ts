import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** `params.count: Too small: expected number to be >=1`: every issue with the place it is at, on one line. */
export function validationMessage(location: string, error: { readonly issues: readonly Issue[] }): string {
  return error.issues.map((issue) => `${[location, ...issue.path.map(String)].join('.')}: ${issue.message}`).join('; ');
}

/** For `safeParse`: what is absent is called required. The schema, or else the library, words the rest. */
export const ABSENT_IS_REQUIRED = {
  error: ({ code, input }: z.core.$ZodRawIssue) =>
    code === 'invalid_type' && input === undefined ? 'is required' : undefined,
};
