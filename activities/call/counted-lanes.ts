import type { UnderWay } from '../../src/shared/kit/under-way.ts';
import type { AccountLanes } from './account-lanes.ts';

/** The lanes, which count as `waits` who waits for a permit or for the answer of the V2 service: that takes up nothing of this machine. */
export function countedLanes(lanes: AccountLanes, waits: UnderWay): AccountLanes {
  return {
    ...lanes,
    async enter(accountId) {
      const hasEnded = waits.begin();
      const permit = await lanes.enter(accountId).finally(hasEnded);
      if (permit === null) return null;
      return {
        ...permit,
        begin() {
          const answered = permit.begin();
          const isAnswered = waits.begin();
          return () => {
            answered();
            isAnswered();
          };
        },
      };
    },
  };
}
