import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { createProgram } from '../../src/app/cli/program.ts';

it('knows every command by the name that it is listed under, and loads the named one alone', async () => {
  const { commands } = await createProgram(['--help']);
  expect(commands.length).toBeGreaterThan(40);
  for (const command of commands) {
    const one = await createProgram([command.name(), '--help']);
    expect(one.commands.map((each) => each.name())).toEqual(
      command.name() === 'completion' ? commands.map((each) => each.name()) : [command.name()],
    );
  }
});

/** Every command with those above it, the program first. */
function* walk(command: Command, above: readonly Command[] = []): Generator<readonly Command[]> {
  const path = [...above, command];
  yield path;
  for (const child of command.commands) yield* walk(child, path);
}

it('hands every option that a command shares with one above it to that command, behind its name and before it', async () => {
  const program = await createProgram(['--help']);
  const shared = [...walk(program)].flatMap((path) => {
    const [command, ...above] = path.toReversed();
    const names = above.filter((one) => one.parent !== null).flatMap((one) => one.options.map((each) => each.long));
    return (command?.options ?? []).filter(({ long }) => names.includes(long)).map((option) => ({ path, option }));
  });
  expect(shared.length).toBeGreaterThan(15);
  for (const { path, option } of shared) {
    const words = path.slice(1).map((one) => one.name());
    const value = option.long === '--zone' ? 'UTC' : '1';
    const given = option.required || option.optional ? [option.long ?? '', value] : [option.long ?? ''];
    for (const places of ['behind', 'before'] as const) {
      // Commander keeps what it has read.
      const whole = await createProgram(words);
      const command = words.reduce<Command | undefined>(
        (one, word) => one?.commands.find((each) => each.name() === word),
        whole,
      );
      let seen: unknown;
      command?.action(() => {
        seen = command.getOptionValueSource(option.attributeName());
      });
      const values = command?.registeredArguments.map(({ argChoices }) => argChoices?.[0] ?? '1') ?? [];
      const [last = '', ...others] = words.toReversed();
      const line =
        places === 'behind' ? [...words, ...values, ...given] : [...others.toReversed(), ...given, last, ...values];
      await whole.parseAsync(line, { from: 'user' });
      expect(seen, line.join(' ')).toBe('cli');
    }
  }
});
