import { Command } from 'commander';
import { createApiClient, queryOf } from '../../api-client.ts';
import { printJson, printLine, printText } from '../../print.ts';
import { formatTable } from '../../table.ts';
import { tellsTimes, timesOf, type ZoneOption } from '../../times.ts';

interface Options extends ZoneOption {
  readonly limit: string;
  readonly cursor?: string;
  readonly user?: string;
  readonly key?: string;
  readonly target?: string;
  readonly person?: string;
  readonly via?: string;
  readonly since?: string;
  readonly until?: string;
  readonly csv?: boolean;
  readonly json?: boolean;
}

export function auditLogCommand(): Command {
  return tellsTimes(new Command('audit-log'))
    .description('who changed what, when and from where (overture audit is something else: it checks the ledger)')
    .argument('[words...]', 'words of the sentence, all of them')
    .option('--user <id>', 'of this user')
    .option('--key <id>', 'with this key')
    .option('--target <id>', 'what was changed')
    .option('--person <id>', 'whom it is about')
    .option('--via <how>', 'page, cli, mcp or api')
    .option('--since <time>', 'not before, as 2026-03-02T09:00:00Z')
    .option('--until <time>', 'before')
    .option('--limit <n>', 'how many', '50')
    .option('--cursor <cursor>', 'continue after the page that gave this cursor')
    .option('--csv', 'print all lines that fit as CSV')
    .option('--json', 'print {items, next_cursor}')
    .action(list);
}

async function list(words: readonly string[], options: Options): Promise<void> {
  const { user, key, target, person, limit, cursor, via, since, until, csv, json, zone } = options;
  const query = queryOf('listAuditLog', {
    ...{ user_id: user, key_id: key, target_id: target, lead_id: person, via, since, until },
    q: words.length === 0 ? undefined : words.join(' '),
    ...(csv ? { format: 'csv' } : { limit, cursor }),
  });
  if (csv) return printText(await (await createApiClient().raw('listAuditLog', { query })).text());
  const page = await createApiClient().listAuditLog({ query });
  if (json) return printJson(page);
  if (page.items.length === 0) return printLine('No change fits.');
  const times = timesOf({ zone });
  const rows = page.items.map((one) => [
    times.at(one.at),
    one.sentence,
    one.lead?.name ?? one.lead?.id ?? '',
    one.via,
    one.address,
  ]);
  printLine(times.head);
  printText(formatTable(['WHEN', 'WHAT', 'WHO IT IS ABOUT', 'BY', 'FROM'], rows));
  if (page.next_cursor !== null) printLine(`More: --cursor ${page.next_cursor}`);
}
