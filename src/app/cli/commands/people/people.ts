import { Command } from 'commander';
import { createApiClient, queryOf } from '../../api-client.ts';
import { type Lead, nameOf, type Person } from '../../api-shapes.ts';
import { findPerson } from '../../find-person.ts';
import { printJson, printLine, printText } from '../../print.ts';
import { formatTable } from '../../table.ts';
import { type Times, tellsTimes, timesOf, type ZoneOption } from '../../times.ts';

interface Options extends ZoneOption {
  readonly find?: string;
  readonly campaign?: string;
  readonly sequence?: string;
  readonly status?: string;
  readonly outcome?: string;
  readonly node?: string;
  readonly arm?: string;
  readonly account?: string;
  readonly waitingOn?: string;
  readonly label?: string;
  readonly tag?: string;
  readonly replied?: boolean;
  readonly suppressed?: boolean;
  readonly limit: string;
  readonly cursor?: string;
  readonly json?: boolean;
}

export function peopleCommand(): Command {
  return tellsTimes(new Command('people'))
    .description('list people, newest first; or show one, with all that is known of them')
    .argument('[who]', 'one person: name or its beginning, email address, profile URL or id')
    .option('--find <words>', 'a name, an address, a profile or a company: who fits best comes first')
    .option('--campaign <id>', 'only those enrolled by this campaign')
    .option('--sequence <name>', 'only those in this sequence')
    .option('--status <status>', 'of the enrollment: queued, active, paused, needs_person or finished')
    .option('--outcome <name>', 'only those whose enrollment has this outcome')
    .option('--node <id>', 'only those at this step')
    .option('--arm <name>', 'only those who took this arm of a split')
    .option('--account <id>', 'only those who are written to from this account')
    .option('--waiting-on <id>', 'only those whose step waits for a slot of this account')
    .option('--label <name>', 'only those with a conversation that has this label; none: without one')
    .option('--tag <tag>', 'only those with this tag')
    .option('--replied', 'only those who have replied')
    .option('--suppressed', 'only those on the do-not-contact list')
    .option('--limit <n>', 'how many', '50')
    .option('--cursor <cursor>', 'continue after the page that gave this cursor')
    .option('--json', 'print {items, next_cursor}, or the person')
    .action((who: string | undefined, options: Options) => (who === undefined ? list(options) : show(who, options)));
}

async function list({
  find,
  campaign,
  account,
  waitingOn,
  replied,
  suppressed,
  json,
  zone: _,
  ...filters
}: Options): Promise<void> {
  const flags = { ...(replied ? { replied: 'true' } : {}), ...(suppressed ? { suppressed: 'true' } : {}) };
  const query = queryOf('listLeads', {
    ...filters,
    ...flags,
    q: find,
    campaign_id: campaign,
    account_id: account,
    waiting_on: waitingOn,
  });
  const page = await createApiClient().listLeads({ query });
  if (json) return printJson(page);
  if (page.items.length === 0) return printLine('Nobody.');
  printText(formatTable(['ID', 'PERSON', 'COMPANY', 'EMAIL', 'TAGS'], page.items.map(rowOf)));
  if (page.next_cursor !== null) printLine(`More: --cursor ${page.next_cursor}`);
}

const rowOf = (one: Lead): string[] => [one.id, nameOf(one), one.company ?? '', one.email ?? '', one.tags.join(', ')];

async function show(who: string, { json, ...zone }: Options): Promise<void> {
  const api = createApiClient();
  const { id } = await findPerson(api, who);
  const person = await api.getLead({ params: { id } });
  if (json) return printJson(person);
  const times = timesOf(zone);
  printLine(`${nameOf(person)}  (${person.id}). ${times.head}`);
  for (const line of linesOf(person, times)) printLine(`  ${line}`);
  showEnrollments(person);
  if (person.earlier > 0) printLine(`\n(${person.earlier} earlier messages)`);
  for (const message of person.history) {
    printLine(`\n${headOf(message, nameOf(person), times)}`);
    if (message.subject !== null) printLine(`  ${message.subject}`);
    for (const line of message.text.split('\n')) printLine(`  ${line}`);
  }
}

function headOf(message: Person['history'][number], name: string, times: Times): string {
  const { at, by, channel, account_id, automatic, step } = message;
  const who = by === 'them' ? `${name}${automatic ? ' (automatic answer)' : ''}` : `we, from ${account_id}`;
  const why = step === null ? '' : `, “${step.title}” of ${step.sequence}`;
  return `${times.at(at)}  ${who}, by ${channel === 'inmail' ? 'InMail' : channel}${why}`;
}

function showEnrollments(person: Person): void {
  if (person.enrollments.length === 0) {
    printLine('\nIn no sequence.');
    return;
  }
  const rows = person.enrollments.map((one) => {
    const status = one.outcome === null ? one.status : `${one.status}: ${one.outcome}`;
    return [one.id, one.sequence, status, one.step ?? '', one.waiting_for?.text ?? ''];
  });
  printLine();
  printText(formatTable(['ID', 'SEQUENCE', 'STATUS', 'STEP', 'WAITS FOR'], rows));
}

function linesOf(person: Person, times: Times): string[] {
  const {
    headline,
    company,
    location,
    email,
    phone_number,
    profile_url,
    tags,
    do_not_contact: no,
    address_report,
  } = person;
  const known = { headline, company, location, email, phone_number, profile_url, tags: tags.join(', ') };
  const from = (name: string): string => {
    const origin = person.origins[name];
    return origin === undefined ? '' : `  (from ${origin.from}, ${times.day(origin.at)})`;
  };
  const facts = Object.entries(known).flatMap(([name, value]) =>
    value ? [`${name.replace('_', ' ')}: ${value}${from(name)}`] : [],
  );
  const names = person.identities.map(({ kind, value }) => `${kind.replace('_', ' ')} ${value}`);
  return [
    ...facts,
    ...(names.length > 0 ? [`known by: ${names.join(', ')}`] : []),
    ...(no === null ? [] : [`on the do-not-contact list by ${no.kind}${no.reason === '' ? '' : `: ${no.reason}`}`]),
    ...(address_report === null ? [] : [reportLine(address_report, times)]),
  ];
}

function reportLine({ address, kind, at, reason }: NonNullable<Person['address_report']>, times: Times): string {
  const what = kind === 'bounce' ? `mails to ${address} came back for good` : `${address} called a mail spam`;
  const why = reason === '' ? '' : `: ${reason}`;
  return `${what} on ${times.day(at)}${why} (if it is good: overture addresses clear ${address})`;
}
