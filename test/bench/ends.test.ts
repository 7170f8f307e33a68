import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { childScript } from '../support/child-script.ts';

it('the program of all benchmarks ends by itself, and its help names every benchmark', async () => {
  const script = await childScript(new URL('run.ts', import.meta.url));
  const run = (last: string) => spawnSync(process.execPath, [script, last], { cwd: PACKAGE_ROOT, encoding: 'utf8' });
  const help = run('--help');
  expect(help.status).toBe(0);
  // There is none of that name, and that this is refused does not end it: nothing that it imports may keep it alive.
  const refused = run('none');
  expect(refused.status).toBe(2);
  const there = refused.stderr.split('there are: ')[1]?.trim().split(', ') ?? [];
  expect(there).toContain('slots');
  for (const name of there) expect(help.stdout).toContain(name);
});
