import { z } from 'zod';
import { ACTIONS } from '../../../../v2/contract/actions.ts';
import type { ActionDefinition } from '../../../../v2/contract/definition.ts';
import type { StepForm } from '../define-step.ts';
import { describe, keysOf } from '../describe.ts';
import { text } from '../values.ts';

/** The names of an action's params; null where its contract is not one plain object. */
export function paramsOf({ params }: ActionDefinition): readonly string[] | null {
  return params instanceof z.ZodObject ? keysOf(params) : null;
}

/** Names only, since any value may be a template. */
const PARAMS = ACTIONS.flatMap((definition) => {
  const names = paramsOf(definition);
  if (!names) return [];
  const properties = Object.fromEntries(names.map((name) => [name, {}]));
  return [
    {
      if: { properties: { action: { const: `${definition.category}.${definition.action}` } }, required: ['action'] },
      // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
      then: { properties: { params: { properties, additionalProperties: false } } },
    },
  ];
});

const NAMES = ACTIONS.map(({ category, action }) => `${category}.${action}`);

export const actionForm: StepForm = {
  word: 'action',
  title: 'Call any action of the V2 service',
  description: 'Calls an action of the V2 service by its category and name, checked against its contract.',
  examples: ['network.recommendations'],
  value: () => z.enum(NAMES),
  beside: {
    params: describe(z.record(z.string(), z.unknown()), "The action's params; texts are templates.", [
      { limit: 10 },
    ]).optional(),
    save_as: describe(text(), 'The name under which later texts and conditions read the result.', [
      'recommended',
    ]).optional(),
  },
  done: 'when the action was done',
  otherwise: 'when it is not possible',
  reviewable: true,
  more: { allOf: PARAMS },
  snippet: 'action: <network.recommendations>\nsave_as: <recommended>',
};
