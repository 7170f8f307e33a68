import { type AccountLanes, LaneFull } from './account-lanes.ts';
import type { StepClient } from './v2-caller.ts';

/** Says of each call when it goes out and when it is answered. */
export type Timed = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Does what leads to calls of the account in a place of its own. Throws `LaneFull`, before anything is sent. The place is given back at the
 * end, or as soon as `work` says that it has no call left to make.
 */
export async function withinLane<T>(
  lanes: AccountLanes,
  accountId: string,
  work: (timed: Timed, leave: () => void) => Promise<T>,
): Promise<T> {
  const place = await lanes.enter(accountId);
  if (place === null) throw new LaneFull(accountId);
  let left: Promise<void> | null = null;
  const leave = () => {
    left ??= place.leave();
  };
  try {
    const timed: Timed = async (call) => {
      const answered = place.begin();
      return call().finally(answered);
    };
    return await work(timed, leave);
  } finally {
    leave();
    await left;
  }
}

/** The client of whoever has a place already. */
export function timedCalls(client: StepClient, timed: Timed): StepClient {
  return {
    perform: (definition, call) => timed(() => client.perform(definition, call)),
    listLogs: (query) => timed(() => client.listLogs(query)),
  };
}

/** The client, each of whose calls has a place in its account's lane: also what only reads, before a step or after its end. */
export function callsInLanes(client: StepClient, lanes: AccountLanes): StepClient {
  return {
    perform(definition, call) {
      const { account_id } = call;
      // What no account does is done by the service itself.
      if (account_id === null) return client.perform(definition, call);
      return withinLane(lanes, account_id, (timed) => timed(() => client.perform(definition, call)));
    },
    listLogs(query) {
      if (query?.account_id === undefined) return client.listLogs(query);
      return withinLane(lanes, query.account_id, (timed) => timed(() => client.listLogs(query)));
    },
  };
}
