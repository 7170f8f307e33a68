import { DAY } from '../../../shared/kit/duration.ts';
import type { OwnDescriptor } from '../descriptor.ts';
import { longestWithin } from '../longest-within.ts';
import type { NodeBase } from './common.ts';
import { durationWords } from './say.ts';
import type { WaitDuration } from './wait-duration.ts';

/** A durable timer. All but plain durations need a calendar, so their deadline is computed by an activity. */
export interface WaitNode extends NodeBase {
  readonly kind: 'wait';
  readonly duration: WaitDuration;
}

export const wait: OwnDescriptor<WaitNode> = {
  noun: 'wait',
  doing: 'Wait',
  drawn: ({ duration }) => ({ title: `Wait ${durationWords(duration)}` }),
  words: ({ duration }) => `wait ${durationWords(duration)}`,
  box: 'wait',
  longest_wait({ duration }, now) {
    switch (duration.unit) {
      case 'ms':
        return duration.count;
      case 'business_days':
        return longestWithin({ business_days: duration.count });
      case 'weekday':
        return 8 * DAY;
      case 'until':
        // The zone of the schedule is a day away at most.
        return Math.max(0, Date.parse(`${duration.at}Z`) + DAY - now);
    }
  },
};
