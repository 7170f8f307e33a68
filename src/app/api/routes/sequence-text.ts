import { z } from 'zod';
import { decodeText, type Undecodable } from '../../../language/sequence/yaml/decode-text.ts';
import type { ApplyDiagnostic } from '../../../runtime/enroll/apply/check-text.ts';
import { ok, type Result } from '../../../shared/kit/result.ts';
import { Problem, readBody } from '../problem.ts';

const body = z.strictObject({ text: z.string() });

/** The YAML of a request: as it is, or in `{text}`. Throws 422 where it is no UTF-8. */
export function readText(given: unknown): string {
  const text = decodeBody(given);
  if (text.ok) return text.value;
  throw invalidSequence(text.error.diagnostics);
}

/** Decoded here and not by the server, which would put another character for each byte that is no UTF-8. */
export function decodeBody(given: unknown): Result<string, Undecodable> {
  if (given instanceof Uint8Array) return decodeText(given);
  if (given !== undefined) return ok(readBody(body, given).text);
  throw new Problem(415, 'unsupported_media_type', 'Send the sequence as YAML, with Content-Type: text/yaml.');
}

export function invalidSequence(diagnostics: readonly ApplyDiagnostic[]): Problem {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const text = `The sequence has ${errors} error${errors === 1 ? '' : 's'}.`;
  return new Problem(422, 'invalid_sequence', text, { diagnostics });
}
