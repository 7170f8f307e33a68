import { Command } from 'commander';
import { CodedError } from '../../../../shared/kit/coded-error.ts';
import { bodyOf, createApiClient } from '../../api-client.ts';
import type { Answer } from '../../api-shapes.ts';
import { printJson, printLine } from '../../print.ts';
import { timesOf } from '../../times.ts';

interface AnswerOptions {
  readonly subject?: string;
  readonly saved?: string;
  readonly lastSeen?: string;
  readonly sendAfter?: string;
  readonly confirm?: readonly string[];
  readonly continue?: boolean;
  readonly json?: boolean;
}

interface JsonOption {
  readonly json?: boolean;
}

export function answerCommand(): Command {
  return (
    new Command('answer')
      .description('answer in a conversation; it goes after a few seconds, and can be taken back until then')
      .argument('<conversation>', 'its id, as GET /api/conversations lists it')
      .argument('[text]', 'what to say')
      .option('--saved <name>', 'a saved answer instead, filled for the person')
      .option('--subject <text>', 'of a mail or an InMail; without it, that of the thread')
      .option('--last-seen <id>', 'the last message that you have read (default: the newest, which is shown)')
      .option('--send-after <seconds>', 'how long it can be taken back (default: 10 for mails, 5 for chats)')
      .option('--confirm <id...>', 'entries of the do-not-contact list that you go against')
      .option('--continue', 'let the sequences go on that the person is still in')
      .option('--json', 'print the answer as JSON')
      // `--json` is one of the inbox itself, too, which takes it.
      .action((id: string, text: string | undefined, _: AnswerOptions, command: Command) =>
        answer(id, text, command.optsWithGlobals()),
      )
  );
}

async function answer(id: string, said: string | undefined, options: AnswerOptions): Promise<void> {
  const { saved, lastSeen, sendAfter, confirm, json } = options;
  if ((said === undefined) === (saved === undefined))
    throw new CodedError('wrong_use', 'Say what to answer, or name a saved answer by --saved: one of them.');
  const client = createApiClient();
  const filled = saved === undefined ? null : await fillSaved(client, saved, id);
  const text = filled?.text ?? said ?? '';
  const subject = options.subject ?? filled?.subject ?? undefined;
  if (filled !== null && json !== true) printLine(`We say: ${text}`);
  const last_seen = lastSeen ?? (await newestOf(client, id, json === true));
  const body = {
    ...{ text, last_seen },
    ...(subject === undefined ? {} : { subject }),
    ...(sendAfter === undefined ? {} : { send_after: Number(sendAfter) }),
    ...(confirm === undefined ? {} : { confirm }),
    ...(options.continue ? { sequences: 'continue' } : {}),
  };
  const written = await client.sendAnswer({ params: { id }, query: {}, body: bodyOf('sendAnswer', body) });
  if (json) return printJson(written);
  printLine(
    `Goes to ${written.to} ${inSeconds(written)}, unless you take it back: overture inbox take-back ${id} ${written.id}`,
  );
}

async function fillSaved(client: ReturnType<typeof createApiClient>, name: string, conversation_id: string) {
  const { items } = await client.listSavedAnswers({ query: { name } });
  const [one] = items;
  if (one === undefined)
    throw new CodedError('wrong_use', `There is no saved answer ${name}; GET /api/saved-answers lists them.`);
  return client.fillSavedAnswer({ params: { id: one.id }, body: { conversation_id } });
}

/** Finds what was written last, by whomever; it is shown, so that nobody answers what they have not read. */
async function newestOf(
  client: ReturnType<typeof createApiClient>,
  id: string,
  quiet: boolean,
): Promise<string | null> {
  const { history, answers } = await client.getConversation({ params: { id } });
  const open = answers.filter(({ state }) => state !== 'not_sent').at(-1);
  const last = history.at(-1);
  if (open !== undefined) {
    if (!quiet) printLine(`${open.author}, not gone yet: ${open.text}`);
    return open.id;
  }
  if (last === undefined) return null;
  if (!quiet)
    printLine(`${last.by === 'us' ? (last.author ?? 'We') : 'They'}, ${timesOf({}).named(last.at)}: ${last.text}`);
  return last.id;
}

function inSeconds({ send_after }: Answer): string {
  const seconds = Math.max(0, Math.round((Date.parse(send_after) - Date.now()) / 1000));
  return seconds === 0 ? 'now' : `in ${seconds} s`;
}

export function takeBackCommand(): Command {
  return new Command('take-back')
    .description('take back an answer that has not gone')
    .argument('<conversation>', 'its id')
    .argument('<answer>', 'the answer')
    .option('--json', 'print the answer as JSON')
    .action(async (id: string, message_id: string, _: JsonOption, command: Command) => {
      const { json } = command.optsWithGlobals<JsonOption>();
      const withdrawn = await createApiClient().withdrawAnswer({ params: { id, message_id }, query: {} });
      if (json) return printJson(withdrawn);
      printLine(`Taken back: ${withdrawn.text}`);
    });
}
