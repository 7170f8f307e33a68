import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { z } from 'zod';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { createApiClient, readAnswer } from '../api-client.ts';
import { campaign } from '../api-shapes.ts';
import { EXIT, printJson, printLine, printProgress, printText } from '../print.ts';
import { formatTable } from '../table.ts';
import { exchangeFile } from '../upload.ts';
import { pairs } from './enroll.ts';

interface Options {
  readonly sequence: string;
  readonly campaign?: string;
  readonly map: readonly string[];
  readonly weight?: string;
  readonly dryRun?: boolean;
  readonly report?: string;
  readonly wait: boolean;
  readonly json?: boolean;
}

const counts = z.record(z.string(), z.number());
const preview = z.looseObject({
  csv: z.object({
    encoding: z.string(),
    delimiter: z.string(),
    columns: z.array(z.object({ header: z.string(), becomes: z.string().nullable() })),
  }),
  rows: z.object({
    total: z.number(),
    complete: z.number(),
    refused: counts,
    duplicates: z.number(),
    problems: z.array(z.object({ row: z.number(), code: z.string(), message: z.string() })),
  }),
});
const imported = campaign.extend({
  counts: campaign.shape.counts.extend({ rows: z.number(), pending: z.number(), duplicates: z.number() }),
});
type Imported = z.output<typeof imported>;

const LOOK_EVERY = 1000;

export function importCommand(): Command {
  return new Command('import')
    .description('import the people of a CSV file as a campaign of the running engine')
    .argument('<file>', 'CSV with a header; of any size')
    .requiredOption('--sequence <name>', 'the sequence to enroll them in')
    .option('--campaign <name>', 'its name; the same file under the same name is the same campaign (default: the file)')
    .option(
      '--map <column=field>',
      'what a column is: a lead field, vars.<name> or ignore; may be repeated',
      collect,
      [],
    )
    .option('--weight <n>', 'its share of its accounts’ slots, 1 to 100')
    .option('--dry-run', 'only say what was understood')
    .option(
      '--report <file>',
      'write what became of each row to this CSV file; with --dry-run which rows are bad, and why',
    )
    .option('--no-wait', 'do not wait until all rows have been processed')
    .option('--json', 'print the campaign')
    .addHelpText('after', '\nExit code 1 when a row was refused.')
    .action(importFile);
}

const collect = (value: string, before: readonly string[]): string[] => [...before, value];

async function importFile(file: string, options: Options): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new CodedError('wrong_use', `There is no file ${file}.`);
  const query = new URLSearchParams({
    name: options.campaign ?? basename(file),
    sequence: options.sequence,
    mapping: JSON.stringify(pairs('--map', options.map)),
    ...(options.weight === undefined ? {} : { weight: options.weight }),
    ...(options.dryRun ? { dry_run: 'true' } : {}),
  });
  const body = withProgress(createReadStream(file), found.size, options.json !== true);
  const answer = await exchangeFile(`/api/campaigns?${query}`, { method: 'POST', type: 'text/csv', body });
  const given: unknown = await answer.body.json();
  if (options.dryRun) {
    if (options.report !== undefined) await writeProblems(file, query, options.report);
    return showPreview(readAnswer(preview, given, 'the engine'), options);
  }
  let state = readAnswer(imported, given, 'the engine');
  while (options.wait && state.status === 'importing') {
    progress(`${state.counts.rows - state.counts.pending} of ${state.counts.rows} rows`, options.json !== true);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    state = await createApiClient().get(`/api/campaigns/${state.id}`, imported);
  }
  progress('', options.json !== true);
  if (options.report !== undefined) await writeReport(state.id, options.report);
  showImported(state, options);
}

function showPreview(shown: z.output<typeof preview>, { json, report }: Options): void {
  const refused = Object.entries(shown.rows.refused);
  if (refused.length > 0) process.exitCode = EXIT.problem;
  if (json) {
    printJson(shown);
    return;
  }
  const delimiter = shown.csv.delimiter === '\t' ? 'tab' : shown.csv.delimiter;
  printLine(`${shown.csv.encoding}, cells separated by ${delimiter}`);
  const columns = shown.csv.columns.map(({ header, becomes }) => [header, becomes ?? '(left out)']);
  printText(formatTable(['COLUMN', 'BECOMES'], columns));
  const { total, complete, duplicates, problems } = shown.rows;
  const twice = duplicates === 0 ? '' : `, ${duplicates} for a person of an earlier row`;
  printLine(`${total} rows, ${complete} complete${twice}${listed(shown.rows.refused)}`);
  for (const { row, code, message } of problems) printLine(`Row ${row}: ${code.replaceAll('_', ' ')}. ${message}`);
  const more = total - complete + duplicates - problems.length;
  if (report !== undefined) printLine(`All of them: ${report}`);
  else if (more > 0) printLine(`${more} more: --report FILE writes all of them to a file.`);
}

function showImported(state: Imported, { json, report }: Options): void {
  if (state.status === 'failed' || Object.keys(state.counts.refused).length > 0) process.exitCode = EXIT.problem;
  if (json) {
    printJson(state);
    return;
  }
  const { enrolled, duplicates, refused, pending } = state.counts;
  printLine(`${state.name}  (${state.id}): ${state.status}${state.error === null ? '' : `: ${state.error}`}`);
  printLine(
    `${enrolled} enrolled, ${duplicates} duplicate${listed(refused)}${pending > 0 ? `, ${pending} still to process` : ''}`,
  );
  if (report === undefined)
    printLine(`Each row: overture import … --report rows.csv, or GET /api/campaigns/${state.id}/rows`);
}

const listed = (refused: Readonly<Record<string, number>>): string =>
  Object.entries(refused)
    .map(([code, count]) => `, ${count} ${code.replaceAll('_', ' ')}`)
    .join('');

async function writeReport(id: string, file: string): Promise<void> {
  const answer = await exchangeFile(`/api/campaigns/${id}/rows?format=csv`, { method: 'GET' });
  await pipeline(answer.body, createWriteStream(file));
}

/** The file is read once more: its bad rows may be more than an answer can hold. */
async function writeProblems(file: string, query: URLSearchParams, report: string): Promise<void> {
  const asked = new URLSearchParams([...query, ['format', 'csv']]);
  const body = createReadStream(file);
  const answer = await exchangeFile(`/api/campaigns?${asked}`, { method: 'POST', type: 'text/csv', body });
  await pipeline(answer.body, createWriteStream(report));
}

async function* withProgress(
  parts: AsyncIterable<Uint8Array>,
  size: number,
  shown: boolean,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const part of parts) {
    sent += part.length;
    progress(`${Math.floor((100 * sent) / Math.max(1, size))} % sent`, shown);
    yield part;
  }
}

function progress(text: string, shown: boolean): void {
  if (shown) printProgress(text);
}
