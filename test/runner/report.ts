import { readFileSync } from 'node:fs';

/** The report that a run of Vitest leaves behind for whoever started it. */
export interface Report {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly files: readonly FailedFile[];
  /** Errors outside of any test, of which no file is known. */
  readonly strays: readonly string[];
}

export interface FailedFile {
  /** From the root of the package. */
  readonly path: string;
  readonly failures: readonly Failure[];
}

export interface Failure {
  /** The test's full name; empty: the file itself, its imports or hooks. */
  readonly test: string;
  /** The errors with their stacks. */
  readonly error: string;
}

/** The variable that tells `RecordReport` where to write. */
export const REPORT_FILE = 'OVERTURE_TEST_REPORT';

/** Null where the run has left none: it broke. */
export function readReport(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return null;
  }
}
