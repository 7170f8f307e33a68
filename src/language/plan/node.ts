import type { CallDescriptor, OwnDescriptor } from './descriptor.ts';
import { type ActionNode, action } from './nodes/action.ts';
import { type CheckNode, check } from './nodes/check.ts';
import { type CommentNode, comment } from './nodes/comment.ts';
import { type EmailNode, email } from './nodes/email.ts';
import { type EndNode, end } from './nodes/end.ts';
import { type EnrichNode, enrich } from './nodes/enrich.ts';
import { type IfNode, ifStep } from './nodes/if.ts';
import { type InMailNode, inmail } from './nodes/inmail.ts';
import { type InviteNode, invite } from './nodes/invite.ts';
import { type LikeNode, like } from './nodes/like.ts';
import { type MessageNode, message } from './nodes/message.ts';
import { type ReactNode, react } from './nodes/react.ts';
import { type RepeatNode, repeat } from './nodes/repeat.ts';
import { type RunNode, run } from './nodes/run.ts';
import { type SetNode, set } from './nodes/set.ts';
import { type SplitNode, split } from './nodes/split.ts';
import { type TaskNode, task } from './nodes/task.ts';
import { type VisitNode, visit } from './nodes/visit.ts';
import { type WaitNode, wait } from './nodes/wait.ts';
import { type WaitForNode, waitFor } from './nodes/wait-for.ts';
import { type WithdrawNode, withdraw } from './nodes/withdraw.ts';

/** Steps that call the V2 service. */
interface CallNodes {
  readonly visit: VisitNode;
  readonly invite: InviteNode;
  readonly message: MessageNode;
  readonly inmail: InMailNode;
  readonly email: EmailNode;
  readonly withdraw: WithdrawNode;
  readonly enrich: EnrichNode;
  readonly check: CheckNode;
  readonly like: LikeNode;
  readonly react: ReactNode;
  readonly comment: CommentNode;
  readonly action: ActionNode;
}

/** Steps that call nobody. The engine's clock, inbox and counters decide the last three, an activity performs the others. */
interface OwnNodes {
  readonly if: IfNode;
  readonly split: SplitNode;
  readonly task: TaskNode;
  readonly set: SetNode;
  readonly run: RunNode;
  readonly end: EndNode;
  readonly wait: WaitNode;
  readonly wait_for: WaitForNode;
  readonly repeat: RepeatNode;
}

/** The node of each kind. */
export interface Nodes extends CallNodes, OwnNodes {}

export type CallKind = keyof CallNodes;
export type OwnKind = keyof OwnNodes;
export type NodeKind = keyof Nodes;
export type CallNode = CallNodes[CallKind];
export type OwnNode = OwnNodes[OwnKind];
export type Node = Nodes[NodeKind];

export const CALLS: { readonly [K in CallKind]: CallDescriptor<CallNodes[K]> } = {
  ...{ visit, invite, message, inmail, email, withdraw, enrich, check, like, react, comment, action },
};

export const OWN_STEPS: { readonly [K in OwnKind]: OwnDescriptor<OwnNodes[K]> } = {
  ...{ if: ifStep, split, task, set, run, end, wait, wait_for: waitFor, repeat },
};
