import type { Tool as ToolDescription } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { OPERATIONS, operationOf } from '../api-contract/api-operations.ts';
import type { Scope } from '../api-contract/operation.ts';
import { API_TOOLS } from './api-tools.ts';
import { isLook } from './call-tool.ts';
import { APPLY_ARGUMENTS, PLAN_ARGUMENTS } from './plan-tools.ts';
import { type Tool, toolName } from './tool.ts';
import { argumentsOf, jsonSchemaOf } from './tool-arguments.ts';

const token = z
  .string()
  .optional()
  .describe('Of the first call, which showed what would happen. Without it, nothing is done.');
const whole = z.boolean().optional().describe('Give the long parts of the answer too, such as each day.');

/** Every tool that a caller of these rights may use, as its host shows it. */
export function describeTools(allows: (scope: Scope) => boolean): ToolDescription[] {
  const may = (scope: Scope | null) => scope === null || allows(scope);
  const ofApi = API_TOOLS.filter(({ operation }) => may(operationOf(operation).scope)).map(describeTool);
  return [...ofApi, ...(may('write') ? PLAN_TOOLS : [])];
}

function describeTool(tool: Tool): ToolDescription {
  const operation = operationOf(tool.operation);
  const { summary, description, query } = operation;
  const looks = isLook(operation);
  const schema = argumentsOf(operation, tool.without).extend({
    ...(looks ? {} : { token }),
    ...(tool.long === undefined ? {} : { whole }),
  });
  const isSafe = looks || tool.reversible === true;
  // A change that has no dry run could not be shown before.
  if (!looks && !('dry_run' in (query?.shape ?? {}))) throw new Error(`${tool.operation} has no dry run`);
  return {
    name: toolName(tool.operation),
    description: [`${summary}.`, description, tool.about, looks ? undefined : IN_TWO_CALLS].filter(Boolean).join(' '),
    inputSchema: jsonSchemaOf(schema),
    annotations: { title: summary, readOnlyHint: looks, destructiveHint: !isSafe, openWorldHint: !looks },
  };
}

const IN_TWO_CALLS = 'The first call shows what would happen and gives a token; the second, with that token, does it.';

const PLAN_TOOLS: readonly ToolDescription[] = [
  {
    name: 'plan_sequence',
    description: `${OPERATIONS.planSequence.summary}. Nothing is published: apply_sequence does that, with the plan's id and token.`,
    inputSchema: jsonSchemaOf(PLAN_ARGUMENTS),
    annotations: {
      title: 'What publishing a text would change',
      ...{ readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
  },
  {
    name: 'apply_sequence',
    description: `${OPERATIONS.applySequence.summary}. It publishes the sequence; nobody is enrolled by it.`,
    inputSchema: jsonSchemaOf(APPLY_ARGUMENTS),
    annotations: {
      title: 'Publish what a plan showed',
      ...{ readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    },
  },
];
