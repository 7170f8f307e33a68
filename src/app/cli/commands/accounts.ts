import { Command } from 'commander';
import { layout } from '../../../shared/kit/visible.ts';
import { createApiClient } from '../api-client.ts';
import type { Account } from '../api-shapes.ts';
import { addPauseCommands } from '../control/change-pause.ts';
import { findAccount, findAccounts } from '../find-by-name.ts';
import { inMailsInWords } from '../inmails.ts';
import { printJson, printLine, printText } from '../print.ts';
import { formatTable } from '../table.ts';
import { checkSenderCommand } from './check-sender.ts';

interface Options {
  readonly json?: boolean;
}

export function accountsCommand(): Command {
  const command = new Command('accounts')
    .description('the sender accounts, and why their calls wait')
    .option('--json', 'print {items, next_cursor}')
    .action(list);
  command.command('list').description('all of them').option('--json', 'print {items, next_cursor}').action(listIn);
  command
    .command('show')
    .description('one of them, with everything that holds it up')
    .argument('<account>', 'its id, or its name (then all that have this name)')
    .option('--json', 'print the account')
    .action(async (said: string, _: Options, self: Command) => {
      const { json } = self.optsWithGlobals<Options>();
      const api = createApiClient();
      const read = (id: string) => api.getAccount({ params: { id } });
      if (json) return printJson(await read((await findAccount(api, said)).id));
      const all = await Promise.all((await findAccounts(api, said)).map(({ id }) => read(id)));
      printText(all.map((one) => layout(linesOf(one))).join('\n\n'));
    });
  addPauseCommands(
    command,
    { what: 'account', find: findAccount },
    {
      pause: 'make no calls from it until it is resumed',
      resume: 'let it continue, even after its own guardrail paused it, or before the end of what puts it off',
    },
  );
  command.addCommand(checkSenderCommand());
  return command;
}

const listIn = (_: Options, self: Command): Promise<void> => list(self.optsWithGlobals<Options>());

async function list({ json }: Options): Promise<void> {
  const page = await createApiClient().listAccounts({ query: { limit: 200 } });
  if (json) return printJson(page);
  if (page.items.length === 0) return printLine('No accounts.');
  const rows = page.items.map((one) => [one.id, one.platform, one.name, one.status, reasonsOf(one).join('; ')]);
  printText(formatTable(['ID', 'PLATFORM', 'NAME', 'STATUS', 'WAITS'], rows));
}

function linesOf(one: Account): string[] {
  const { id, platform, name, status, profile, timezone, held: all, inmails: seat, health } = one;
  return [
    `${name} (${id}), ${platform}: ${status}`,
    `profile ${profile ?? 'none'}, zone ${timezone ?? 'of its country'}`,
    ...reasonsOf(one).map((reason) => `waits: ${reason}`),
    ...(seat === null ? [] : [inMailsInWords(seat)]),
    ...(health === null
      ? []
      : [
          `mails counted: ${health.sends}, of which ${health.bounces} bounced and ${health.complaints} were reported as spam`,
        ]),
    ...(all.some(isEndedByResume) ? ['', `To continue now: overture accounts resume ${id}`] : []),
  ];
}

/** The network's own limits no person ends, nor is an account connected by it. */
const isEndedByResume = ({ kind }: Account['held'][number]): boolean =>
  ['guardrail', 'paused', 'slow_down'].includes(kind);

/** What all calls of the account wait for, and what its people wait for in its calendar. */
const reasonsOf = ({ held: all, waiting: people }: Account): string[] => [
  ...all.map(inWords),
  ...people.map(({ people: count, reason, next }) => {
    const first = next === null ? '' : `, the next at ${moment(next)}`;
    return `${count} ${count === 1 ? 'person' : 'people'}: ${reason}${first}`;
  }),
];

const moment = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;

const inWords = ({ reason, until }: Account['held'][number]): string =>
  until === null ? reason : `${reason}, until ${moment(until)}`;
