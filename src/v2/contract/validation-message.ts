import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** `params.count: Too small: expected number to be >=1`: every issue with the place it is at, on one line. */
export function validationMessage(location: string, error: { readonly issues: readonly Issue[] }): string {
  return error.issues
    .map((issue) => `${[location, ...issue.path.map(String)].join('.')}: ${wording(issue)}`)
    .join('; ');
}

function wording(issue: Issue): string {
  const absent = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  return absent ? 'is required' : issue.message;
}
