import type { AuditDeps } from './audit-deps.ts';
import type { CountedCall } from './count-against-limits.ts';
import type { Exception } from './exception.ts';
import { findExceptions } from './find-exceptions.ts';
import { findRepeatedTexts } from './find-repeated-texts.ts';
import { type Ledger, readLedger } from './read-ledger.ts';
import { readServiceLog, type ServiceCall, stepOf } from './read-service-log.ts';

export interface AuditRequest {
  /** Virtual time. A week that begins before `from` is counted from `from` on. */
  readonly from: Date;
  readonly to: Date;
  /** Read back what truly stands in the conversations: the service charges such reads. */
  readonly conversations: boolean;
}

export interface AuditReport {
  readonly from: string;
  readonly to: string;
  /** Calls that somebody may notice and that succeeded, by the service's own log. */
  readonly calls: number;
  /** The part of `calls` that are answers which people of ours wrote. */
  readonly answers: number;
  /** Those that did not: where they may have reached the network, they count against the limits. */
  readonly failed: number;
  /** Calls that count against the limits: those that succeeded, and those that failed and may have reached the network. */
  readonly counted: readonly CountedCall[];
  readonly people: number;
  readonly accounts: number;
  /** Calls in the log under no key of ours: other programs that use the same accounts. */
  readonly of_others: number;
  /** Steps whose outcome nobody knows yet. */
  readonly in_doubt: readonly string[];
  readonly conversations: number;
  readonly credits_spent: number;
  /** Empty: nobody was contacted twice for one step, nor after a stop, nor above a limit. */
  readonly exceptions: readonly Exception[];
}

/**
 * Holds what the V2 service says happened against what the ledger says. It shares no code with the engine but the limits of a
 * plan and the calendar's days: every count is its own.
 */
export async function audit(deps: AuditDeps, request: AuditRequest): Promise<AuditReport> {
  const read = await readServiceLog(deps.v2, request);
  const ledger = await readLedger(deps.db, request, read);
  const log = [...read, ...(await readLate(deps, request, { read, ledger }))];
  const done = log.filter(({ failed }) => failed === null);
  const found = findExceptions(log, ledger, deps.profiles);
  const texts = request.conversations ? await findRepeatedTexts(deps, ledger) : null;
  return {
    from: request.from.toISOString(),
    to: request.to.toISOString(),
    calls: done.length,
    answers: found.ours.filter(({ call }) => call.enrollment_id === null).length,
    people: new Set(found.ours.map(({ call }) => call.lead_id)).size,
    accounts: new Set(done.map(({ account_id }) => account_id)).size,
    of_others: done.length - found.ours.length,
    failed: log.length - done.length,
    counted: found.counted,
    in_doubt: ledger.calls.filter(({ state }) => state === 'sent' || state === 'unknown').map(({ key }) => key),
    conversations: texts?.read ?? 0,
    credits_spent: texts?.credits ?? 0,
    exceptions: [...found.exceptions, ...(texts?.exceptions ?? [])],
  };
}

/** Reads calls that were made between the look into the log and the one into the ledger. While people are under way these are no contradiction. */
async function readLate(
  { v2 }: AuditDeps,
  request: AuditRequest,
  { read, ledger }: { readonly read: readonly ServiceCall[]; readonly ledger: Ledger },
): Promise<readonly ServiceCall[]> {
  const keys = new Set(read.flatMap(({ key }) => (key === null ? [] : [stepOf(key)])));
  const missing = new Set(
    ledger.calls.filter(({ key, had_effect }) => had_effect && !keys.has(key)).map(({ key }) => key),
  );
  if (keys.size === 0 || missing.size === 0) return [];
  const again = await readServiceLog(v2, request);
  return again.filter(({ key }) => key !== null && missing.has(stepOf(key)));
}
