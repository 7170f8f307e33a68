import { spawnSync } from 'node:child_process';
import { accessSync, closeSync, constants, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';

const { bin } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'));
const command = join(PACKAGE_ROOT, bin.overture);

// `npm ci` and `npm test` build it; without the bit, `npx overture` is refused by the shell.
it.skipIf(!existsSync(command))('the built command can be run by its name', () => {
  expect(() => accessSync(command, constants.X_OK)).not.toThrow();
});

it.skipIf(!existsSync(command) || !existsSync('/dev/full'))(
  'whose output cannot be written fails without a word of Node',
  () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(command, ['--help'], { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' });
    closeSync(full);
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  },
);
