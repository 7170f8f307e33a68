import type { EmailNode } from './nodes/email.ts';
import type { EndNode } from './nodes/end.ts';
import type { EnrichNode } from './nodes/enrich.ts';
import type { IfNode } from './nodes/if.ts';
import type { InMailNode } from './nodes/inmail.ts';
import type { InviteNode } from './nodes/invite.ts';
import type { MessageNode } from './nodes/message.ts';
import type { VisitNode } from './nodes/visit.ts';
import type { WaitNode } from './nodes/wait.ts';
import type { WaitForNode } from './nodes/wait-for.ts';
import type { WithdrawNode } from './nodes/withdraw.ts';

/** Steps that only the engine's clock and inbox decide. */
export type TimerNode = WaitNode | WaitForNode;

/** Steps that an activity performs. */
export type PerformedNode =
  | VisitNode
  | InviteNode
  | MessageNode
  | InMailNode
  | EmailNode
  | WithdrawNode
  | EnrichNode
  | IfNode;

export type Node = TimerNode | PerformedNode | EndNode;
export type NodeKind = Node['kind'];
