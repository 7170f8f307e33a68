import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type FoundSequence,
  runTestFile,
  type TestOutcome,
} from '../../../core/simulate/sequence-tests/run-test-file.ts';
import type { TestCode } from '../../../core/simulate/sequence-tests/test-codes.ts';
import { compileSequence } from '../../../language/sequence/compile-sequence.ts';
import type { Diagnostic } from '../../../language/sequence/diagnostics/diagnostic.ts';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { isSequenceFile } from './find-test-files.ts';

export interface RanFile {
  readonly file: string;
  readonly text: string;
  readonly ok: boolean;
  readonly sequence: string | null;
  readonly outcomes: readonly TestOutcome[];
  readonly diagnostics: readonly Diagnostic<TestCode>[];
}

/** One file of tests, with the sequence found in its folder. */
export function runFile(file: string, filter?: string): RanFile {
  const text = readUtf8(file);
  const options = filter === undefined ? {} : { filter };
  const ran = runTestFile(text, (sequence) => findSequence(file, sequence), options);
  const ok = ran.ok && ran.outcomes.every((outcome) => outcome.ok);
  return ran.ok
    ? { file, text, ok, sequence: ran.sequence, outcomes: ran.outcomes, diagnostics: [] }
    : { file, text, ok, sequence: null, outcomes: [], diagnostics: ran.diagnostics };
}

/** The sequence of this name: the file that the tests stand beside, else any other of the folder. */
function findSequence(testFile: string, sequence: string): FoundSequence {
  const folder = dirname(testFile);
  const beside = [testFile.replace(/\.test(\.ya?ml)$/, '$1'), join(folder, `${sequence}.yaml`)];
  const others = readdirSync(folder).filter((name) => isSequenceFile(name));
  const candidates = [...new Set([...beside, ...others.map((name) => join(folder, name))])];
  const named = new RegExp(`^sequence:\\s*["']?${sequence.replace(/[^\w-]/g, '\\$&')}["']?\\s*(?:#.*)?$`, 'm');
  for (const path of candidates) {
    const text = existsSync(path) ? readUtf8(path) : '';
    if (!named.test(text)) continue;
    const compiled = compileSequence(text);
    if (compiled.ok) return { found: true, plan: compiled.plan };
    const errors = compiled.diagnostics.filter(({ severity }) => severity === 'error');
    const places = errors.map(({ line, message }) => `line ${line}: ${message}`).join('; ');
    const why = `${path} has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}; ${places}`;
    return { found: false, code: 'TST011', why, fix: `See all of it with \`overture validate ${path}\`.` };
  }
  const why = `no file in this folder begins with \`sequence: ${sequence}\``;
  return {
    found: false,
    code: 'TST010',
    why,
    fix: 'Put the tests beside the sequence, and use the name that the sequence gives itself.',
  };
}

function readUtf8(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    const why = error instanceof TypeError ? 'it is not a UTF-8 text' : 'it cannot be read';
    throw new CodedError('wrong_use', `${file}: ${why}`, { fix: 'Save it as UTF-8, and make it readable.' });
  }
}
