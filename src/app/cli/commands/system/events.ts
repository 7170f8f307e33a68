import { Argument, Command } from 'commander';
import { cutText } from '../../../../shared/kit/cut-text.ts';
import { layout } from '../../../../shared/kit/visible.ts';
import type { ResultOf } from '../../../api-client/asked.ts';
import { bodyOf, createApiClient, queryOf } from '../../api-client.ts';
import { printJson, printLine, printText } from '../../print.ts';
import { formatTable } from '../../table.ts';
import { type Times, tellsTimes, timesOf, type ZoneOption } from '../../times.ts';
import { unmatchedCommand } from '../people/unmatched.ts';

type ReceivedEvent = ResultOf<'getReceivedEvent'>;

interface ListOptions extends ZoneOption {
  readonly state?: string;
  readonly account?: string;
  readonly type?: string;
  readonly limit?: string;
  readonly cursor?: string;
  readonly json?: boolean;
}

export function eventsCommand(): Command {
  return listing(new Command('events').description('events that the V2 service sent, and what became of each'))
    .addCommand(listing(new Command('list').description('list them, newest first')))
    .addCommand(
      tellsTimes(new Command('show'))
        .description('one of them, with its payload as it came')
        .argument('<id>', 'the event')
        .option('--json', 'print the event')
        .action((id: string, _: object, command: Command) => show(id, command)),
    )
    .addCommand(
      new Command('reread')
        .description("read one again, after an upgrade or when a person's name became known")
        .argument('<id>', 'the event')
        .option('--json', 'print the event')
        .action((id: string, _: object, command: Command) => reread(id, command)),
    )
    .addCommand(unmatchedCommand())
    .addCommand(
      new Command('reconcile')
        .description("look for what an account's events may have missed")
        .argument('<account>', 'the account')
        .addArgument(
          new Argument('[depth]', 'free: only calls that cost nothing; full: also the inbox')
            .choices(['free', 'full'])
            .default('free'),
        )
        .option('--since <time>', 'ISO time; nothing before it is looked for')
        .option('--json', 'print the request')
        .action(reconcile),
    );
}

const listing = (command: Command): Command =>
  tellsTimes(command)
    .option('--state <state>', 'pending, matched, unmatched, ignored or not_understood')
    .option('--account <id>', 'only of this account')
    .option('--type <type>', 'only of this type')
    .option('--limit <n>', 'how many (50)')
    .option('--cursor <cursor>', 'continue after the page that gave this cursor')
    .option('--json', 'print {items, next_cursor}')
    .action((_: object, given: Command) => list(given.optsWithGlobals<ListOptions>()));

async function list({ state, account, type, limit = '50', cursor, json, ...zone }: ListOptions): Promise<void> {
  const query = queryOf('listReceivedEvents', { limit, state, account_id: account, type, cursor });
  const page = await createApiClient().listReceivedEvents({ query });
  if (json) return printJson(page);
  if (page.items.length === 0) return printLine('No events.');
  const times = timesOf(zone);
  printLine(times.head);
  const rows = page.items.map((one) => rowOf(one, times));
  printText(formatTable(['ID', 'RECEIVED', 'ACCOUNT', 'TYPE', 'STATE', 'LEAD', 'NOTE'], rows));
  if (page.next_cursor !== null) printLine(`More: --cursor ${page.next_cursor}`);
}

async function show(id: string, command: Command): Promise<void> {
  const found = await createApiClient().getReceivedEvent({ params: { id } });
  if (isJson(command)) return printJson(found);
  printText(summary(found, timesOf(command.optsWithGlobals<ZoneOption>())));
  printText(JSON.stringify(found.payload, null, 2));
}

async function reread(id: string, command: Command): Promise<void> {
  const found = await createApiClient().rereadEvent({ params: { id } });
  if (isJson(command)) return printJson(found);
  printLine(`Read again: ${found.id}. See: overture events show ${found.id}`);
}

async function reconcile(
  account: string,
  depth: string,
  { since }: { since?: string },
  command: Command,
): Promise<void> {
  const body = bodyOf('reconcileAccount', { depth, ...(since === undefined ? {} : { since }) });
  const asked = await createApiClient().reconcileAccount({ params: { id: account }, body });
  if (isJson(command)) return printJson(asked);
  printLine(`Requested: ${asked.id} (${asked.depth}), because ${asked.reason}.`);
}

/** `--json` may stand before the word `show` too. */
const isJson = (command: Command): boolean => command.optsWithGlobals<{ json?: boolean }>().json === true;

const rowOf = ({ id, received_at, account_id, type, state, lead_id, note }: ReceivedEvent, times: Times): string[] => [
  id,
  times.at(received_at),
  account_id,
  type,
  state,
  lead_id ?? '',
  cutText(note ?? '', 80),
];

const summary = (
  { id, type, platform, account_id, state, note, occurred_at, received_at, lead_id }: ReceivedEvent,
  times: Times,
): string =>
  layout([
    `${type} (${platform}) of ${account_id}: ${state}${note === null ? '' : `, ${note}`}`,
    `  ${id}; happened ${times.second(occurred_at)}, came ${times.second(received_at)} ${times.zone}${lead_id === null ? '' : `; of ${lead_id}`}`,
  ]);
