import type { StepClient } from '../v2-caller.ts';
import { type AccountLanes, LaneFull } from './account-lanes.ts';

/** Notes of each call when it goes out and when it is answered. */
export type Timed = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Runs `work`, which calls as the account, under a permit of its lane. Throws `LaneFull` before anything is sent. The permit is given back at the
 * end, or as soon as `work` says that it has no call left to make.
 */
export async function withinLane<T>(
  lanes: AccountLanes,
  accountId: string,
  work: (timed: Timed, leave: () => void) => Promise<T>,
): Promise<T> {
  const permit = await lanes.enter(accountId);
  if (permit === null) throw new LaneFull(accountId);
  let left: Promise<void> | null = null;
  const leave = () => {
    left ??= permit.leave();
  };
  try {
    const timed: Timed = async (call) => {
      const answered = permit.begin();
      return call().finally(answered);
    };
    return await work(timed, leave);
  } finally {
    leave();
    await left;
  }
}

/** Wraps the client for calls under a permit that is taken already. */
export function timedCalls(client: StepClient, timed: Timed): StepClient {
  return {
    perform: (definition, call) => timed(() => client.perform(definition, call)),
    listLogs: (query) => timed(() => client.listLogs(query)),
  };
}

/**
 * Wraps the client so that every call takes a permit of its account's lane: also calls that only read, before a step or
 * after its end.
 */
export function callsInLanes(client: StepClient, lanes: AccountLanes): StepClient {
  return {
    perform(definition, call) {
      const { account_id } = call;
      // An action without an account is the service's own: no lane bounds it.
      if (account_id === null) return client.perform(definition, call);
      return withinLane(lanes, account_id, (timed) => timed(() => client.perform(definition, call)));
    },
    listLogs(query) {
      if (query?.account_id === undefined) return client.listLogs(query);
      return withinLane(lanes, query.account_id, (timed) => timed(() => client.listLogs(query)));
    },
  };
}
