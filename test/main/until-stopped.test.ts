import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';

const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
/** A program that says when it runs, and why it ends once it is asked to; meanwhile it prints lines. */
const PROGRAM = `
  import { untilStopped } from './src/app/main/until-stopped.ts';
  import { watchOutput } from './src/app/cli/watch-output.ts';
  watchOutput();
  const lines = setInterval(() => console.log('a line'), 20);
  const why = await untilStopped();
  process.stderr.write(why);
  clearInterval(lines);
`;

let child: ChildProcess;
afterEach(() => child.kill('SIGKILL'));

it.each([
  ['Ctrl-C', 'Ctrl-C', () => child.kill('SIGINT')],
  ['SIGTERM', 'SIGTERM', () => child.kill('SIGTERM')],
  ['the end of its terminal', 'its terminal is gone', () => child.kill('SIGHUP')],
  ['the end of whoever reads its output', 'its terminal is gone', () => child.stdout?.destroy()],
] as const)('whoever runs servers is notified of %s, and ends in its own way', async (_, why, ask) => {
  const args = ['--import', loader, '--input-type=module', '--eval', PROGRAM];
  child = spawn(process.execPath, args, { cwd: PACKAGE_ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('it has no output');
  const said = text(stderr);
  const ended = once(child, 'exit');
  await once(stdout, 'data');
  ask();
  expect(await ended).toEqual([0, null]);
  expect(await said).toBe(why);
});
