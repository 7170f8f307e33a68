import { Command } from 'commander';
import { createApiClient, queryOf } from '../../api-client.ts';
import { printJson, printLine, printText } from '../../print.ts';
import { formatTable } from '../../table.ts';
import { tellsTimes, timesOf, type ZoneOption } from '../../times.ts';

interface Json extends ZoneOption {
  readonly json?: boolean;
}

export function addressesCommand(): Command {
  const command = new Command('addresses').description('addresses whose mails came back for good, or that complained');
  tellsTimes(command.command('list'))
    .description('what was reported of which address, and when')
    .option('--limit <n>', 'how many', '50')
    .option('--cursor <cursor>', 'continue after the page that gave this cursor')
    .option('--json', 'print {items, next_cursor}')
    .action(list);
  command
    .command('clear')
    .description('say that an address is good: what was reported of it counts no more')
    .argument('<address>')
    .option('--json', 'print {address}')
    .action(clear);
  return command;
}

async function list({
  json,
  zone,
  ...page
}: Json & { readonly limit: string; readonly cursor?: string }): Promise<void> {
  const reports = await createApiClient().listAddressReports({ query: queryOf('listAddressReports', page) });
  if (json) return printJson(reports);
  if (reports.items.length === 0) return printLine('Nothing was reported of any address.');
  const times = timesOf({ zone });
  printLine(times.head);
  printText(
    formatTable(
      ['ADDRESS', 'WHAT', 'DAY', 'REASON'],
      reports.items.map(({ address, kind, at, reason }) => [address, kind, times.day(at), reason]),
    ),
  );
  if (reports.next_cursor !== null) printLine(`More: --cursor ${reports.next_cursor}`);
}

async function clear(address: string, { json }: Json): Promise<void> {
  await createApiClient().clearAddressReport({ params: { address } });
  if (json) return printJson({ address });
  printLine(`What was reported of ${address} counts no more.`);
}
