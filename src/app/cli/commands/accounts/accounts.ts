import { Command } from 'commander';
import { layout } from '../../../../shared/kit/visible.ts';
import { createApiClient } from '../../api-client.ts';
import type { Account } from '../../api-shapes.ts';
import { addPauseCommands } from '../../control/change-pause.ts';
import { findAccount, findAccounts } from '../../find-by-name.ts';
import { inMailsInWords } from '../../inmails.ts';
import { printJson, printLine, printText } from '../../print.ts';
import { formatTable } from '../../table.ts';
import { type Times, tellsTimes, timesOf, type ZoneOption } from '../../times.ts';
import { checkSenderCommand } from './check-sender.ts';

interface Options extends ZoneOption {
  readonly json?: boolean;
}

export function accountsCommand(): Command {
  const command = tellsTimes(new Command('accounts'))
    .description('the sender accounts, and why their calls wait')
    .option('--json', 'print {items, next_cursor}')
    .action(list);
  tellsTimes(command.command('list'))
    .description('all of them')
    .option('--json', 'print {items, next_cursor}')
    .action(listIn);
  tellsTimes(command.command('show'))
    .description('one of them, with everything that holds it up')
    .argument('<account>', 'its id, or its name (then all that have this name)')
    .option('--json', 'print the account')
    .action(async (said: string, _: Options, self: Command) => {
      const { json, ...zone } = self.optsWithGlobals<Options>();
      const api = createApiClient();
      const read = (id: string) => api.getAccount({ params: { id } });
      if (json) return printJson(await read((await findAccount(api, said)).id));
      const all = await Promise.all((await findAccounts(api, said)).map(({ id }) => read(id)));
      const times = timesOf(zone);
      printLine(times.head);
      printText(all.map((one) => layout(linesOf(one, times))).join('\n\n'));
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

async function list({ json, ...zone }: Options): Promise<void> {
  const page = await createApiClient().listAccounts({ query: { limit: 200 } });
  if (json) return printJson(page);
  if (page.items.length === 0) return printLine('No accounts.');
  const times = timesOf(zone);
  const rows = page.items.map((one) => [
    ...[one.id, one.platform, one.name, one.status],
    reasonsOf(one, times).join('; '),
  ]);
  printLine(times.head);
  printText(formatTable(['ID', 'PLATFORM', 'NAME', 'STATUS', 'WAITS'], rows));
}

function linesOf(one: Account, times: Times): string[] {
  const { id, platform, name, status, profile, timezone, held: all, inmails: seat, health } = one;
  return [
    `${name} (${id}), ${platform}: ${status}`,
    `profile ${profile ?? 'none'}, zone ${timezone ?? 'of its country'}`,
    ...reasonsOf(one, times).map((reason) => `waits: ${reason}`),
    ...(seat === null ? [] : [inMailsInWords(seat, times)]),
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

/** Lists what all calls of the account wait for, and what its people wait for in its calendar. */
const reasonsOf = ({ held: all, waiting: people }: Account, times: Times): string[] => [
  ...all.map((one) => inWords(one, times)),
  ...people.map(({ people: count, reason, next }) => {
    const first = next === null ? '' : `, the next at ${times.at(next)}`;
    return `${count} ${count === 1 ? 'person' : 'people'}: ${reason === null ? 'for an unknown reason' : times.within(reason)}${first}`;
  }),
];

function inWords({ kind, reason, since, until }: Account['held'][number], times: Times): string {
  // A gap in events says it itself.
  const says = kind === 'behind' || since === null ? '' : `, since ${times.at(since)}`;
  const ends = kind === 'not_connected' ? ', until its owner connects it again' : '';
  return `${times.within(reason)}${says}${until === null ? ends : `, until ${times.at(until)}`}`;
}
