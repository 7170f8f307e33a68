import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CodedError } from '../../../shared/kit/coded-error.ts';

const TEST = /\.test\.ya?ml$/;
const YAML = /\.ya?ml$/;

export const isTestFile = (path: string): boolean => TEST.test(path);
export const isSequenceFile = (path: string): boolean => YAML.test(path) && !TEST.test(path);

/** Files of tests, sequences (their tests stand beside them) and folders → the files of tests, each once. */
export function findTestFiles(paths: readonly string[]): string[] {
  const found = [...new Set(paths.flatMap((path) => findIn(path)))];
  if (found.length > 0) return found;
  throw new CodedError('wrong_use', `no tests were found in ${paths.join(', ')}`, {
    fix: 'Put tests beside the sequence: welcome.test.yaml beside welcome.yaml.',
  });
}

function findIn(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) {
    throw new CodedError('wrong_use', `there is no ${path}`, {
      fix: 'Name a file of tests, a sequence or a folder.',
    });
  }
  if (stats.isDirectory()) return testsBelow(path);
  if (isTestFile(path)) return [path];
  if (!isSequenceFile(path)) {
    throw new CodedError('wrong_use', `${path} is not a YAML file`, {
      fix: 'Name a file of tests, a sequence or a folder.',
    });
  }
  const beside = testsBeside(path);
  if (beside) return [beside];
  throw new CodedError('wrong_use', `${path} has no tests`, {
    fix: `Write them into ${path.replace(YAML, '.test.yaml')}.`,
  });
}

function testsBeside(sequence: string): string | null {
  const base = sequence.replace(YAML, '');
  return [`${base}.test.yaml`, `${base}.test.yml`].find((path) => existsSync(path)) ?? null;
}

function testsBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory())
        return entry.name === 'node_modules' || entry.name.startsWith('.') ? [] : testsBelow(path);
      return isTestFile(entry.name) ? [path] : [];
    });
}
