import type { OwnDescriptor } from '../descriptor.ts';
import { longestWithin } from '../longest-within.ts';
import type { NodeBase, NodeId } from './common.ts';
import { withinWords, worded } from './say.ts';

/** A person does or approves something. Approved takes `then`; rejected, or not decided in time, takes `else`. */
export interface TaskNode extends NodeBase {
  readonly kind: 'task';
  /** Template. */
  readonly text: string;
  readonly assignee?: string;
  /** Milliseconds of virtual time; absent: it waits until it is decided. */
  readonly within?: number | { readonly business_days: number };
  /** Both default to `next`; without an `else` of its own, a rejection is an error of the step. */
  readonly then: NodeId;
  readonly else: NodeId;
  readonly has_else: boolean;
}

export const task: OwnDescriptor<TaskNode> = {
  noun: 'task',
  doing: 'Ask a person',
  drawn: ({ assignee, text }) => ({ title: assignee ? `Task for ${assignee}` : 'Task', detail: text }),
  words: ({ text }) => worded('task', text),
  texts: ({ text }) => ({ text }),
  fills: ({ text }) => [{ what: 'the task', template: text, as: 'text' }],
  box: 'person',
  asks: true,
  longest_wait: ({ within }) => (within === undefined ? Number.POSITIVE_INFINITY : longestWithin(within)),
  ways: (node) => [
    [node.then, node.then === node.else ? '' : 'approved'],
    [node.else, node.within === undefined ? 'rejected' : `rejected, or not within ${withinWords(node.within)}`],
  ],
};
