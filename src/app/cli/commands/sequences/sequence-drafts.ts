import type { Command } from 'commander';
import { CodedError } from '../../../../shared/kit/coded-error.ts';
import type { ResultOf } from '../../../api-client/asked.ts';
import { type ApiClient, bodyOf, createApiClient, queryOf } from '../../api-client.ts';
import { diagnostics } from '../../changes/shapes.ts';
import { printJson, printLine, printText } from '../../print.ts';
import { printDiagnostics, readSequenceFile } from '../../sequence-file.ts';
import { formatTable } from '../../table.ts';
import { timesOf, type ZoneOption } from '../../times.ts';
import { versionNumber } from '../../version-number.ts';

interface DraftOptions {
  readonly save?: string;
  readonly over?: string;
  readonly basedOn?: number;
  readonly discard?: boolean;
  readonly json?: boolean;
}

/** `overture sequences drafts`, `draft` and `copy`. */
export function addDraftCommands(command: Command, listing: (command: Command) => Command): void {
  listing(command.command('drafts').description('the texts that people work on and have not published')).action(
    (_: object, self: Command) => list(self.optsWithGlobals()),
  );
  command
    .command('draft')
    .description('the draft of one: print it, save a file as it, or discard it')
    .argument('<name>', 'the sequence')
    .option('--save <file>', 'save this file as the draft; - reads standard input')
    .option('--over <revision>', 'the revision that the file was made from (default: there is no draft)')
    .option('--based-on <version>', 'the version that the file started from', versionNumber)
    .option('--discard', 'discard it; what is published stays')
    .option('--json', 'print the draft')
    .action((name: string, _: object, self: Command) => draft(name, self.optsWithGlobals()));
  command
    .command('copy')
    .description('begin a sequence with the text of another; the copy is a draft')
    .argument('<name>', 'the sequence')
    .argument('<new-name>', 'of the copy')
    .option('--json', 'print the draft')
    .action(async (name: string, newName: string, _: object, self: Command) => {
      const made = await createApiClient().copySequence({ params: { name }, body: { name: newName } });
      if (self.optsWithGlobals<DraftOptions>().json) return printJson(made);
      printLine(`${made.name} is a draft now. To see it: overture sequences draft ${made.name}`);
    });
}

async function list({ json, zone, ...page }: ZoneOption & { readonly json?: boolean }): Promise<void> {
  const found = await createApiClient().listDrafts({ query: queryOf('listDrafts', page) });
  if (json) return printJson(found);
  if (found.items.length === 0) return printLine('No drafts.');
  const times = timesOf({ zone });
  const rows = found.items.map((one) => [one.name, startOf(one), one.updated_by.name, times.at(one.updated_at)]);
  printLine(times.head);
  printText(formatTable(['NAME', 'STARTED FROM', 'BY', 'SAVED'], rows));
  if (found.next_cursor !== null) printLine(`More: --cursor ${found.next_cursor}`);
}

async function draft(name: string, options: DraftOptions): Promise<void> {
  const { save, discard, json } = options;
  if (save !== undefined && discard) throw new CodedError('wrong_use', 'Give --save or --discard, not both.');
  const api = createApiClient();
  const shown = await (save === undefined ? api.getDraft({ params: { name } }) : saveFile(api, name, save, options));
  if (discard) {
    await api.discardDraft({ params: { name }, query: { revision: shown.revision } });
    if (json) return printJson(shown);
    return printLine(`The draft of ${name} is discarded. It was the revision ${shown.revision}.`);
  }
  if (json) return printJson(shown);
  if (save !== undefined) {
    printDiagnostics(save, shown.text, diagnostics.parse(shown.diagnostics));
    return printLine(`Saved as the draft of ${name}, revision ${shown.revision}. Nothing is published by it.`);
  }
  printLine(`# The draft of ${name}, revision ${shown.revision}, ${startOf(shown)}, by ${shown.updated_by.name}`);
  printText(shown.text.trimEnd());
}

/** Over the revision that its writer has seen, so that nothing of others is lost. */
async function saveFile(
  api: ApiClient,
  name: string,
  file: string,
  { over, basedOn }: DraftOptions,
): Promise<ResultOf<'saveDraft'>> {
  const text = await readSequenceFile(file);
  const based_on = basedOn === undefined ? await knownBasis(api, name) : basedOn;
  const body = bodyOf('saveDraft', { text, based_on, revision: over ?? null });
  return api.saveDraft({ params: { name }, body });
}

/** That of the draft that is there, or none where nothing is published. */
async function knownBasis(api: ApiClient, name: string): Promise<number | null> {
  const params = { name };
  const draft = await orNull('unknown_draft', api.getDraft({ params }));
  if (draft !== null) return draft.based_on;
  const published = await orNull('unknown_sequence', api.getSequence({ params }));
  if (published === null) return null;
  throw new CodedError('wrong_use', `${name} is published: nobody can tell which version the file started from.`, {
    fix: `Name it: --based-on ${published.version}, if it was the current one.`,
  });
}

async function orNull<T>(code: string, asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof CodedError && error.code === code) return null;
    throw error;
  });
}

const startOf = ({ based_on }: { readonly based_on: number | null }): string =>
  based_on === null ? 'new' : `version ${based_on}`;
