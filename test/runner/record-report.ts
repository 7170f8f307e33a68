import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { type FailedFile, REPORT_FILE, type Report } from './report.ts';

/** Writes what has failed, file by file, to where the environment says. */
export class RecordReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env[REPORT_FILE];
    if (file === undefined) return;
    const count = { passed: 0, failed: 0, skipped: 0 };
    const failed = new Map<string, FailedFile['failures']>();
    const add = (path: string, test: string, errors: readonly SerializedError[]): void => {
      const error = errors.map(shown).join('\n');
      failed.set(path, [...(failed.get(path) ?? []), { test, error }]);
    };
    for (const module of modules) {
      const path = relative(process.cwd(), module.moduleId);
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state !== 'pending') count[state] += 1;
        if (state === 'failed') add(path, test.fullName, errors ?? []);
      }
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length > 0) add(path, suite.fullName, suite.errors());
      }
      // A file that never came to its tests, or whose process died.
      if (module.errors().length > 0) add(path, '', module.errors());
      else if (module.state() === 'pending' || module.state() === 'queued') add(path, '', [NEVER_RAN]);
    }
    const strays: string[] = [];
    for (const error of unhandled) {
      const path: unknown = error.VITEST_TEST_PATH;
      if (typeof path === 'string') add(relative(process.cwd(), path), String(error.VITEST_TEST_NAME ?? ''), [error]);
      else strays.push(shown(error));
    }
    const files = [...failed].map(([path, failures]) => ({ path, failures }));
    writeFileSync(file, JSON.stringify({ ...count, files, strays } satisfies Report));
  }
}

const NEVER_RAN: SerializedError = { name: 'Error', message: 'the file did not run to its end' } as SerializedError;

const shown = ({ name, message, stack }: SerializedError): string =>
  stack?.includes(message) ? stack : [`${name}: ${message}`, stack ?? ''].join('\n').trim();
