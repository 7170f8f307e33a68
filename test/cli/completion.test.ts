import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/overture-command.ts';

const has = (shell: string): boolean => spawnSync(shell, ['--version'], { stdio: 'ignore' }).error === undefined;
const said = (shell: string, ...args: string[]): string => execFileSync(shell, args, { encoding: 'utf8' });
const script = async (shell: string): Promise<string> => {
  const { code, out } = await runInProcess('.', 'completion', shell);
  expect(code).toBe(0);
  return out;
};

/** Words with what is offered after them; the last one is being written. */
const CASES: readonly (readonly [string, readonly string[]])[] = [
  ['overture enr', ['enroll', 'enrollments']],
  ['overture accounts ', ['list', 'show', 'pause', 'resume', 'check']],
  ['overture campaigns stop --y', ['--yes']],
  ['overture tasks decide tsk_1 not', ['not_sent']],
  ['overture accounts --json li', ['list']],
];

describe('completion', () => {
  it.skipIf(!has('bash'))('in bash', async () => {
    const source = await script('bash');
    for (const [line, offered] of CASES) {
      const words = line.split(' ');
      const ask = `${source}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _overture; printf '%s\\n' "\${COMPREPLY[@]}"`;
      expect(said('bash', '-c', ask).split('\n')).toEqual(expect.arrayContaining([...offered]));
    }
  });

  it.skipIf(!has('fish'))('in fish', async () => {
    const source = await script('fish');
    for (const [line, offered] of CASES) {
      const ask = `${source}\ncomplete -C '${line}'`;
      const given = said('fish', '--no-config', '-c', ask);
      expect(given.split('\n').map((one) => one.split('\t')[0])).toEqual(expect.arrayContaining([...offered]));
    }
  });

  it.skipIf(!has('zsh'))('in zsh', async () => {
    const source = await script('zsh');
    for (const [line, offered] of CASES) {
      const words = line.split(' ').map((word) => `'${word}'`);
      // What zsh itself does for a completion is played: it needs a terminal.
      const ask = `compdef() { }; _files() { }; _describe() { print -l -- "\${(@P)2%%:*}" }
${source}\nwords=(${words.join(' ')}); CURRENT=${words.length}; _overture`;
      const given = said('zsh', '-f', '-c', ask).split('\n');
      const begun = line.split(' ').at(-1) ?? '';
      expect(given.filter((one) => one.startsWith(begun))).toEqual(expect.arrayContaining([...offered]));
    }
  });

  it('for a shell that is none is a wrong use', async () => {
    expect((await runInProcess('.', 'completion', 'csh')).code).toBe(2);
  });
});
