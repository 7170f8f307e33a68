import type { NodeId } from '../plan/nodes/common.ts';
import type { Plan } from '../plan/plan.ts';
import { stepWords } from './step-words.ts';

/** How people read of a step: `Message (2 of 3)`. By its id where this plan does not have it. */
export const titleOfStep = (plan: Plan, node: NodeId): string => stepWords(plan).get(node) ?? node;
