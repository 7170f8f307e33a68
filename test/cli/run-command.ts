import type { Command } from 'commander';
import { vi } from 'vitest';

/** Runs a command, and gives what it prints on standard output; throws what it throws. The test restores all mocks. */
export async function printedBy(command: Command, ...words: readonly string[]): Promise<string> {
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  await command.exitOverride().parseAsync(words, { from: 'user' });
  return printed;
}

/** Runs a command, and gives what it prints on standard output and the exit code it sets. */
export async function runCommand(
  command: Command,
  words: readonly string[],
): Promise<{ output: string; code: number }> {
  const chunks: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    chunks.push(String(chunk));
    return true;
  });
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    await command.parseAsync(words, { from: 'user' });
    return { output: chunks.join(''), code: Number(process.exitCode) };
  } finally {
    write.mockRestore();
    process.exitCode = before;
  }
}
