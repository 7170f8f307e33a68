import type { ChannelName } from './channel-name.ts';
import type { CallDescriptor, Labels, OwnDescriptor } from './descriptor.ts';
import type { LeadFields } from './lead.ts';
import type { LimitClass } from './limit-class.ts';
import {
  CALLS,
  type CallKind,
  type CallNode,
  type Node,
  type NodeKind,
  type Nodes,
  OWN_STEPS,
  type OwnKind,
} from './node.ts';
import type { NodeId } from './nodes/common.ts';
import type { Filled } from './nodes/filled.ts';

const LABELS: { readonly [K in NodeKind]: Labels<Nodes[K]> } = { ...CALLS, ...OWN_STEPS };

/** How a kind of step is called. Asked with a node's kind, it takes that node. */
export const labelsOf = <K extends NodeKind>(kind: K): Labels<Nodes[K]> => LABELS[kind];

/** How a step that calls nobody is drawn. */
export const ownStepOf = <K extends OwnKind>(kind: K): OwnDescriptor<Nodes[K]> => OWN_STEPS[kind];

const callOf = <K extends CallKind>(kind: K): CallDescriptor<Nodes[K]> => CALLS[kind];

/** A step that calls the V2 service, whatever that costs. */
export const isCall = (node: Node): node is CallNode => isCallKind(node.kind);

export const isCallKind = (kind: NodeKind): kind is CallKind => Object.hasOwn(CALLS, kind);

/** A step in which the walk rests until a time or an event. */
export const isWaitKind = (kind: NodeKind): boolean => !isCallKind(kind) && ownStepOf(kind).box === 'wait';

/** A step that only says where the walk goes on. */
export const isChoiceKind = (kind: NodeKind): boolean => !isCallKind(kind) && ownStepOf(kind).box === 'choice';

/** The channel whose sender a step acts from; null for steps that need none. */
export const channelOf = (node: Node): ChannelName | null => (isCall(node) ? callOf(node.kind).channel(node) : null);

/** The limit class in which a step takes a slot; null: it is bounded by its credits alone. */
export const limitClassOf = (node: Node): LimitClass | null =>
  isCall(node) ? callOf(node.kind).limit_class(node) : null;

/** API credits that one performance of the step costs at most. */
export const creditsOf = (node: Node): number => (isCall(node) ? callOf(node.kind).credits(node) : 0);

/** The effect of a step that the lead notices: `send` reaches them, `touch` is seen. */
export const effectOf = (node: Node): 'send' | 'touch' | 'none' =>
  isCall(node) ? callOf(node.kind).effect(node) : 'none';

/** A step that reaches the lead. */
export const isSend = (node: Node): boolean => effectOf(node) === 'send';

/** A step that waits for a person's approval of what it is about to send. */
export const isReviewed = (node: Node): boolean => 'review' in node && node.review === true;

/** The classes that reach a person: these keep the schedule's spacing and warm up. */
export const SEND_CLASSES: readonly LimitClass[] = ['invite', 'message', 'inmail', 'email'];

export const isSendClass = (limitClass: LimitClass): boolean => SEND_CLASSES.includes(limitClass);

/** Every node that a node names, in the order a reader expects them. */
export function edgesOf(node: Node): NodeId[] {
  if (!('next' in node)) return [];
  // `next` of a branch is named in its node even where both branches end, so it must exist.
  const edges = node.past === undefined ? [node.next] : [node.next, node.past];
  if ('else' in node && node.else !== undefined) edges.unshift(node.else);
  if ('then' in node) edges.unshift(node.then);
  if ('arms' in node) edges.unshift(...node.arms.map(({ to }) => to));
  if ('body' in node) edges.unshift(node.body);
  return [...new Set(edges)];
}

/** Every template that the step fills, with what must hold of what comes of it. */
export const fillsOf = (node: Node): readonly Filled[] => labelsOf(node.kind).fills?.(node) ?? [];

/** Fields of the lead that the step may fill, where they are missing. */
export const learnedBy = (node: Node): readonly (keyof LeadFields)[] =>
  isCall(node) ? (callOf(node.kind).learns?.(node) ?? []) : [];

/** Milliseconds that the walk may rest in a step, at most. */
export const longestWait = (node: Node, now: number): number =>
  isCall(node) ? 0 : (ownStepOf(node.kind).longest_wait?.(node, now) ?? 0);

/** The node at which the rounds of a step begin; null: it has none. */
export const roundOf = (node: Node): NodeId | null =>
  isCall(node) ? null : (ownStepOf(node.kind).round?.(node) ?? null);

/** A step whose ends lead back to it. */
export const hasRounds = (node: Node | undefined): boolean => node !== undefined && roundOf(node) !== null;

/** Whether the walk of the plan ends with a step, and where; null: it goes on. */
export const endOf = (node: Node): 'here' | 'in_another_sequence' | null =>
  isCall(node) ? null : (ownStepOf(node.kind).ends ?? null);

/** The names that distinguish the ways of a step in a list of what happened. */
export const resultsOf = (node: Node): readonly string[] =>
  isCall(node) ? [] : (ownStepOf(node.kind).results?.(node) ?? []);

/** The fact that holds for the lead when a person says that the step was sent. */
export const sentFactOf = (node: Node): 'invited' | null =>
  isCall(node) ? (callOf(node.kind).sent_fact ?? null) : null;

/** A step that is a question to a person. */
export const asksSomebody = (kind: NodeKind): boolean => !isCallKind(kind) && ownStepOf(kind).asks === true;

/** A step that a list of what should happen has to name. */
export const isExpected = (kind: NodeKind): boolean => isCallKind(kind) || ownStepOf(kind).unnoticed !== true;
