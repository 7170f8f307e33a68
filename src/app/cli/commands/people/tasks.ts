import { Argument, Command } from 'commander';
import { bodyOf, createApiClient, queryOf } from '../../api-client.ts';
import type { Task } from '../../api-shapes.ts';
import { describeTask } from '../../describe-task.ts';
import { printJson, printLine, printText } from '../../print.ts';
import { type Times, tellsTimes, timesOf, type ZoneOption } from '../../times.ts';

interface ListOptions extends ZoneOption {
  readonly status: string;
  readonly enrollment?: string;
  readonly limit: string;
  readonly cursor?: string;
  readonly json?: boolean;
}

interface DecideOptions {
  readonly note?: string;
  readonly returnsOn?: string;
  readonly subject?: string;
  readonly text?: string;
  readonly json?: boolean;
}

const DECISIONS = ['approve', 'reject', 'sent', 'not_sent', 'answer', 'automatic', 'no_more_mail'] as const;

export function tasksCommand(): Command {
  return tellsTimes(new Command('tasks'))
    .description('what waits for a person: tasks, reviews, in-doubt sends, mails that may be an answer; newest first')
    .option('--status <status>', 'open, done, expired, withdrawn or all', 'open')
    .option('--enrollment <id>', 'only of this enrollment')
    .option('--limit <n>', 'how many', '50')
    .option('--cursor <cursor>', 'continue after the page that gave this cursor')
    .option('--json', 'print {items, next_cursor}')
    .action(list)
    .addCommand(decideCommand())
    .addCommand(assignCommand())
    .addCommand(commentCommand());
}

async function list({ status, enrollment, limit, cursor, json, ...zone }: ListOptions): Promise<void> {
  const asked = { limit, cursor, enrollment_id: enrollment, status: status === 'all' ? undefined : status };
  const page = await createApiClient().listTasks({ query: queryOf('listTasks', asked) });
  if (json) return printJson(page);
  if (page.items.length === 0) return printLine(status === 'open' ? 'Nothing waits for a person.' : 'No tasks.');
  const times = timesOf(zone);
  printLine(times.head);
  printText(page.items.map((task) => [headOf(task, times), ...describeTask(task, times)].join('\n')).join('\n\n'));
  if (page.next_cursor !== null) printLine(`More: --cursor ${page.next_cursor}`);
  if (status === 'open')
    printLine(
      '\nDecide with: overture tasks decide ID approve|reject (in-doubt sends: sent|not_sent; unclear replies: answer|automatic|no_more_mail)',
    );
}

function decideCommand(): Command {
  return new Command('decide')
    .description(
      'decide one: approve or reject a task or a review; say whether an in-doubt send was sent, or what an unclear reply is',
    )
    .argument('<id>', 'the task')
    .addArgument(new Argument('<decision>', 'what you decide').choices(DECISIONS))
    .option('--note <text>', 'kept in the timeline')
    .option('--returns-on <date>', 'with automatic: the first day on which they are there again, such as 2027-01-05')
    .option('--text <text>', 'with approve of a review: what goes out in place of the text that was shown')
    .option('--subject <subject>', 'the same of its subject')
    .option('--json', 'print the task')
    .action(async (id: string, decision: string, _: DecideOptions, command: Command) => {
      // `--json` may stand before the word `decide` too.
      const { note, returnsOn: returns_on, subject, text, json } = command.optsWithGlobals<DecideOptions>();
      const more = { ...(note === undefined ? {} : { note }), ...(returns_on === undefined ? {} : { returns_on }) };
      const edits = { ...(subject === undefined ? {} : { subject }), ...(text === undefined ? {} : { text }) };
      const body = { decision, ...more, ...(Object.keys(edits).length === 0 ? {} : { edits }) };
      const decided = await createApiClient().decideTask({ params: { id }, body: bodyOf('decideTask', body) });
      if (json) return printJson(decided);
      printLine(`${DONE[decided.decision ?? ''] ?? 'Decided'}: ${decided.text}`);
    });
}

function assignCommand(): Command {
  return new Command('assign')
    .description('say whose task it is')
    .argument('<id>', 'the task')
    .argument('<user>', 'the id of a user, or any name where there are no users; none: nobody')
    .option('--json', 'print the task')
    .action(async (id: string, user: string, _: DecideOptions, command: Command) => {
      const body = bodyOf('changeTask', { assignee: user === 'none' ? null : user });
      const task = await createApiClient().changeTask({ params: { id }, body });
      if (command.optsWithGlobals<DecideOptions>().json) return printJson(task);
      printLine(`${task.assignee === null ? 'Nobody has it' : `It is of ${task.assignee}`}: ${task.text}`);
    });
}

function commentCommand(): Command {
  return new Command('comment')
    .description('say something about a task to others of yours')
    .argument('<id>', 'the task')
    .argument('<text>', 'what you say; the person never sees it')
    .option('--json', 'print the task')
    .action(async (id: string, text: string, _: DecideOptions, command: Command) => {
      const task = await createApiClient().commentOnTask({ params: { id }, body: bodyOf('commentOnTask', { text }) });
      if (command.optsWithGlobals<DecideOptions>().json) return printJson(task);
      printLine(
        `Noted. ${task.comments.length === 1 ? 'It is the first comment' : `${task.comments.length} comments`}.`,
      );
    });
}

const DONE: Readonly<Record<string, string>> = {
  approve: 'Approved',
  reject: 'Rejected',
  sent: 'Noted as sent',
  not_sent: 'Noted as not sent',
  answer: 'Noted as an answer',
  automatic: 'Noted as automatic',
  no_more_mail: 'Noted: they want no more mail',
};

/** `tsk_1  review, open, due 2026-03-02 09:00, of anna` */
function headOf({ id, kind, status, decision, due_at, assignee }: Task, times: Times): string {
  const state = decision === null ? status : `${status}: ${decision.replace('_', ' ')}`;
  const due = due_at === null ? [] : [`due ${times.at(due_at)}`];
  return `${id}  ${[kind.replace('_', ' '), state, ...due, ...(assignee === null ? [] : [`of ${assignee}`])].join(', ')}`;
}
