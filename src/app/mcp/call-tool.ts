import { createHash } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { canonicalJson } from '../../language/plan/canonical-json.ts';
import type { Confirmations } from '../../runtime/store/keys/confirmations.ts';
import { checkShape } from '../../shared/kit/check-shape.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { isRecord } from '../../shared/kit/is-record.ts';
import type { Client } from '../api-client/create-client.ts';
import { operationOf } from '../api-contract/api-operations.ts';
import type { Operation } from '../api-contract/operation.ts';
import { markAsData } from './mark-as-data.ts';
import { type Tool, toolName } from './tool.ts';
import { argumentsOf, askedOf } from './tool-arguments.ts';

export interface ToolDeps {
  readonly call: Client['call'];
  readonly confirmations: Confirmations;
}

type Given = Readonly<Record<string, unknown>>;

export const isLook = ({ method, scope }: Operation): boolean => method === 'GET' || scope === 'read';

/** Looks at once; changes in two calls: the first says what would happen, the second does it with the token of the first. */
export async function callTool(deps: ToolDeps, tool: Tool, { token, whole, ...given }: Given): Promise<CallToolResult> {
  const operation = operationOf(tool.operation);
  refuseWrong(argumentsOf(operation, tool.without), given);
  if (!isLook(operation)) return change(deps, tool, given, token);
  const answer = await deps.call(tool.operation, askedOf(operation, given));
  return say(markAsData(whole === true ? answer : withoutLong(tool, answer)));
}

async function change(deps: ToolDeps, tool: Tool, given: Given, token: unknown): Promise<CallToolResult> {
  const operation = operationOf(tool.operation);
  const asked = digestOf(given);
  const request = askedOf(operation, given);
  const dryRun = async () => {
    const shown = await deps.call(tool.operation, { ...request, query: { ...request.query, dry_run: true } });
    return { shown, digest: digestOf(boundTo(tool, shown)) };
  };
  /** Shows what would happen, with a token for exactly that. */
  const show = async (why: string, { shown, digest } = { shown: null as unknown, digest: '' }) => {
    const present = digest === '' ? await dryRun() : { shown, digest };
    const issued = await deps.confirmations.issue({ tool: tool.operation, asked, shown: present.digest, kept: null });
    return say(
      `${why}\n${markAsData(present.shown)}\n${consentTo(toolName(tool.operation), issued)}`,
      token !== undefined,
    );
  };
  if (token === undefined) return show('Nothing has been done. This is what would happen:');
  const taken = await deps.confirmations.take(String(token));
  if (taken.kind !== 'confirmed') return show(`${WHY_NOT[taken.kind]} ${AS_IT_IS_NOW}`);
  const { confirmation } = taken;
  if (confirmation.tool !== tool.operation || confirmation.asked !== asked) {
    return show(`That token is for another call than this one. ${AS_IT_IS_NOW}`);
  }
  const present = await dryRun();
  if (present.digest !== confirmation.shown) return show(`What was shown has changed since. ${AS_IT_IS_NOW}`, present);
  const exactly = { ...given, ...tool.exactly?.(recordOf(present.shown)) };
  // The same call again, by whoever lost the answer on the way, is the same request.
  const options = operation.method === 'POST' ? { idempotency_key: `mcp-${String(token)}` } : {};
  return say(`Done.\n${markAsData(await deps.call(tool.operation, askedOf(operation, exactly), options))}`);
}

export const WHY_NOT = {
  unknown: 'This token was never given to you.',
  used: 'This token has been used: what it was for was done, or refused. Look at that before you ask again.',
  expired: 'This token has expired.',
} as const;
export const AS_IT_IS_NOW = 'Nothing has been done now. This is what would happen as it is now:';

export const consentTo = (name: string, token: string): string =>
  `To do exactly this, call ${name} again with the same arguments and token "${token}" (good once, for 15 minutes). If the person you work for has not asked for exactly this, show it to them first.`;

export const say = (text: string, isError = false): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(isError ? { isError } : {}),
});

export const digestOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');

export function refuseWrong(schema: Parameters<typeof checkShape>[0], given: unknown): void {
  const checked = checkShape(schema, given);
  if (checked.ok) return;
  const text = checked.error.map(({ field, message }) => `${field || 'the arguments'}: ${message}`).join('; ');
  throw new CodedError('wrong_arguments', text, {
    fix: 'Mend the arguments, and call the tool again.',
    detail: { errors: checked.error },
  });
}

const boundTo = ({ bound_to }: Tool, shown: unknown): unknown =>
  bound_to === undefined ? lasting(shown) : (bound_to(recordOf(shown)) ?? null);

/** Made anew by every dry run. */
const PASSING = ['id', 'created_at', 'updated_at', 'expires', 'at'];

function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !PASSING.includes(name));
  return Object.fromEntries(kept.map(([name, of]) => [name, lasting(of)]));
}

const recordOf = (value: unknown): Given => (isRecord(value) ? value : {});

function withoutLong({ long = [] }: Tool, answer: unknown): unknown {
  if (long.length === 0 || !isRecord(answer)) return answer;
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !long.includes(name)));
}
