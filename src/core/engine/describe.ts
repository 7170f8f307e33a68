import type { Node } from '../../language/plan/node.ts';
import { labelsOf } from '../../language/plan/node-traits.ts';

/** Names a step for people: `Send a message (message-2)`. */
export function describeNode(node: Node | undefined, id: string): string {
  return node ? `${labelsOf(node.kind).doing} (${id})` : id;
}

/** Writes a time for people: `2026-01-05 09:00 UTC`. */
export function describeTime(at: number): string {
  return Number.isFinite(at) && Math.abs(at) <= 8.64e15
    ? `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
    : 'never';
}
