import type { Mutation } from './mutation.ts';
import { type HistoryResult, runHistory } from './run-history.ts';
import type { Script } from './script.ts';
import { encodeScript, shrink } from './shrink.ts';
import type { TestDatabase } from './test-database.ts';
import { realNow } from './virtual-time.ts';
import { MIXES, type Mix } from './write-script.ts';

export interface Failure {
  readonly seed: number;
  readonly findings: HistoryResult['findings'];
  /** The smallest script that still fails. */
  readonly replay: string;
  readonly script: Script;
}

export interface Sum {
  histories: number;
  steps: number;
  effects: number;
  faults: number;
  people: number;
  readonly failures: Failure[];
}

export interface Wanted {
  /** In this order, until there are so many histories: of some seeds the sequence is none. */
  readonly seeds: Iterable<number> | AsyncIterable<number>;
  readonly histories: number;
  /** Called for a seed whose sequence is none. */
  readonly onNone?: () => Promise<void>;
  /** Wall milliseconds, for who has no time for all of them. No test has such an end: what it finds would be up to the machine. */
  readonly until?: number;
  readonly most_failures: number;
  readonly mutation?: Mutation | undefined;
  /** The mix from which histories are drawn, unless a mutation has histories of its own. */
  readonly mix?: Mix;
  readonly shrink: boolean;
  /** Before it is made small, which takes its time. */
  readonly onFound?: (seed: number, findings: HistoryResult['findings']) => void;
  readonly onFailure?: (failure: Failure) => void;
}

/** Without end. */
export function* seedsFrom(first: number): Generator<number> {
  for (let seed = first; ; seed++) yield seed;
}

export async function runHistories(database: TestDatabase, wanted: Wanted): Promise<Sum> {
  const sum: Sum = { histories: 0, steps: 0, effects: 0, faults: 0, people: 0, failures: [] };
  const { mutation, mix = 'mixed', until = Number.POSITIVE_INFINITY } = wanted;
  for await (const seed of wanted.seeds) {
    if (sum.histories >= wanted.histories || realNow() >= until) break;
    const script = (mutation?.write ?? MIXES[mix])(seed);
    const result = await runHistory(database, script, { mutation });
    if (result.judged === null) {
      await wanted.onNone?.();
      continue;
    }
    sum.histories += 1;
    sum.steps += result.steps;
    sum.effects += result.effects;
    sum.faults += result.struck.length;
    sum.people += result.ended;
    const found = result.findings.some(({ invariant }) => mutation === undefined || invariant === mutation.breaks);
    if (!found) continue;
    wanted.onFound?.(seed, result.findings);
    const small = wanted.shrink
      ? await shrink(script, result, (one) => runHistory(database, one, { mutation }))
      : { script, result };
    const failure = { seed, findings: small.result.findings, replay: encodeScript(small.script), script: small.script };
    sum.failures.push(failure);
    wanted.onFailure?.(failure);
    if (sum.failures.length >= wanted.most_failures) break;
  }
  return sum;
}
