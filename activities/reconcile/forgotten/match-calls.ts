import type { KnownCall } from '../../../src/runtime/store/intents/list-known-calls.ts';
import { groupBy } from '../../../src/shared/kit/group-by.ts';

interface LoggedAt {
  readonly action: string;
  readonly at: Date;
}

/** Milliseconds of virtual time by which the log may have a call earlier and later than its intent. */
export interface Tolerance {
  readonly before: number;
  readonly after: number;
  /** The tolerance after the intent of a call in doubt, which may not have gone out at all. */
  readonly after_doubt: number;
}

/**
 * Finds calls of an account in a log without keys that the ledger does not account for: each call of the ledger
 * accounts for one of its action at its time, and the one that may wait least for another is taken first, so that no
 * more are left than have to be.
 */
export function unaccounted<Call extends LoggedAt>(
  logged: readonly Call[],
  known: readonly KnownCall[],
  tolerance: Tolerance,
): Call[] {
  const knownOf = groupBy(known, ({ action }) => action);
  return [...groupBy(logged, ({ action }) => action)].flatMap(([action, calls]) =>
    unaccountedOf(calls, knownOf.get(action) ?? [], tolerance),
  );
}

function unaccountedOf<Call extends LoggedAt>(
  logged: readonly Call[],
  known: readonly KnownCall[],
  { before, after, after_doubt }: Tolerance,
): Call[] {
  const spans = known
    .map(({ at, in_doubt }) => ({
      from: at.getTime() - before,
      to: at.getTime() + (in_doubt ? after_doubt : after),
    }))
    .sort((one, other) => one.from - other.from);
  let open: typeof spans = [];
  let next = 0;
  const left: Call[] = [];
  for (const call of [...logged].sort((one, other) => one.at.getTime() - other.at.getTime())) {
    const at = call.at.getTime();
    for (; next < spans.length; next++) {
      const span = spans[next];
      if (span === undefined || span.from > at) break;
      open.push(span);
    }
    open = open.filter(({ to }) => to >= at).sort((one, other) => one.to - other.to);
    if (open.shift() === undefined) left.push(call);
  }
  return left;
}
