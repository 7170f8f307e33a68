import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { CodedError } from '../../../../shared/kit/coded-error.ts';
import { HOUR } from '../../../../shared/kit/duration.ts';
import { optOutsInWords } from '../../../../shared/kit/opt-outs-in-words.ts';
import type { ResultOf } from '../../../api-client/asked.ts';
import { type ApiClient, createApiClient } from '../../api-client.ts';
import { importInWords } from '../../campaign-in-words.ts';
import { addSenders, type SenderOptions, sendersOf } from '../../campaign-senders.ts';
import { ENCODING_OPTION } from '../../encoding-option.ts';
import { pairs } from '../../pairs.ts';
import { EXIT, printJson, printLine, printProgress, printText } from '../../print.ts';
import { formatTable } from '../../table.ts';

interface Options extends SenderOptions {
  readonly sequence: string;
  readonly campaign?: string;
  readonly map: readonly string[];
  readonly encoding?: string;
  readonly weight?: string;
  readonly country?: string;
  readonly update?: boolean;
  readonly dryRun?: boolean;
  readonly report?: string;
  readonly wait: boolean;
  readonly json?: boolean;
}

type Imported = ResultOf<'getCampaign'>;
type Preview = Extract<ResultOf<'createCampaign'>, { readonly dry_run: boolean }>;

const LOOK_EVERY = 1000;
/** A file may be large. */
const PATIENCE = { timeout: HOUR };

export function importCommand(): Command {
  const command = new Command('import')
    .description('import the people of a CSV file as a campaign of the running engine')
    .argument('<file>', 'CSV with a header; of any size')
    .requiredOption('--sequence <name>', 'the sequence to enroll them in')
    .option('--campaign <name>', 'its name; the same file under the same name is the same campaign (default: the file)')
    .option(
      '--map <column=field>',
      'what a column is: a lead field, vars.<name>, do_not_contact or ignore; may be repeated',
      collect,
      [],
    )
    .option('--encoding <name>', ENCODING_OPTION)
    .option('--weight <n>', "its share of its accounts' slots, 1 to 100");
  return addSenders(command)
    .option('--country <code>', 'where numbers without a country code are dialed, of people who have no country: FR')
    .option('--update', 'take what the file says otherwise of people who are in the sequence already')
    .option('--dry-run', 'only say what was understood, and what the file says otherwise')
    .option(
      '--report <file>',
      'write what became of each row to this CSV file; with --dry-run which rows are bad or differ, and how',
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
  const senders = sendersOf(options);
  const query = {
    name: options.campaign ?? basename(file),
    sequence: options.sequence,
    mapping: JSON.stringify(pairs('--map', options.map)),
    dry_run: options.dryRun ?? false,
    ...(senders === undefined ? {} : { senders: JSON.stringify(senders) }),
    ...(options.weight === undefined ? {} : { weight: options.weight }),
    ...(options.country === undefined ? {} : { country: options.country }),
    ...(options.update ? { update: true } : {}),
    ...(options.encoding === undefined ? {} : { encoding: options.encoding }),
  };
  const api = createApiClient();
  const content = withProgress(createReadStream(file), found.size, options.json !== true);
  const answer = await api.createCampaign({ query, file: { type: 'text/csv', content } }, PATIENCE);
  if ('dry_run' in answer) {
    if (options.report !== undefined) await writeProblems(api, file, query, options.report);
    return showPreview(answer, options);
  }
  let state: Imported = answer;
  while (options.wait && state.status === 'importing') {
    progress(importInWords(state), options.json !== true);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    state = await api.getCampaign({ params: { id: state.id } });
  }
  progress('', options.json !== true);
  if (options.report !== undefined) await writeReport(api, state.id, options.report);
  showImported(state, options);
}

function showPreview(shown: Preview, { json, report }: Options): void {
  if (shown.rows === null || shown.csv === null) throw new Error('a preview of a file tells its rows');
  const refused = Object.entries(shown.rows.refused);
  if (refused.length > 0) process.exitCode = EXIT.problem;
  if (json) {
    printJson(shown);
    return;
  }
  const delimiter = shown.csv.delimiter === '\t' ? 'tab' : shown.csv.delimiter;
  printLine(`${shown.csv.encoding}, cells separated by ${delimiter}, header on line ${shown.csv.header_line}`);
  const columns = shown.csv.columns.map(({ header, becomes }) => [header, becomes ?? '(left out)']);
  printText(formatTable(['COLUMN', 'BECOMES'], columns));
  const { total, complete, duplicates, problems, known, differing, differences } = shown.rows;
  const twice = duplicates === 0 ? '' : `, ${duplicates} for a person of an earlier row`;
  printLine(`${total} rows, ${complete} complete${twice}${listed(shown.rows.refused)}`);
  const { opted_out = 0 } = shown.rows.refused;
  if (opted_out > 0)
    printLine(
      `The import puts the ${opted_out === 1 ? 'person' : `${opted_out} people`} who opted out on the do-not-contact list`,
    );
  for (const { row, code, message } of problems) printLine(`Row ${row}: ${code.replaceAll('_', ' ')}. ${message}`);
  if (known > 0)
    printLine(`${known} in the sequence already, of whom ${differing} differ: --update takes what the file says`);
  for (const { row, differences: fields } of differences) {
    printLine(
      `Row ${row}: ${fields.map(({ field, was, is }) => `${field} ${shownValue(was)} → ${shownValue(is)}`).join(', ')}`,
    );
  }
  const more = total - complete + duplicates - problems.length;
  if (report !== undefined) printLine(`All of them: ${report}`);
  else if (more > 0) printLine(`${more} more: --report FILE writes all of them to a file.`);
}

const shownValue = (value: unknown): string => (value === null ? 'nothing' : JSON.stringify(value));

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
  if (state.opt_outs !== null) printLine(optOutsInWords(state.opt_outs));
  if (report === undefined)
    printLine(`Each row: overture import … --report rows.csv, or GET /api/campaigns/${state.id}/rows`);
}

const listed = (refused: Readonly<Record<string, number>>): string =>
  Object.entries(refused)
    .map(([code, count]) => `, ${count} ${code.replaceAll('_', ' ')}`)
    .join('');

async function writeReport(api: ApiClient, id: string, file: string): Promise<void> {
  await save(await api.raw('listCampaignRows', { params: { id }, query: { format: 'csv' } }, PATIENCE), file);
}

/** The file is read once more: its bad rows may be more than an answer can hold. */
async function writeProblems(api: ApiClient, file: string, query: object, report: string): Promise<void> {
  const asked = { query: { ...query, format: 'csv' }, file: { type: 'text/csv', content: createReadStream(file) } };
  await save(await api.raw('createCampaign', asked, PATIENCE), report);
}

async function save({ body }: Response, file: string): Promise<void> {
  if (body !== null) await pipeline(body, createWriteStream(file));
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
