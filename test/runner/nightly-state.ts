import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Outcome {
  readonly passed: boolean;
  readonly seconds: number;
  /** Tests that ran; null where the item is a command. */
  readonly tests: number | null;
  /** The failures, a line each. */
  readonly failures: readonly string[];
}

/** The state of a run of the night, for the next one that goes on where it was cut off. */
export interface NightlyState {
  of(name: string): Outcome | undefined;
  note(name: string, outcome: Outcome): void;
}

const FILE = join('node_modules', '.cache', 'overture', 'nightly.json');

interface Stored {
  readonly code: string;
  readonly outcomes: Record<string, Outcome>;
}

/** Nothing is taken over from another state of the code, nor when it is `anew`. */
export function openNightlyState(anew: boolean, file = FILE, code = codeNow()): NightlyState {
  const stored = anew ? null : read(file);
  const outcomes = new Map(stored?.code === code ? Object.entries(stored.outcomes) : []);
  return {
    of: (name) => outcomes.get(name),
    note(name, outcome) {
      outcomes.set(name, outcome);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ code, outcomes: Object.fromEntries(outcomes) } satisfies Stored));
    },
  };
}

function read(file: string): Stored | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Stored;
  } catch {
    return null;
  }
}

/** The commit, and a digest of what was changed since. */
function codeNow(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const changes = git('diff', 'HEAD') + git('status', '--porcelain');
  return `${git('rev-parse', 'HEAD').trim()} ${createHash('sha256').update(changes).digest('hex').slice(0, 12)}`;
}
