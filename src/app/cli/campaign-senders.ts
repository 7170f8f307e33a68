import type { Command } from 'commander';
import { pairs } from './pairs.ts';

export interface SenderOptions {
  readonly sender: readonly string[];
}

/** `--sender <channel=account>`, as often as there are accounts. */
export const addSenders = (command: Command): Command =>
  command.option(
    '--sender <channel=account>',
    'an account to send from, in place of those that the sequence names; may be repeated',
    (value: string, before: readonly string[]) => [...before, value],
    [],
  );

/** Several accounts of a channel are its pool; undefined: none was named. */
export function sendersOf({ sender }: SenderOptions): Record<string, string[]> | undefined {
  if (sender.length === 0) return undefined;
  const named = sender.flatMap((one) => Object.entries(pairs('--sender', [one])));
  const channels = new Set(named.map(([channel]) => channel));
  return Object.fromEntries(
    [...channels].map((of) => [of, named.flatMap(([channel, account]) => (channel === of ? [account] : []))]),
  );
}
