import type { ActionName, DataOf, ParamsOf } from '../../actions.ts';
import type { Category } from '../../definition.ts';

/** One call of an action as a reader would make it, and its answer. */
export interface ActionExample<Params = object, Data = unknown> {
  readonly params: Params;
  readonly data: Data;
}

/** An example for every action of a category, of the very types of the contract. */
export type ExamplesOf<C extends Category> = {
  readonly [A in ActionName<C>]: ActionExample<ParamsOf<C, A>, DataOf<C, A>>;
};

export const ACCOUNT_ID = 'acc_01jb2k3m4n5p6q7r8s9t0v1w2x';
export const MAILBOX_ID = 'acc_01jb2k5c6d7e8f9g0h1j2k3m4n';
export const WEBHOOK_ID = 'whk_01jb2m3n4p5q6r7s8t9v0w1x2y';
export const EVENT_ID = 'evt_01jb2n4p5q6r7s8t9v0w1x2y3z';
export const DELIVERY_ID = 'dlv_01jb2n4p5q6r7s8t9v0w1x2y40';
export const LINK_ID = 'lnk_01jb2p5q6r7s8t9v0w1x2y3z41';
export const NOW = '2026-03-05T10:15:00.000Z';
export const NOW_MS = 1_772_705_700_000;

/** `pagination` and totals of a short list that is there whole. */
export const wholeList = (items: number, batch: number) => ({
  total_results: items,
  total_available_results: items,
  pagination: {
    offset: 0,
    count: items,
    next_offset: null,
    has_more: false,
    results_per_page: batch,
    pages_fetched: 1,
  },
});
