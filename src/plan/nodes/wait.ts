import type { NodeBase } from './common.ts';

/** A durable timer. Business days need a calendar, so their deadline is computed by an activity. */
export interface WaitNode extends NodeBase {
  readonly kind: 'wait';
  readonly duration: WaitDuration;
}

export type WaitDuration =
  | { readonly unit: 'ms'; readonly count: number }
  | { readonly unit: 'business_days'; readonly count: number };
