import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';

it('the program of all benchmarks ends by itself: nothing that it imports keeps it alive', async () => {
  // None of them is asked for, and that this is refused does not end it.
  const program = `process.argv.push('none'); process.exit = () => undefined; await import('./test/bench/run.ts');`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    ...{ cwd: PACKAGE_ROOT, stdio: 'ignore' },
  });
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
});
