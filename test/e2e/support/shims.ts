import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_COMMAND } from '../../../src/app/main/built-command.ts';

/** The environment in which `overture` and `npx overture` are the built command; its shims stand in `bin` of the folder. */
export function withShims(folder: string): NodeJS.ProcessEnv {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const shim = (name: string, text: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  shim('overture', `exec "${process.execPath}" "${BUILT_COMMAND}" "$@"`);
  shim('npx', 'exec "$@"');
  return { ...process.env, PATH: `${bin}:${process.env.PATH}` };
}
