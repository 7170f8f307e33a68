import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { watch } from 'chokidar';
import { clearScreen, printError, printLine } from '../print.ts';
import { findTestFiles, isSequenceFile, isTestFile } from './find-test-files.ts';

/** Editors write a file in several strokes. */
const QUIET_MS = 80;

/** Runs what changed again, until Ctrl-C. A file that cannot be read is said, and watched on. */
export function watchTests(paths: readonly string[], run: (files: readonly string[]) => void): Promise<void> {
  const folders = [...new Set(paths.map((path) => (statSync(path).isDirectory() ? path : dirname(path))))];
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | null = null;

  const rerun = (): void => {
    timer = null;
    const files = testsOf([...changed], paths);
    changed.clear();
    if (files.length === 0) return;
    clearScreen();
    try {
      run(files);
    } catch (error) {
      printError(error);
    }
    say();
  };
  const note = (path: string): void => {
    if (!isTestFile(path) && !isSequenceFile(path)) return;
    changed.add(resolve(path));
    timer ??= setTimeout(rerun, QUIET_MS);
  };
  const watcher = watch(folders, {
    ignoreInitial: true,
    ignored: (path) => /(?:^|[\\/])(?:node_modules|\.git)(?:[\\/]|$)/.test(path),
  });
  watcher
    .on('add', note)
    .on('change', note)
    .on('error', (error) => printError(error));
  watcher.on('ready', say);

  return new Promise((done) => {
    const stop = (): void => {
      if (timer) clearTimeout(timer);
      process.off('SIGINT', stop).off('SIGTERM', stop);
      void watcher.close().then(done);
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
  });
}

const say = (): void => printLine('Watching; Ctrl-C ends it.');

/** Tests that changed, and those of sequences that changed; of those that were asked for. */
function testsOf(changed: readonly string[], paths: readonly string[]): string[] {
  let asked: string[];
  try {
    asked = findTestFiles(paths.filter((path) => existsSync(path)));
  } catch {
    // The last file of tests was moved away; it may come back.
    return [];
  }
  const folders = new Set(changed.filter((path) => isSequenceFile(path)).map((path) => dirname(path)));
  return asked.filter((file) => {
    const path = resolve(file);
    if (changed.includes(path)) return true;
    // A sequence may have any file's name, so its folder's tests run again unless one stands beside it.
    const own = changed.filter((other) => isSequenceFile(other) && dirname(other) === dirname(path));
    const beside = own.some((other) => path === other.replace(/(\.ya?ml)$/, '.test$1'));
    return beside || (folders.has(dirname(path)) && own.some((other) => !hasOwnTests(other, asked)));
  });
}

const hasOwnTests = (sequence: string, tests: readonly string[]): boolean =>
  tests.some((test) => resolve(test) === sequence.replace(/(\.ya?ml)$/, '.test$1'));
