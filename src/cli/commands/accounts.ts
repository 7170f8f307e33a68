import { Command } from 'commander';
import { z } from 'zod';
import { createApiClient } from '../api-client.ts';
import { listOf } from '../api-shapes.ts';
import { askFirst } from '../ask-first.ts';
import { inMailsInWords, inmails } from '../inmails.ts';
import { EXIT, printJson, printLine } from '../print.ts';
import { formatTable } from '../table.ts';
import { checkSenderCommand } from './check-sender.ts';

const held = z.looseObject({ kind: z.string(), reason: z.string(), until: z.string().nullable() });
const account = z.looseObject({
  id: z.string(),
  platform: z.string(),
  name: z.string(),
  status: z.string(),
  profile: z.string().nullable(),
  timezone: z.string().nullable(),
  held: z.array(held),
  inmails: inmails.nullable(),
  health: z.looseObject({ sends: z.number(), bounces: z.number(), complaints: z.number() }).nullable(),
});
type Account = z.output<typeof account>;
const preview = z.looseObject({ matched: z.number() });
const change = preview.extend({ state: z.string() });

interface Options {
  readonly json?: boolean;
}

interface ChangeOptions {
  readonly note?: string;
  readonly yes?: boolean;
}

export function accountsCommand(): Command {
  const command = new Command('accounts')
    .description('the sender accounts, and why their calls wait')
    .option('--json', 'print {items, next_cursor}')
    .action(list);
  command.command('list').description('all of them').option('--json', 'print {items, next_cursor}').action(listIn);
  command
    .command('show')
    .description('one of them, with everything that holds it')
    .argument('<id>', 'the account')
    .option('--json', 'print the account')
    .action(async (id: string, _: Options, self: Command) => {
      const one = await createApiClient().get(`/api/accounts/${encodeURIComponent(id)}`, account);
      if (self.optsWithGlobals<Options>().json) return printJson(one);
      for (const line of linesOf(one)) printLine(line);
    });
  for (const action of ['pause', 'resume'] as const) {
    command
      .command(action)
      .description(action === 'pause' ? 'no call of it before it is resumed' : 'goes on, also after its own guardrail')
      .argument('<id>', 'the account')
      .option('--note <text>', 'why')
      .option('--yes', 'do not ask; needed where nobody can be asked')
      .option('--json', 'print what is so now')
      .action(async (id: string, { note, yes }: ChangeOptions, self: Command) => {
        const path = `/api/accounts/${encodeURIComponent(id)}/${action}`;
        const api = createApiClient();
        const body = note === undefined ? {} : { note };
        const count = async () => (await api.post(`${path}?dry_run=true`, body, preview)).matched;
        const question = action === 'pause' ? 'Pause it?' : 'Resume it?';
        if ((await askFirst({ question, words: `the account ${id}`, yes, count })) === 'declined') {
          printLine('Nothing has changed.');
          process.exitCode = EXIT.problem;
          return;
        }
        const done = await api.post(path, body, change);
        if (self.optsWithGlobals<Options>().json) return printJson(done);
        printLine(`${id} is ${done.state}; it concerns ${done.matched} enrollments.`);
      });
  }
  command.addCommand(checkSenderCommand());
  return command;
}

const listIn = (_: Options, self: Command): Promise<void> => list(self.optsWithGlobals<Options>());

async function list({ json }: Options): Promise<void> {
  const page = await createApiClient().get('/api/accounts?limit=200', listOf(account));
  if (json) return printJson(page);
  if (page.items.length === 0) return printLine('No accounts.');
  const rows = page.items.map(({ id, platform, name, status, held: [first] }) => [
    ...[id, platform, name, status],
    first === undefined ? '' : inWords(first),
  ]);
  printLine(formatTable(['ID', 'PLATFORM', 'NAME', 'STATUS', 'WAITS'], rows));
}

function linesOf({
  id,
  platform,
  name,
  status,
  profile,
  timezone,
  held: all,
  inmails: seat,
  health,
}: Account): string[] {
  return [
    `${name} (${id}), ${platform}: ${status}`,
    `profile ${profile ?? 'none'}, zone ${timezone ?? 'of its country'}`,
    ...all.map((one) => `waits: ${inWords(one)}`),
    ...(seat === null ? [] : [inMailsInWords(seat)]),
    ...(health === null
      ? []
      : [
          `mails that count: ${health.sends}, of them bounced ${health.bounces}, complained about ${health.complaints}`,
        ]),
    ...(all.some(({ kind }) => kind === 'guardrail' || kind === 'paused')
      ? [`\nGo on: overture accounts resume ${id}`]
      : []),
  ];
}

const inWords = ({ reason, until }: z.output<typeof held>): string =>
  until === null ? reason : `${reason}, until ${until.slice(0, 16).replace('T', ' ')} UTC`;
