import { readFile } from 'node:fs/promises';
import type { Plan } from '../../language/plan/plan.ts';
import type { Diagnostic } from '../../language/sequence/diagnostics/diagnostic.ts';
import { formatDiagnostics } from '../../language/sequence/diagnostics/format-diagnostics.ts';
import { decodeText } from '../../language/sequence/yaml/decode-text.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { printJson, printPainted } from './print.ts';

/** The text of a file; `-` is standard input. Throws wrong_use where it cannot be read, or is no UTF-8. */
export async function readSequenceFile(file: string): Promise<string> {
  const text = decodeText(await readSequenceBytes(file));
  if (text.ok) return text.value;
  const [problem] = text.error.diagnostics;
  throw new CodedError('wrong_use', `${file}:${problem?.line}:${problem?.column} ${problem?.message}`, {
    fix: problem?.fix ?? 'Save it as UTF-8.',
  });
}

/** Throws wrong_use where the file cannot be read. */
export async function readSequenceBytes(file: string): Promise<Uint8Array> {
  return readFile(file === '-' ? '/dev/stdin' : file).catch((error: NodeJS.ErrnoException) => {
    throw new CodedError('wrong_use', `cannot read ${file}: ${whyUnreadable(error)}`, { fix: 'Name a sequence file.' });
  });
}

export interface SequenceFile {
  readonly file: string;
  readonly text: string;
  readonly plan: Plan;
  readonly digest: string;
}

/** Null after its errors were printed. Warnings are `validate`'s. */
export async function compileFile(file: string, { json = false } = {}): Promise<SequenceFile | null> {
  const text = await readSequenceFile(file);
  const { compileSequence } = await import('../../language/sequence/compile-sequence.ts');
  const compiled = compileSequence(text);
  if (compiled.ok) return { file, text, plan: compiled.plan, digest: compiled.digest };
  printDiagnostics(file, text, compiled.diagnostics, { json });
  return null;
}

/** On standard error; for programs as `validate` tells them. */
export function printDiagnostics(
  file: string,
  text: string,
  diagnostics: readonly Diagnostic<string>[],
  { json = false } = {},
): void {
  if (json) {
    printJson({ ok: false, diagnostics });
    return;
  }
  const color = process.stderr.isTTY === true && !process.env.NO_COLOR;
  printPainted(formatDiagnostics(text, diagnostics, { file, color }), process.stderr);
}

function whyUnreadable(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EISDIR':
      return 'it is a folder';
    case 'EACCES':
      return 'reading it is not permitted';
    default:
      return error.message;
  }
}
