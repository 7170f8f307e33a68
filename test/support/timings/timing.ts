import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../src/app/main/package-root.ts';

/** The file in which test files leave how long they took; a line of JSON each. */
export const TIMINGS_FILE = join(PACKAGE_ROOT, 'node_modules/.cache/overture/timings.jsonl');

/** How one test file passed its time, in milliseconds. */
export interface Timing {
  /** From the root of the package. */
  readonly file: string;
  readonly wall: number;
  /** The CPU time of the process that ran it. */
  readonly cpu: number;
  /** The CPU time of the processes that it started, as far as they have ended; of servers that all share nothing is known. */
  readonly children: number;
  /** The time in which its process did nothing, by test; imports and hooks have the name `HOOKS`. */
  readonly waits: Readonly<Record<string, number>>;
}

export const HOOKS = 'imports and hooks';
