import type { ActionNode } from './nodes/action.ts';
import type { CheckNode } from './nodes/check.ts';
import type { CommentNode } from './nodes/comment.ts';
import type { EmailNode } from './nodes/email.ts';
import type { EndNode } from './nodes/end.ts';
import type { EnrichNode } from './nodes/enrich.ts';
import type { IfNode } from './nodes/if.ts';
import type { InMailNode } from './nodes/inmail.ts';
import type { InviteNode } from './nodes/invite.ts';
import type { LikeNode } from './nodes/like.ts';
import type { MessageNode } from './nodes/message.ts';
import type { ReactNode } from './nodes/react.ts';
import type { RepeatNode } from './nodes/repeat.ts';
import type { RunNode } from './nodes/run.ts';
import type { SetNode } from './nodes/set.ts';
import type { SplitNode } from './nodes/split.ts';
import type { TaskNode } from './nodes/task.ts';
import type { VisitNode } from './nodes/visit.ts';
import type { WaitNode } from './nodes/wait.ts';
import type { WaitForNode } from './nodes/wait-for.ts';
import type { WithdrawNode } from './nodes/withdraw.ts';

/** Steps that only the engine's clock, inbox and counters decide. */
export type TimerNode = WaitNode | WaitForNode | RepeatNode;

/** Steps that call the V2 service. */
export type CallNode =
  | VisitNode
  | InviteNode
  | MessageNode
  | InMailNode
  | EmailNode
  | WithdrawNode
  | EnrichNode
  | CheckNode
  | LikeNode
  | ReactNode
  | CommentNode
  | ActionNode;

/** Steps that an activity performs. */
export type PerformedNode = CallNode | IfNode | SplitNode | TaskNode | SetNode | RunNode;

export type Node = TimerNode | PerformedNode | EndNode;
export type NodeKind = Node['kind'];
