import { createReadStream } from 'node:fs';
import { Command } from 'commander';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { bodyOf, createApiClient, queryOf } from '../api-client.ts';
import { askFirst } from '../ask-first.ts';
import { EXIT, printJson, printLine, printNote, printText } from '../print.ts';
import { formatTable } from '../table.ts';

const NAMES = ['email', 'profile_url', 'phone_number', 'domain', 'company', 'lead_id'] as const;
/** Columns that say something of the name in a row. */
const ABOUT_A_NAME: readonly string[] = ['reason', 'country'];
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

async function importFile(file: string, { json, reason, yes, country }: Meant): Promise<void> {
  const said = { reason, ...(country === undefined ? {} : { country }) };
  const count = async () => (await sendRows(file, said, { dry: true })).stopped;
  if ((await askFirst({ question: 'Stop them?', words: `whom ${file} names`, yes, count })) === 'declined') {
    return declined();
  }
  const { stopped: _, errors, ...counts } = await sendRows(file, said, { dry: false });
  if (counts.refused > 0) process.exitCode = EXIT.problem;
  if (json) return printJson({ ...counts, errors });
  for (const { row, message } of errors) printNote(`${file} row ${row}: ${message}`);
  printLine(`${counts.created} added, ${counts.present} were already on the list, ${counts.refused} refused`);
}

/** What holds for rows that say nothing. */
interface SaidOfAll {
  readonly reason: string;
  readonly country?: string;
}

async function sendRows(file: string, { reason, country }: SaidOfAll, { dry }: { readonly dry: boolean }) {
  const counts = { created: 0, present: 0, refused: 0, stopped: 0 };
  const errors: { row: number; code: string; message: string }[] = [];
  let part: Record<string, string>[] = [];
  let sent = 0;
  const send = async (): Promise<void> => {
    const { results: answers } = await createApiClient().suppressMany({
      query: { dry_run: dry },
      body: { entries: part },
    });
    for (const { row, status, error, stopped = 0 } of answers) {
      counts[status] += 1;
      counts.stopped += stopped;
      if (error) errors.push({ row: sent + row, ...error });
    }
    sent += part.length;
    part = [];
  };
  for await (const row of rowsOf(file)) {
    const { country: dialed = country, ...named } = row;
    part.push({
      ...(reason === '' ? {} : { reason }),
      ...named,
      ...(row.phone_number === undefined || dialed === undefined ? {} : { country: dialed }),
    });
    if (part.length === AT_ONCE) await send();
  }
  if (part.length > 0) await send();
  return { ...counts, errors };
}

/** By the columns that are named so; without any, the first column is an address or a domain. */
async function* rowsOf(file: string): AsyncGenerator<Record<string, string>> {
  const [{ countryCode }, { decodeText }, { CsvError, parse }, { unguardCell }] = await Promise.all([
    import('../../../runtime/enroll/csv/country-code.ts'),
    import('../../../runtime/enroll/csv/decode-text.ts'),
    import('csv-parse'),
    import('../../../runtime/enroll/csv/guard-cell.ts'),
  ]);
  const { pipeline, Readable } = await import('node:stream');
  const bytes = createReadStream(file);
  const decoded = await decodeText(bytes).catch((cause: unknown) => {
    throw new CodedError('wrong_use', `Cannot read ${file}.`, { cause });
  });
  const parser = parse({ relax_column_count: true, skip_empty_lines: true, trim: true });
  // Its errors come out of the parser: `pipe` would leave them without a listener.
  pipeline(Readable.from(decoded.text), parser, () => undefined);
  let header: (string | null)[] | null = null;
  const records = (parser as AsyncIterable<string[]>)[Symbol.asyncIterator]();
  const next = () =>
    records.next().catch((error: unknown) => {
      if (!(error instanceof CsvError)) throw error;
      throw new CodedError('invalid_csv', `${file} is not CSV: ${error.message}.`, { cause: error });
    });
  for (let read = await next(); !read.done; read = await next()) {
    const record = read.value;
    const cells = record.map(unguardCell);
    if (header === null) {
      const names = cells.map((cell) => nameOf(cell));
      header = names.some((name) => name !== null && !ABOUT_A_NAME.includes(name)) ? names : [null];
      if (header.length > 1 || header[0] !== null) continue;
    }
    const given = header.flatMap((name, index): [string, string][] => {
      const cell = cells[index];
      return name === null || !cell ? [] : [[name, name === 'country' ? countryCode(cell) : cell]];
    });
    const [first = ''] = cells;
    yield header[0] === null && header.length === 1
      ? { [first.includes('@') && !first.startsWith('@') ? 'email' : 'domain']: first }
      : Object.fromEntries(given);
  }
}

function nameOf(cell: string): string | null {
  const name = cell.toLowerCase().replace(/[\s-]+/g, '_');
  const also: Readonly<Record<string, string>> = {
    phone: 'phone_number',
    e_mail: 'email',
    linkedin_url: 'profile_url',
  };
  return [...NAMES, ...ABOUT_A_NAME].find((known) => known === name) ?? also[name] ?? null;
}
