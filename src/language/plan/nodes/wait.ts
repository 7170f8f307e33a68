import type { OwnDescriptor } from '../descriptor.ts';
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
};
