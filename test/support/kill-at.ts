import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StepPoint } from '../../activities/step-points.ts';

/** In the home: a line for each kill. */
export const KILLS_FILE = 'kills.jsonl';

/** Points at which a worker can be killed, in the order of a step. */
export const KILL_POINTS = [
  'before_intent',
  'intent_committed',
  'bytes_sent',
  'response_received',
  'outcome_stored',
  'activity_completed',
] as const satisfies readonly (StepPoint | 'bytes_sent')[];

/** The environment of roles whose worker is killed at these points, `<point>:<n>`, one in each of its lives. */
export const killAt = (entries: readonly string[]): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'kill-at-points.mjs'))}`,
  KILL_AT: entries.join(','),
  KILLS_FILE,
});
