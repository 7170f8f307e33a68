import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { vi } from 'vitest';
import { EXIT } from '../../src/app/cli/print.ts';
import { runProgram } from '../../src/app/cli/run-program.ts';

const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** The arguments with which `process.execPath` runs the command line from the sources, in any folder. */
export const OVERTURE: readonly string[] = [
  '--import',
  loader,
  fileURLToPath(new URL('../../src/app/cli/bin.ts', import.meta.url)),
];

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A process of its own, as people start it; slow. */
export function runAsProcess(folder: string, ...words: string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...OVERTURE, ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

/** The same command in this process, in that folder. */
export async function runInProcess(folder: string, ...words: string[]): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const capture = (into: string[]) => (chunk: unknown) => {
    into.push(String(chunk));
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(capture(out)),
    vi.spyOn(process.stderr, 'write').mockImplementation(capture(err)),
  ];
  const before = { folder: process.cwd(), code: process.exitCode };
  process.chdir(folder);
  process.exitCode = EXIT.done;
  try {
    await runProgram(words);
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.chdir(before.folder);
  }
  const code = Number(process.exitCode);
  process.exitCode = before.code;
  return { code, out: out.join(''), err: err.join('') };
}
