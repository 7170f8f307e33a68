import { own } from '../../../shared/kit/own.ts';
import type { ActionDefinition } from '../../contract/definition.ts';
import { paramNames } from '../../contract/near-miss.ts';
import { V1_RENAMED_PARAMS, V1_SEPARATED_PARAMS, V1_SEPARATING_ACTIONS } from '../../contract/v1.ts';

/** Fields that stand beside the params in a flat V1 body. `action` is the path's to say. */
const NO_PARAMS = ['login_token', 'country', 'account_id', 'action'];

const RENAMED: Readonly<Record<string, string>> = V1_RENAMED_PARAMS;
/** Params that `linkedin_url` stands for where an action has no profile. @unspecified */
const OTHER_URLS = ['company_url', 'post_url'];

/** spec: Versioning, rule 3. A flat V1 body as the `params` of the V2 action; a param under its V2 name counts first. */
export function translateParams(
  definition: ActionDefinition,
  body: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const known = paramNames(definition);
  const separating = V1_SEPARATING_ACTIONS.some((action) => action === definition.action);
  const params: Record<string, unknown> = {};
  const given = Object.entries(body).filter(([name]) => !NO_PARAMS.includes(name));
  for (const [name, value] of given) {
    if (known.includes(name)) continue;
    params[newName(name, known)] = value;
  }
  for (const [name, value] of given) if (known.includes(name)) params[name] = value;
  if (separating) for (const name of V1_SEPARATED_PARAMS) if (name in params) params[name] = separated(params[name]);
  return params;
}

function newName(name: string, known: readonly string[]): string {
  const renamed = own(RENAMED, name);
  if (renamed === undefined) return name;
  if (known.includes(renamed) || name !== 'linkedin_url') return renamed;
  return OTHER_URLS.find((url) => known.includes(url)) ?? renamed;
}

/** Splits at semicolons where there are any, for names of places contain commas. */
function separated(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const parts = value
    .split(value.includes(';') ? ';' : ',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length > 0 ? parts : undefined;
}
