import type { z } from 'zod';
import { checkShape } from '../../../shared/kit/check-shape.ts';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { type Environment, VARIABLES } from './variables.ts';

/** Reads and checks the environment: once, here; everything further in gets values. An empty variable counts as unset. */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, { schema }] of Object.entries(VARIABLES)) {
    const given = env[name];
    if (given === undefined || given === '') continue;
    const checked = checkShape<z.ZodType>(schema, given);
    if (checked.ok) values[name] = checked.value;
    else problems.push(`${name} ${checked.error[0]?.message ?? 'is not valid'}`);
  }
  if (problems.length > 0) {
    throw new CodedError('bad_environment', `The environment is not usable: ${problems.join('; ')}.`, {
      fix: 'Correct or unset these variables. `overture doctor` lists every variable with its meaning.',
    });
  }
  // Checked above, name by name, against the schemas that define the type.
  return Object.freeze(values) as Environment;
}

export interface VariableReport {
  readonly name: string;
  readonly value: string;
  /** `profile`: of Temporal's configuration file. */
  readonly source: 'environment' | 'profile' | 'default';
  readonly about: string;
}

/** Each variable with its value and source; secrets are masked. */
export function describeEnvironment(env: NodeJS.ProcessEnv): VariableReport[] {
  return Object.entries(VARIABLES).map(([name, { about, secret, otherwise }]) => {
    const given = env[name];
    return {
      name,
      value: given ? (secret ? '(set, hidden)' : given) : otherwise,
      source: given ? 'environment' : 'default',
      about,
    };
  });
}
