import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BUILT_COMMAND } from '../../src/app/main/built-command.ts';
import { WITH_ALTERED_CODE } from './other-bundle.ts';

/** A mistake in what the roles run: a text of the built code, and what stands in its place. */
export interface Mistake {
  readonly name: string;
  /** One sentence: what is wrong. */
  readonly what: string;
  readonly find: string;
  readonly put: string;
  /** The seed by which it is found, where it depends on the choices of the scenario. */
  readonly seed: number;
}

/** The environment of roles that have this mistake; none without a name. Throws where there is no such mistake, or no such text. */
export function plantedBy(mistakes: readonly Mistake[], name: string | undefined): NodeJS.ProcessEnv {
  if (name === undefined) return {};
  const mistake = mistakes.find((one) => one.name === name);
  if (mistake === undefined) throw new Error(`this scenario has no mistake ${name}`);
  const folder = dirname(BUILT_COMMAND);
  const isThere = readdirSync(folder).some(
    (file) => file.endsWith('.js') && readFileSync(join(folder, file), 'utf8').includes(mistake.find),
  );
  if (!isThere) throw new Error(`nothing in dist says what ${name} is to change: ${mistake.find}`);
  return {
    ...WITH_ALTERED_CODE,
    OVERTURE_FAULTS_MISTAKE: JSON.stringify({ find: mistake.find, put: mistake.put }),
  };
}
