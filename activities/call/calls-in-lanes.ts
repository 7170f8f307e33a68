import { type AccountLanes, LaneFull } from './account-lanes.ts';
import type { StepClient } from './v2-caller.ts';

/** Carries a call of the account out in a place of its own. Throws `LaneFull`, before anything is sent. */
export async function withinLane<T>(lanes: AccountLanes, accountId: string, call: () => Promise<T>): Promise<T> {
  const leave = await lanes.enter(accountId);
  if (leave === null) throw new LaneFull(accountId, lanes.comeBack(accountId));
  try {
    return await call();
  } finally {
    leave();
  }
}

/** The client, each of whose calls has a place in its account's lane: also what only reads, before a step or after its end. */
export function callsInLanes(client: StepClient, lanes: AccountLanes): StepClient {
  return {
    perform(definition, call) {
      const { account_id } = call;
      // What no account does is done by the service itself.
      if (account_id === null) return client.perform(definition, call);
      return withinLane(lanes, account_id, () => client.perform(definition, call));
    },
    listLogs(query) {
      if (query?.account_id === undefined) return client.listLogs(query);
      return withinLane(lanes, query.account_id, () => client.listLogs(query));
    },
  };
}
