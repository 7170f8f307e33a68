import { labelsOf } from '../src/language/plan/node-traits.ts';
import { type StepContext, senderOf } from './look/context.ts';

export function endTitle(context: StepContext, status: 'impossible' | 'failed', text: string): string {
  return `${stepName(context)} ${status === 'impossible' ? 'was not possible' : 'failed'}: ${text}`;
}

export const stepName = (context: StepContext): string => `The ${labelsOf(context.node.kind).noun}`;

/** The step's name within a sentence: `the message`. */
export const theStep = (context: StepContext): string => `the ${labelsOf(context.node.kind).noun}`;

export function lineOf(context: StepContext, at: Date) {
  return { enrollment_id: context.enrollment.id, at, node: context.request.node };
}

/** ` from Anna` */
export function fromSender(
  context: StepContext,
  channel: 'professional' | 'messenger' | 'email' = 'professional',
): string {
  const sender = senderOf(context, channel);
  return sender ? ` from ${sender.name}` : '';
}
