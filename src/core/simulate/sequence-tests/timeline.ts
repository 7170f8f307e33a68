import type { NodeKind } from '../../../language/plan/node.ts';
import { isChoiceKind } from '../../../language/plan/node-traits.ts';

/** A step that the sequence did, or came to. */
export interface DoneItem {
  readonly is: 'step';
  readonly at: number;
  /** Empty for a review, which is known by its word only. */
  readonly id: string;
  readonly kind: NodeKind | 'review';
  /** `done`, or why it did not happen, or the way that was chosen. */
  readonly result: string;
  /** Must be expected; the others only may be. */
  readonly required: boolean;
  readonly why: string | null;
  readonly text: string | null;
  readonly subject: string | null;
  readonly sender: string | null;
}

/** Tells whether the step only says where the sequence goes on. */
export const isChoice = ({ kind }: DoneItem): boolean => kind !== 'review' && isChoiceKind(kind);

/** An event that happened to the sequence: shown between the steps, never compared. */
export interface HappenedItem {
  readonly is: 'event';
  readonly at: number;
  readonly what: string;
}

export type TimelineItem = DoneItem | HappenedItem;

/** How a test went, before it is compared. */
export interface Played {
  readonly zone: string;
  readonly items: readonly TimelineItem[];
  /** Null: it still waits. */
  readonly outcome: string | null;
  readonly ended_at: number | null;
  /** Why the test cannot hold, whatever is expected: an event that never came, a wait that never ends. */
  readonly problems: readonly string[];
}
