import { spawn, spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';

it('the program of all benchmarks ends by itself: nothing that it imports keeps it alive', async () => {
  // There is none of that name, and that this is refused does not end it.
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/bench/run.ts', 'none'], {
    ...{ cwd: PACKAGE_ROOT, stdio: 'ignore' },
  });
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(2);
});

it('its help names every benchmark', () => {
  const args = ['--import', 'tsx', 'test/bench/run.ts'];
  const run = (last: string) => spawnSync(process.execPath, [...args, last], { cwd: PACKAGE_ROOT, encoding: 'utf8' });
  const help = run('--help');
  expect(help.status).toBe(0);
  const there = run('none').stderr.split('there are: ')[1]?.trim().split(', ') ?? [];
  expect(there).toContain('slots');
  for (const name of there) expect(help.stdout).toContain(name);
});
