import type { NodeId } from '../../../language/plan/nodes/common.ts';
import type { Phase } from '../state.ts';

/** The way that the walk takes from a node. */
export type Move =
  | {
      readonly go: 'enter';
      readonly node: NodeId;
      readonly tries: number;
      /** The counts of the `repeat` steps. */
      readonly rounds?: Readonly<Record<NodeId, number>>;
      /** A `wait_for: reply` took the reply that was there. */
      readonly takes_reply?: boolean;
      /** A `wait_for: label` took the label that was there. */
      readonly takes_label?: boolean;
    }
  | { readonly go: 'perform' }
  | { readonly go: 'rest'; readonly phase: Phase }
  | { readonly go: 'finish'; readonly outcome: string };

export const enter = (node: NodeId, tries = 0): Move => ({ go: 'enter', node, tries });
export const perform: Move = { go: 'perform' };
export const rest = (phase: Phase): Move => ({ go: 'rest', phase });
export const finish = (outcome: string): Move => ({ go: 'finish', outcome });
