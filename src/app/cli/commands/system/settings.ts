import { Command } from 'commander';
import { CodedError } from '../../../../shared/kit/coded-error.ts';
import { bodyOf, createApiClient } from '../../api-client.ts';
import { printJson, printLine } from '../../print.ts';

const KINDS = ['messages', 'timelines', 'events', 'logs'] as const;
type Options = Readonly<Partial<Record<(typeof KINDS)[number], string>>> & { readonly json?: boolean };

export function settingsCommand(): Command {
  const command = new Command('settings').description('settings of the running engine');
  const retention = command
    .command('retention')
    .description('how many days words, lines and logs are kept; without options, it shows them')
    .option('--json', 'print {messages, timelines, events, logs}');
  for (const kind of KINDS) retention.option(`--${kind} <days>`, 'a number of days, or "for-good"');
  retention.action(change);
  command
    .command('enrollment')
    .description('whether an enrollment refuses people with bad addresses; without options, it shows that')
    .option('--bad-addresses <do>', 'refuse, or warn')
    .option('--json', 'print {bad_addresses}')
    .action(changeEnrollment);
  return command;
}

async function change({ json, ...given }: Options): Promise<void> {
  const api = createApiClient();
  const asked = Object.fromEntries(
    KINDS.flatMap((kind) => (given[kind] === undefined ? [] : [[kind, daysOf(kind, given[kind])]])),
  );
  const set = Object.keys(asked).length === 0 ? await api.getRetention() : await api.setRetention({ body: asked });
  if (json) return printJson(set);
  for (const kind of KINDS) printLine(`${kind}: ${set[kind] === null ? 'for good' : `${set[kind]} days`}`);
}

async function changeEnrollment({ badAddresses, json }: { badAddresses?: string; json?: boolean }): Promise<void> {
  const api = createApiClient();
  const body = badAddresses === undefined ? null : bodyOf('setEnrollSettings', { bad_addresses: badAddresses });
  const set = body === null ? await api.getEnrollSettings() : await api.setEnrollSettings({ body });
  if (json) return printJson(set);
  printLine(`bad addresses: ${set.bad_addresses}`);
}

function daysOf(kind: string, given: string): number | null {
  if (given === 'for-good') return null;
  if (/^\d{1,5}$/.test(given)) return Number(given);
  throw new CodedError('wrong_use', `--${kind} ${given} is no number of days.`, {
    fix: 'Give whole days, such as 365, or for-good.',
  });
}
