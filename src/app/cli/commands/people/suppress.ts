import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Command } from 'commander';
import { CodedError } from '../../../../shared/kit/coded-error.ts';
import { bodyOf, createApiClient, queryOf } from '../../api-client.ts';
import { askFirst } from '../../ask-first.ts';
import { ENCODING_OPTION } from '../../encoding-option.ts';
import { EXIT, printJson, printLine, printNote, printText } from '../../print.ts';
import { formatTable } from '../../table.ts';

const NAMES = ['email', 'profile_url', 'phone_number', 'domain', 'company', 'lead_id'] as const;
const AT_ONCE = 1000;

interface Json {
  readonly json?: boolean;
}

interface Meant extends Json {
  readonly reason: string;
  readonly country?: string;
  readonly yes?: boolean;
}

export function suppressCommand(): Command {
  const command = new Command('suppress').description('the do-not-contact list of the running engine');
  command
    .command('add')
    .description('add an entry; enrollments of its people stop at once')
    .option('--email <address>')
    .option('--profile-url <url>')
    .option('--phone <number>')
    .option('--country <code>', 'where a phone number without a country code is dialed: FR')
    .option('--domain <name>', 'and all below it')
    .option('--company <name>')
    .option('--lead <id>', 'a person, by every name')
    .option('--reason <text>', 'why', '')
    .option('--yes', 'do not ask; a domain or a company needs it where nobody can be asked')
    .option('--json', 'print the entry')
    .action(add);
  command
    .command('list')
    .description('who is on it, newest first')
    .option('--limit <n>', 'how many', '50')
    .option('--cursor <cursor>', 'continue after the page that gave this cursor')
    .option('--json', 'print {items, next_cursor}')
    .action(list);
  command
    .command('remove')
    .description('take an entry off it')
    .argument('<id>', 'the entry')
    .option('--json', 'print {id}')
    .action(remove);
  command
    .command('import')
    .description(`add everyone in a CSV file; its columns: ${NAMES.join(', ')}, country, reason`)
    .argument('<file>', 'CSV with a header, or one address or domain per line')
    .option('--reason <text>', 'why, where a row says nothing', '')
    .option('--country <code>', 'where numbers without a country code are dialed, where a row says nothing: FR')
    .option('--encoding <name>', ENCODING_OPTION)
    .option('--yes', 'do not ask; needed where nobody can be asked')
    .option('--json', 'print {created, present, refused, errors: [{row, code, message}]}')
    .action(importFile);
  return command;
}

interface AddOptions extends Meant {
  readonly email?: string;
  readonly profileUrl?: string;
  readonly phone?: string;
  readonly domain?: string;
  readonly company?: string;
  readonly lead?: string;
}

async function add({ json, reason, yes, ...given }: AddOptions): Promise<void> {
  const { email, profileUrl, phone, country, domain, company, lead } = given;
  const names = { email, profile_url: profileUrl, phone_number: phone, domain, company, lead_id: lead };
  const body = bodyOf('suppress', { ...names, country, reason });
  const api = createApiClient();
  const many = domain === undefined ? company && `the company ${company}` : `the domain ${domain}`;
  const count = async () => (await api.suppress({ query: { dry_run: true }, body })).stopped ?? 0;
  if (many && (await askFirst({ question: 'Stop them?', words: many, yes, count })) === 'declined') return declined();
  const added = await api.suppress({ body });
  if (json) return printJson(added);
  printLine(`${added.id}  ${added.kind} ${added.value}`);
}

async function list({ json, ...page }: Json & { readonly limit: string; readonly cursor?: string }): Promise<void> {
  const entries = await createApiClient().listSuppressions({ query: queryOf('listSuppressions', page) });
  if (json) return printJson(entries);
  if (entries.items.length === 0) return printLine('Nobody is on the do-not-contact list.');
  printText(
    formatTable(
      ['ID', 'KIND', 'VALUE', 'REASON'],
      entries.items.map((one) => [one.id, one.kind, one.value, one.reason]),
    ),
  );
  if (entries.next_cursor !== null) printLine(`More: --cursor ${entries.next_cursor}`);
}

async function remove(id: string, { json }: Json): Promise<void> {
  await createApiClient().deleteSuppression({ params: { id } });
  if (json) return printJson({ id });
  printLine(`${id} was removed from the list.`);
}

function declined(): void {
  printLine('Nothing has changed.');
  process.exitCode = EXIT.problem;
}

interface ImportOptions extends Meant {
  readonly encoding?: string;
}

async function importFile(file: string, options: ImportOptions): Promise<void> {
  const { json, reason, yes, country, encoding } = options;
  const said = { reason, ...(country === undefined ? {} : { country }) };
  const count = async () => (await sendRows(file, said, { dry: true, encoding })).stopped;
  if ((await askFirst({ question: 'Stop them?', words: `whom ${file} names`, yes, count })) === 'declined') {
    return declined();
  }
  const { stopped: _, errors, ...counts } = await sendRows(file, said, { dry: false, encoding });
  if (counts.refused > 0) process.exitCode = EXIT.problem;
  if (json) return printJson({ ...counts, errors });
  for (const { row, message } of errors) printNote(`${file} row ${row}: ${message}`);
  printLine(`${counts.created} added, ${counts.present} were already on the list, ${counts.refused} refused`);
}

/** Values for the rows that say nothing. */
interface SaidOfAll {
  readonly reason: string;
  readonly country?: string;
}

interface Reading {
  readonly dry: boolean;
  readonly encoding: string | undefined;
}

async function sendRows(file: string, { reason, country }: SaidOfAll, { dry, encoding }: Reading) {
  const counts = { created: 0, present: 0, refused: 0, stopped: 0 };
  const errors: { row: number; code: string; message: string }[] = [];
  let part: { readonly row: number; readonly entry: Readonly<Record<string, string>> }[] = [];
  const send = async (): Promise<void> => {
    const { results: answers } = await createApiClient().suppressMany({
      query: { dry_run: dry },
      body: { entries: part.map(({ entry }) => entry) },
    });
    for (const { row: place, status, error, stopped = 0 } of answers) {
      counts[status] += 1;
      counts.stopped += stopped;
      if (error) errors.push({ row: part[place - 1]?.row ?? place, ...error });
    }
    part = [];
  };
  for await (const { row, entries } of await rowsOf(file, encoding)) {
    for (const { country: dialed = country, ...named } of entries) {
      part.push({
        row,
        entry: {
          ...(reason === '' ? {} : { reason }),
          ...named,
          ...(named.phone_number === undefined || dialed === undefined ? {} : { country: dialed }),
        },
      });
      if (part.length === AT_ONCE) await send();
    }
  }
  if (part.length > 0) await send();
  return { ...counts, errors };
}

async function rowsOf(file: string, encoding: string | undefined) {
  if (!(await stat(file).catch(() => null))?.isFile()) throw new CodedError('wrong_use', `Cannot read ${file}.`);
  const { readSuppressions } = await import('../../../../runtime/enroll/csv/read-suppressions.ts');
  return readSuppressions(createReadStream(file), { encoding });
}
