import { Command } from 'commander';
import { createApiClient, queryOf } from '../../api-client.ts';
import { printJson, printLine, printText } from '../../print.ts';
import { formatTable } from '../../table.ts';
import { tellsTimes, timesOf, type ZoneOption } from '../../times.ts';
import { versionNumber } from '../../version-number.ts';
import { addDraftCommands } from './sequence-drafts.ts';

interface ListOptions extends ZoneOption {
  readonly limit: string;
  readonly cursor?: string;
  readonly json?: boolean;
}

export function sequencesCommand(): Command {
  const command = listing(new Command('sequences').description('the published sequences, and their versions')).action(
    (_: object, self: Command) => list(self.opts()),
  );
  listing(command.command('list').description('all of them, by name')).action((_: object, self: Command) =>
    list(self.optsWithGlobals()),
  );
  tellsTimes(command.command('show'))
    .description('the text of one, as it was published')
    .argument('<name>', 'the sequence')
    .option('--version <n>', 'of this version (default: the current one)', versionNumber)
    .option('--json', 'print {name, version, current, digest, kept_by, source, plan}')
    .action(show);
  listing(
    command.command('versions').description('the versions of one, newest first').argument('<name>', 'the sequence'),
  ).action((name: string, _: object, self: Command) => versions(name, self.optsWithGlobals()));
  addDraftCommands(command, listing);
  return command;
}

const listing = (command: Command): Command =>
  tellsTimes(command)
    .option('--limit <n>', 'how many', '50')
    .option('--cursor <cursor>', 'continue after the page that gave this cursor')
    .option('--json', 'print {items, next_cursor}');

async function list({ json, zone, ...page }: ListOptions): Promise<void> {
  const found = await createApiClient().listSequences({ query: queryOf('listSequences', page) });
  if (json) return printJson(found);
  if (found.items.length === 0) return printLine('No sequences. Publish one: overture apply FILE');
  const times = timesOf({ zone });
  const rows = found.items.map((one) => [
    one.name,
    `${one.version}`,
    keptBy(one),
    times.at(one.created_at),
    one.description ?? '',
  ]);
  printLine(times.head);
  printText(formatTable(['NAME', 'VERSION', 'KEPT BY', 'PUBLISHED', 'DESCRIPTION'], rows));
  if (found.next_cursor !== null) printLine(`More: --cursor ${found.next_cursor}`);
}

async function versions(name: string, { json, zone, ...page }: ListOptions): Promise<void> {
  const query = queryOf('listSequenceVersions', page);
  const found = await createApiClient().listSequenceVersions({ params: { name }, query });
  if (json) return printJson(found);
  const times = timesOf({ zone });
  const rows = found.items.map((one) => [
    `${one.version}`,
    one.current ? 'current' : '',
    times.at(one.created_at),
    one.digest,
  ]);
  printLine(times.head);
  printText(formatTable(['VERSION', '', 'PUBLISHED', 'DIGEST'], rows));
  if (found.next_cursor !== null) printLine(`More: --cursor ${found.next_cursor}`);
}

/** Prints a sequence. Its head is a comment, so that what is printed is the sequence itself. */
async function show(name: string, _: object, self: Command): Promise<void> {
  const { version: number, json, ...zone } = self.optsWithGlobals<ZoneOption & { version?: number; json?: boolean }>();
  const api = createApiClient();
  const found = await (number === undefined
    ? api.getSequence({ params: { name } })
    : api.getSequenceVersion({ params: { name, version: `${number}` } }));
  if (json) return printJson(found);
  const current = found.current ? 'the current one' : 'not the current one';
  printLine(
    `# ${found.name}, version ${found.version}, ${current}, published ${timesOf(zone).named(found.created_at)}, ${found.digest}`,
  );
  printText(found.source.trimEnd());
}

const keptBy = ({ kept_by, has_draft }: { readonly kept_by: string; readonly has_draft: boolean }): string =>
  has_draft ? `${kept_by}, with a draft` : kept_by;
