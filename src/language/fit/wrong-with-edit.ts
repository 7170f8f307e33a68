import type { Node } from '../plan/node.ts';
import { fillsOf } from '../plan/node-traits.ts';
import type { Filled } from '../plan/nodes/filled.ts';
import { wrongWith } from './wrong-with.ts';

/** The parts of a text that a person may change before it goes out. */
export type EditedPart = 'subject' | 'text' | 'html';

/**
 * Why a part of what a step sends cannot be this text, as the end of a sentence that begins with the part; null: it can. What the step does not
 * write itself (the subject of a mail in a thread, whom it goes to) stays as it is, and its texts keep the lengths of the plan.
 */
export function wrongWithEdit(node: Node, part: EditedPart, text: string): string | null {
  if (node.kind === 'action') return 'cannot be changed, since an action goes out as its sequence has it';
  const filled = fillsOf(node).find((one) => partOf(one) === part);
  return filled === undefined ? 'is nothing that this step writes' : wrongWith(text, { ...filled, is: 'some' });
}

/** Names the part of a step by the word that all kinds have for it. */
function partOf({ what, as }: Filled): EditedPart | null {
  if (what === 'the subject') return 'subject';
  return as === 'line' ? null : as;
}
