import { Command } from 'commander';
import { cutText } from '../../../../shared/kit/cut-text.ts';
import { createApiClient, queryOf } from '../../api-client.ts';
import { printJson, printLine, printText } from '../../print.ts';
import { formatTable } from '../../table.ts';
import { tellsTimes, timesOf, type ZoneOption } from '../../times.ts';

interface ListOptions extends ZoneOption {
  readonly limit: string;
  readonly cursor?: string;
  readonly json?: boolean;
}

export function sessionsCommand(): Command {
  const sessions = new Command('sessions').description('who is signed in to the console');
  tellsTimes(sessions.command('list', { isDefault: true }))
    .description('list them, newest first')
    .option('--limit <n>', 'how many (50)', '50')
    .option('--cursor <cursor>', 'continue after the page that gave this cursor')
    .option('--json', 'print {items, next_cursor}')
    .action(async ({ limit, cursor, json, ...zone }: ListOptions) => {
      const times = timesOf(zone);
      const page = await createApiClient().listSessions({ query: queryOf('listSessions', { limit, cursor }) });
      if (json) return printJson(page);
      if (page.items.length === 0) return printLine('Nobody is signed in.');
      const rows = page.items.map((one) => [
        one.id,
        one.address,
        one.user?.name ?? one.key_id ?? 'a link',
        times.at(one.seen_at),
        times.at(one.expires_at),
        cutText(one.user_agent, 60),
      ]);
      printLine(times.head);
      printText(formatTable(['ID', 'FROM', 'WHO', 'LAST SEEN', 'UNTIL', 'BROWSER'], rows));
      if (page.next_cursor !== null) printLine(`More: --cursor ${page.next_cursor}`);
    });
  sessions
    .command('revoke')
    .description('end one at once')
    .argument('<id>', 'the session')
    .action(async (id: string) => {
      await createApiClient().endSession({ params: { id } });
      printLine(`${id} is ended.`);
    });
  return sessions;
}
