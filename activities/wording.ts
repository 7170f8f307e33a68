import { labelsOf } from '../src/language/plan/node-traits.ts';
import type { StepContext } from './look/context.ts';

export function endTitle(context: StepContext, status: 'impossible' | 'failed', text: string): string {
  return `${stepName(context)} ${status === 'impossible' ? 'was not possible' : 'failed'}: ${text}`;
}

export const stepName = (context: StepContext): string => `The ${labelsOf(context.node.kind).noun}`;

export function lineOf(context: StepContext, at: Date) {
  return { enrollment_id: context.enrollment.id, at, node: context.request.node };
}
