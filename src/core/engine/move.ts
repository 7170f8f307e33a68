import type { NodeId } from '../../language/plan/nodes/common.ts';
import { isRecord } from '../../shared/kit/is-record.ts';

/** The position at which a walk goes on in another version of its sequence. */
export interface MovedPosition {
  readonly node: NodeId;
  /** The very step that the walk stands at: a wait keeps the time it began. Otherwise the node is entered afresh. */
  readonly goes_on: boolean;
}

/** Signal that moves a running enrollment to another version; the version's plan comes as a second argument. */
export interface MoveEvent {
  readonly id: string;
  /** The digest of the plan that it moves to. */
  readonly digest: string;
  /** For a walk that stands at a step that `places` does not name. */
  readonly node: NodeId;
  /** The walk may have gone on since the move was decided, so each step that it may have come to has its place here. */
  readonly places: Readonly<Record<NodeId, MovedPosition>>;
  /** Which `repeat` of the new plan goes on with the rounds of which old one. */
  readonly repeats: Readonly<Record<NodeId, NodeId>>;
}

/**
 * Whether a signal is a move. One that is not must not reach the walk: it would fail the workflow's task again and
 * again.
 */
export function isMoveEvent(value: unknown): value is MoveEvent {
  if (!isRecord(value)) return false;
  const { id, digest, node, places, repeats } = value;
  if (typeof id !== 'string' || typeof digest !== 'string' || typeof node !== 'string') return false;
  if (!isRecord(places) || !isRecord(repeats)) return false;
  return Object.values(repeats).every((to) => typeof to === 'string') && Object.values(places).every(isPosition);
}

const isPosition = (value: unknown): boolean =>
  isRecord(value) && typeof value.node === 'string' && typeof value.goes_on === 'boolean';
