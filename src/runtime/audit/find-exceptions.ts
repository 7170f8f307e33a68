import type { NetworkProfile } from '../../core/calendar/network-profile.ts';
import { groupBy } from '../../shared/kit/group-by.ts';
import { type CountedCall, countAgainstLimits } from './count-against-limits.ts';
import { type Exception, exception, type KnownCall } from './exception.ts';
import { findForgottenCalls } from './forgotten-calls.ts';
import type { Ledger, LedgerCall } from './read-ledger.ts';
import { type ServiceCall, stepOf } from './read-service-log.ts';

const SENDS: readonly (string | null)[] = ['invite', 'message', 'inmail', 'email'];

interface Found {
  readonly ours: readonly KnownCall[];
  readonly counted: readonly CountedCall[];
  readonly exceptions: readonly Exception[];
}

/** Finds what contradicts the promises. Where the service keeps no keys, its calls are matched by account, action and time. */
export function findExceptions(
  log: readonly ServiceCall[],
  ledger: Ledger,
  profiles: readonly NetworkProfile[],
): Found {
  const keyed = log.some(({ key }) => key !== null);
  const forgotten = findForgottenCalls(log, ledger);
  const known = keyed ? byKey(log, [...ledger.calls, ...forgotten.values()]) : inOrder(log, ledger.calls);
  const ours = known.filter(({ failed }) => failed === null);
  const exceptions: Exception[] = [];
  const seen = new Set<string>();
  for (const { at, call } of ours) {
    if (seen.has(call.key))
      exceptions.push(exception('contacted_twice', call, at, 'the service carried out this step more than once'));
    if (forgotten.has(call.key) && !seen.has(call.key))
      exceptions.push(
        exception('without_intent', call, at, 'the service carried it out, and the ledger has no intent of it'),
      );
    seen.add(call.key);
    if (call.state === 'refused' || call.state === 'not_done') {
      exceptions.push(
        exception('ledger_denies', call, at, `the service carried it out, but the ledger says ${call.state}`),
      );
    }
    if (call.ended_unsent !== null) {
      const ended = call.ended_unsent === 'withdrawn' ? 'was taken back' : 'did not go';
      exceptions.push(exception('ledger_denies', call, at, `the service carried it out, but the answer ${ended}`));
    }
    if (isAfterStop(call, ledger)) {
      const when = call.wall_stopped_at?.toISOString();
      exceptions.push(
        exception('after_a_stop', call, at, `${call.stop_outcome} had been stored before, at ${when} wall time`),
      );
    }
    if (call.suppressed_by !== null) {
      exceptions.push(exception('after_do_not_contact', call, at, `${call.suppressed_by} was on the list`));
    }
  }
  for (const call of ledger.calls) {
    if (!call.had_effect || seen.has(call.key) || !SENDS.includes(call.limit_class)) continue;
    exceptions.push(
      exception('service_denies', call, call.at.getTime(), 'done according to the ledger, but not in the log'),
    );
  }
  const counted = countAgainstLimits(known, ledger, profiles);
  return { ours, counted: counted.calls, exceptions: [...exceptions, ...counted.exceptions] };
}

/** A reply that a `wait_for: reply` took raises the flag too, and the walk goes on: it did not end as replied. */
function isAfterStop(call: LedgerCall, { plans }: Ledger): boolean {
  if (call.wall_stopped_at === null || call.wall_at <= call.wall_stopped_at) return false;
  if (call.stop_outcome !== 'replied' || call.outcome === 'replied') return true;
  const nodes = Object.values(plans.get(call.digest ?? '')?.nodes ?? {});
  return !nodes.some((node) => node.kind === 'wait_for' && node.event === 'reply');
}

function byKey(log: readonly ServiceCall[], calls: readonly LedgerCall[]): KnownCall[] {
  const known = new Map(calls.map((call) => [call.key, call]));
  return log.flatMap(({ key, at, failed }) => {
    const call = key === null ? undefined : known.get(stepOf(key));
    return call === undefined ? [] : [{ at, call, key, failed }];
  });
}

/** Those of one account and action that went well, or did not, in their order; what the service has more of is of others. */
function inOrder(log: readonly ServiceCall[], calls: readonly LedgerCall[]): KnownCall[] {
  const left = groupBy(calls, ({ account_id, action, had_effect }) => `${account_id} ${action} ${had_effect}`);
  return log.flatMap(({ account_id, action, at, failed }) => {
    const call = left.get(`${account_id} ${action} ${failed === null}`)?.shift();
    return call === undefined ? [] : [{ at, call, key: null, failed }];
  });
}
