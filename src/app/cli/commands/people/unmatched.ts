import { Command } from 'commander';
import { cutText } from '../../../../shared/kit/cut-text.ts';
import type { ItemOf, ResultOf } from '../../../api-client/asked.ts';
import { bodyOf, createApiClient, queryOf } from '../../api-client.ts';
import { printJson, printLine, printText } from '../../print.ts';
import { formatTable } from '../../table.ts';
import { type Times, tellsTimes, timesOf, type ZoneOption } from '../../times.ts';

interface ListOptions extends ZoneOption {
  readonly limit?: string;
  readonly cursor?: string;
  readonly json?: boolean;
}

interface PersonOptions {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly company?: string;
}

/** Messages that no person fits, and saying whose they are. */
export function unmatchedCommand(): Command {
  return tellsTimes(new Command('unmatched'))
    .description('messages that no person fits, the newest first, and whose they are')
    .option('--limit <n>', 'how many (50)')
    .option('--cursor <cursor>', 'continue after the page that gave this cursor')
    .option('--json', 'print {items, next_cursor}')
    .action((_: object, given: Command) => list(given.optsWithGlobals<ListOptions>()))
    .addCommand(
      handling('match', 'say whose message it is; it stops their sequences as any reply does')
        .argument('<lead>', 'the person')
        .action((id: string, lead_id: string, _: object, command: Command) =>
          handle(command, () =>
            createApiClient().matchUnmatched({
              params: { id },
              query: {},
              body: bodyOf('matchUnmatched', { lead_id }),
            }),
          ),
        ),
    )
    .addCommand(
      handling('person', 'make a person of whoever wrote it')
        .option('--first-name <name>', 'in place of the name under which they wrote')
        .option('--last-name <name>', 'the same')
        .option('--company <name>', 'where they work')
        .action((id: string, { firstName, lastName, company }: PersonOptions, command: Command) => {
          const names = { first_name: firstName, last_name: lastName, company };
          const given = Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined));
          const body = bodyOf('makePersonOfUnmatched', given);
          return handle(command, () => createApiClient().makePersonOfUnmatched({ params: { id }, query: {}, body }));
        }),
    )
    .addCommand(
      handling('leave', 'it is of nobody whom you write to; whoever it holds goes on').action(
        (id: string, _: object, command: Command) =>
          handle(command, () =>
            createApiClient().leaveUnmatched({ params: { id }, query: {}, body: bodyOf('leaveUnmatched', {}) }),
          ),
      ),
    );
}

const handling = (name: string, description: string): Command =>
  new Command(name).description(description).argument('<id>', 'the message').option('--json', 'print what came of it');

async function list({ limit = '50', cursor, json, ...zone }: ListOptions): Promise<void> {
  const page = await createApiClient().listUnmatched({ query: queryOf('listUnmatched', { limit, cursor }) });
  if (json) return printJson(page);
  if (page.items.length === 0) return printLine('Nobody has written whom no person fits.');
  const times = timesOf(zone);
  printLine(times.head);
  const rows = page.items.map((one) => rowOf(one, times));
  printText(formatTable(['ID', 'CAME', 'ACCOUNT', 'FROM', 'HOLDS', 'TEXT'], rows));
  if (page.next_cursor !== null) printLine(`More: --cursor ${page.next_cursor}`);
}

async function handle(
  command: Command,
  call: () => Promise<ResultOf<'matchUnmatched' | 'makePersonOfUnmatched' | 'leaveUnmatched'>>,
): Promise<void> {
  const done = await call();
  if (command.optsWithGlobals<{ json?: boolean }>().json) return printJson(done);
  printLine(done.lead_id === null ? `Left: ${done.id}` : `${done.id} is of ${done.lead_id}.`);
}

const rowOf = (
  { id, received_at, account_id, from, display_name, holds, text }: ItemOf<'listUnmatched'>,
  times: Times,
): string[] => [
  id,
  times.at(received_at),
  account_id,
  [display_name, ...from.map(({ value }) => value)].filter((name) => name !== null).join(', '),
  holds === null ? '' : `${holds.enrollments}, asks ${holds.asks === 'service' ? 'the V2 service' : 'a person'}`,
  cutText(text, 60),
];
