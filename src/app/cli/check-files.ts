import { relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Compilation, compileSequence } from '../../language/sequence/compile-sequence.ts';
import type { Diagnostic } from '../../language/sequence/diagnostics/diagnostic.ts';
import { formatDiagnostics } from '../../language/sequence/diagnostics/format-diagnostics.ts';
import { toSarif } from '../../language/sequence/diagnostics/sarif/to-sarif.ts';
import { decodeText } from '../../language/sequence/yaml/decode-text.ts';
import { PACKAGE_ROOT } from '../main/package-root.ts';
import { readNetworkProfiles } from '../main/read-network-profiles.ts';
import { knownSequences, nameOf } from './known-sequences.ts';
import { packageManifest } from './package-manifest.ts';
import { printJson, printLine, printPainted } from './print.ts';
import { readSequenceBytes } from './sequence-file.ts';
import { sequencePaths } from './sequence-paths.ts';

export interface CheckedFile {
  /** As it was named; `stdin` for `-`. */
  readonly file: string;
  readonly text: string;
  readonly compiled: Compilation;
  /** Diagnostics that `--fix` put right. */
  readonly fixed?: readonly Diagnostic[];
}

interface ReadFile {
  readonly file: string;
  /** As far as it can be shown, where it is in another encoding. */
  readonly text: string;
  /** Diagnostics of a file in another encoding; nothing else is said of it, and nothing of it is fixed. */
  readonly undecodable?: readonly Diagnostic[];
}

/** All are read before any is reported, so that a missing one cannot hide behind pages of output. */
export async function readFiles(named: readonly string[]): Promise<ReadFile[]> {
  const read: ReadFile[] = [];
  for (const path of await sequencePaths(named)) {
    const file = path === '-' ? 'stdin' : path;
    const decoded = decodeText(await readSequenceBytes(path));
    read.push(
      decoded.ok
        ? { file, text: decoded.value }
        : { file, text: decoded.error.text, undecodable: decoded.error.diagnostics },
    );
  }
  return read;
}

/** With what the networks tolerate and which sequences are beside the files, which some problems are about. */
export async function createCheck(files: readonly ReadFile[]): Promise<(text: string, file: string) => Compilation> {
  const profiles = readNetworkProfiles({ OVERTURE_LIMITS: process.env.OVERTURE_LIMITS || undefined });
  const sequences = await knownSequences(files);
  const owners = new Map<string, string>();
  const undecodable = new Map<string, readonly Diagnostic[]>();
  for (const { file, text, undecodable: problems } of files) {
    if (problems) undecodable.set(file, problems);
    const name = nameOf(text);
    if (name !== undefined && !owners.has(name)) owners.set(name, file);
  }
  return (text, file) => {
    const problems = undecodable.get(file);
    if (problems) return { ok: false, diagnostics: problems };
    const elsewhere = new Map([...owners].filter(([, owner]) => owner !== file));
    return compileSequence(text, { profiles, sequences, elsewhere });
  };
}

/** `{ok, diagnostics, digest}`; an array with file names for several files. */
export function printFilesAsJson(checked: readonly CheckedFile[]): void {
  const [first] = checked;
  const isOne = first !== undefined && checked.length === 1;
  printJson(isOne ? reportOf(first) : checked.map((one) => ({ file: one.file, ...reportOf(one) })));
}

function reportOf({ compiled, fixed }: CheckedFile) {
  return {
    ok: compiled.ok,
    diagnostics: compiled.diagnostics,
    digest: compiled.ok ? compiled.digest : null,
    ...(fixed ? { fixed: fixed.map(({ edits: _, ...problem }) => problem) } : {}),
  };
}

export function printFilesAsSarif(checked: readonly CheckedFile[]): void {
  const files = checked.map(({ file, text, compiled }) => ({
    uri: uriOf(file),
    text,
    diagnostics: compiled.diagnostics,
  }));
  const page = (code: string): string => pathToFileURL(`${PACKAGE_ROOT}/docs/diagnostics/${code}.md`).href;
  printJson(toSarif(files, { version: packageManifest().version, page }));
}

/** Relative where the file is below this folder, as code hosts need it. */
function uriOf(file: string): string {
  const path = relative(process.cwd(), file);
  return path.split(sep).map(encodeURIComponent).join('/');
}

export const usesColor = (): boolean => process.stdout.isTTY === true && !process.env.NO_COLOR;

export function printFileAsText({ file, text, compiled }: CheckedFile): void {
  const { diagnostics } = compiled;
  if (diagnostics.length > 0) printPainted(formatDiagnostics(text, diagnostics, { file, color: usesColor() }));
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const counts = [counted(errors, 'error'), counted(diagnostics.length - errors, 'warning')].filter(Boolean).join(', ');
  const result = compiled.ok ? `ok ${compiled.digest}` : 'not valid';
  printLine(`${file}: ${result}${counts ? ` (${counts})` : ''}`);
}

export const counted = (count: number, word: string): string =>
  count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}`;
