import { z } from 'zod';
import type { ApplyDiagnostic } from '../../enroll/apply/check-text.ts';
import { Problem } from '../problem.ts';

const body = z.strictObject({ text: z.string() });

/** The YAML of a request: as it is, or in `{text}`. */
export function readText(given: unknown): string {
  if (typeof given === 'string') return given;
  const parsed = body.safeParse(given);
  if (parsed.success) return parsed.data.text;
  throw new Problem(415, 'unsupported_media_type', 'Send the sequence as YAML, with Content-Type: text/yaml.');
}

export function invalidSequence(diagnostics: readonly ApplyDiagnostic[]): Problem {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const text = `The sequence has ${errors} error${errors === 1 ? '' : 's'}.`;
  return new Problem(422, 'invalid_sequence', text, { diagnostics });
}
