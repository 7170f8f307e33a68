import { Argument, Command } from 'commander';
import { shortenText } from '../../../../shared/kit/cut-text.ts';
import type { ItemOf } from '../../../api-client/asked.ts';
import { bodyOf, createApiClient, queryOf } from '../../api-client.ts';
import { type Conversation, nameOf } from '../../api-shapes.ts';
import { printJson, printLine, printText } from '../../print.ts';
import { formatTable } from '../../table.ts';
import { type Times, tellsTimes, timesOf, type ZoneOption } from '../../times.ts';
import { answerCommand, takeBackCommand } from './answer-conversation.ts';

interface Options extends ZoneOption {
  readonly state: string;
  readonly unread?: boolean;
  readonly channel?: string;
  readonly account?: string;
  readonly campaign?: string;
  readonly label?: string;
  readonly assignee?: string;
  readonly find?: string;
  readonly limit: string;
  readonly cursor?: string;
  readonly json?: boolean;
}

interface MarkOptions extends ZoneOption {
  readonly until?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Words that mark a conversation; they stand beside it on the command line. */
const MARKS = ['read', 'unread', 'done', 'open', 'snooze', 'assign', 'label', 'note'] as const;
type Mark = (typeof MARKS)[number];

export function inboxCommand(): Command {
  return tellsTimes(new Command('inbox'))
    .description('what people have answered, the newest first; or one conversation, with the words of both sides')
    .argument('[id]', 'one conversation')
    .option('--state <state>', 'open, snoozed, done or all', 'open')
    .option('--unread', 'only what nobody has read yet')
    .option('--channel <channel>', 'message, inmail, email, messenger or invitation')
    .option('--account <id>', 'only of this account')
    .option('--campaign <id>', 'only of people to whom this campaign has written')
    .option('--label <name>', 'only with this label; none: without one')
    .option('--assignee <user>', 'only of this user; none: of nobody')
    .option('--find <words>', 'words of either side, or of the name')
    .option('--limit <n>', 'how many', '50')
    .option('--cursor <cursor>', 'continue after the page that gave this cursor')
    .option('--json', 'print {items, next_cursor}, or the conversation')
    .action((id: string | undefined, options: Options) => (id === undefined ? list(options) : show(id, options)))
    .addCommand(markCommand())
    .addCommand(answerCommand())
    .addCommand(takeBackCommand());
}

async function list({ state, unread, account, campaign, find, json, zone, ...filters }: Options): Promise<void> {
  const query = queryOf('listConversations', {
    ...filters,
    ...(state === 'all' ? {} : { state }),
    ...(unread ? { unread: 'true' } : {}),
    ...{ account_id: account, campaign_id: campaign, q: find },
  });
  const page = await createApiClient().listConversations({ query });
  if (json) return printJson(page);
  if (page.items.length === 0) return printLine(state === 'open' ? 'Nobody waits for you.' : 'No conversations.');
  const times = timesOf({ zone });
  printLine(times.head);
  const rows = page.items.map((one) => rowOf(one, times));
  printText(formatTable(['ID', 'PERSON', 'WHEN', 'UNREAD', 'LABEL', 'TURN', 'LAST MESSAGE'], rows));
  if (page.next_cursor !== null) printLine(`More: --cursor ${page.next_cursor}`);
}

const LONGEST = 60;

function rowOf(conversation: ItemOf<'listConversations'>, times: Times): string[] {
  const { id, lead, last_message, unread, label, suggested_label, waiting } = conversation;
  const words = last_message.text.replace(/\s+/g, ' ').trim();
  const short = shortenText(words, LONGEST);
  const turn = waiting === null ? '' : waiting.for === 'us' ? 'ours' : 'theirs';
  return [
    id,
    nameOf(lead),
    times.at(last_message.at),
    unread > 0 ? String(unread) : '',
    label ?? (suggested_label === null ? '' : `${suggested_label}?`),
    turn,
    short,
  ];
}

async function show(id: string, { json, ...zone }: Options): Promise<void> {
  const one = await createApiClient().getConversation({ params: { id } });
  if (json) return printJson(one);
  const name = nameOf(one.lead);
  const times = timesOf(zone);
  printLine(`${name}, by ${one.account_id}  (${one.id}). ${times.head}`);
  for (const line of linesOf(one, times)) printLine(`  ${line}`);
  if (one.earlier > 0) printLine(`\n(${one.earlier} earlier messages)`);
  for (const { at, by, channel, account_id, automatic, unclear, step, subject, text } of one.history) {
    const who = by === 'them' ? `${name}${automatic ? ' (automatic answer)' : ''}` : `we, from ${account_id}`;
    const why = step === null ? '' : `, “${step.title}” of ${step.sequence}`;
    printLine(`\n${times.at(at)}  ${who}, by ${channel === 'inmail' ? 'InMail' : channel}${why}`);
    for (const line of [...(subject === null ? [] : [subject]), ...text.split('\n')]) printLine(`  ${line}`);
    if (unclear !== null) {
      printLine(`  ${unclear.text}: overture tasks decide ${unclear.task_id} answer|automatic|no_more_mail`);
    }
  }
  for (const { created_at, author, text } of one.notes) {
    printLine(`\n${times.at(created_at)}  note of ${author ?? 'the engine'}`);
    for (const line of text.split('\n')) printLine(`  ${line}`);
  }
}

function linesOf(conversation: Conversation, times: Pick<Times, 'at'>): string[] {
  const { state, snoozed_until, unread, assignee, label, label_until, suggested_label, waiting } = conversation;
  return [
    `${state}${snoozed_until === null ? '' : ` until ${times.at(snoozed_until)}`}${unread > 0 ? `, ${unread} unread` : ''}`,
    ...(waiting === null
      ? []
      : [`${waiting.for === 'us' ? 'waits for us' : 'we wait'} since ${times.at(waiting.since)}`]),
    ...(label === null ? [] : [`label: ${label}${label_until === null ? '' : ` until ${times.at(label_until)}`}`]),
    ...(suggested_label === null ? [] : [`perhaps: ${suggested_label}`]),
    ...(assignee === null ? [] : [`of ${assignee}`]),
  ];
}

function markCommand(): Command {
  return tellsTimes(new Command('mark'))
    .description('say what is done with one: read, unread, done, open, snooze, assign, label or note')
    .argument('<id>', 'the conversation')
    .addArgument(new Argument('<what>', 'what is done').choices(MARKS))
    .argument('[value]', 'of assign: the user; of label: its name; of note: the text; none: nobody, or no label')
    .option('--until <time>', 'of snooze, and of a label with a date: 3d, 2h, 2026-03-02T09:00:00+01:00')
    .option('--dry-run', 'say what it would be, and change nothing')
    .option('--json', 'print the conversation, or the note')
    .action(async (id: string, what: Mark, value: string | undefined, _: MarkOptions, command: Command) => {
      const { until, dryRun, json, ...zone } = command.optsWithGlobals<MarkOptions>();
      const done = await mark(id, what, value, until, dryRun ?? false);
      if (json) return printJson(done);
      if (what === 'note') return printLine(dryRun ? 'It would be noted.' : 'Noted.');
      const lines = linesOf(done as Conversation, { at: timesOf(zone).named });
      printLine(`${dryRun ? 'It would be' : 'It is'}: ${lines.join('; ')}`);
    });
}

function mark(id: string, what: Mark, value: string | undefined, until: string | undefined, dry_run: boolean) {
  const api = createApiClient();
  const params = { id };
  const query = { dry_run };
  const named = value === 'none' ? null : value;
  switch (what) {
    case 'read':
      return api.markConversationRead({ params, query });
    case 'unread':
      return api.markConversationUnread({ params, query });
    case 'done':
      return api.closeConversation({ params, query });
    case 'open':
      return api.openConversation({ params, query });
    case 'snooze':
      return api.snoozeConversation({ params, query, body: bodyOf('snoozeConversation', { until }) });
    case 'assign':
      return api.assignConversation({ params, query, body: bodyOf('assignConversation', { user: named }) });
    case 'label':
      return api.labelConversation({ params, query, body: bodyOf('labelConversation', { label: named, until }) });
    case 'note':
      return api.addConversationNote({ params, query, body: bodyOf('addConversationNote', { text: value }) });
  }
}
