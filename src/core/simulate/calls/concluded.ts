import type { CallNode } from '../../../language/plan/node.ts';
import { creditsOf } from '../../../language/plan/node-traits.ts';
import type { PerformResult } from '../../engine/perform.ts';

/** How a call ended. */
export interface Concluded {
  readonly result: PerformResult;
  readonly effect: boolean;
  /** The call counts against the limits of its class, whatever came of it; else its slot is free again. */
  readonly reached: boolean;
  /** API credits that it cost. */
  readonly credits: number;
  readonly outcome: 'done' | 'nothing_to_do' | 'impossible' | 'failed';
}

export const done = (node: CallNode, result: PerformResult = { status: 'done' }): Concluded => ({
  result,
  effect: true,
  reached: true,
  credits: creditsOf(node),
  outcome: 'done',
});

export const nothingToDo = (result: PerformResult = { status: 'done' }): Concluded => ({
  result,
  effect: false,
  reached: false,
  credits: 0,
  outcome: 'nothing_to_do',
});

export const refused = (status: 'impossible' | 'failed', code: string, text: string): Concluded => ({
  result: { status, code, text },
  effect: false,
  reached: false,
  credits: 0,
  outcome: status,
});
