import type { CallKind, CallNode, Nodes } from '../../../language/plan/node.ts';
import { action } from './action.ts';
import { email } from './email.ts';
import { enrich } from './enrich.ts';
import { inmail } from './inmail.ts';
import { invite } from './invite.ts';
import { latestPost } from './latest-post.ts';
import { check, visit } from './look.ts';
import { message } from './message.ts';
import type { SimulatedCall } from './simulated-call.ts';
import { withdraw } from './withdraw.ts';

const CALLS: { readonly [K in CallKind]: SimulatedCall<Nodes[K]> } = {
  ...{ visit, invite, message, inmail, email, withdraw, enrich, check, action },
  ...{ like: latestPost, react: latestPost, comment: latestPost },
};

/** How a kind of step that calls the V2 service goes in virtual time. */
export const simulatedCall = <K extends CallKind>(kind: K): SimulatedCall<Nodes[K]> => CALLS[kind];

/** How a step spends one of the seat's InMails; null: it spends none. */
export const inmailOf = (node: CallNode): { readonly waits: boolean } | null =>
  simulatedCall(node.kind).inmail?.(node) ?? null;
