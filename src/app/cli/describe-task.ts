import { shortenText } from '../../shared/kit/cut-text.ts';
import { nameOf, type Task } from './api-shapes.ts';
import type { Times } from './times.ts';

const LONGEST_LAST = 300;

/** A question to a person, with all that is needed to answer it: why it is asked, of whom, who sends, the whole text, and what was written last. */
export function describeTask(task: Task, times: Times): string[] {
  const { text, reason, lead, sender, message, last_message, preview, comments } = task;
  const company = lead?.company ? `, ${lead.company}` : '';
  return [
    ...linesOf(times.within(text)).map((line) => `  ${line}`.trimEnd()),
    `  Why: ${times.within(reason)}`,
    ...(lead === null ? [] : [`  Person: ${nameOf({ email: null, profile_url: null, ...lead })}${company}`]),
    ...(sender === null ? [] : [`  Account: ${sender.name} (${sender.platform})`]),
    ...(message?.subject ? [`  Subject: ${message.subject}`] : []),
    ...quoted(message?.text ?? message?.html ?? paramsIn(preview)),
    ...(last_message === null
      ? []
      : [
          `  ${last_message.by === 'them' ? 'They' : 'We'} wrote last, ${times.at(last_message.at)}:`,
          ...quoted(shortenText(last_message.text, LONGEST_LAST)),
        ]),
    ...comments.map((comment) => `  ${comment.author} says: ${comment.text}`),
  ];
}

/** The params of an action, whose text may be under any name. */
const paramsIn = ({ params }: Task['preview']): string | null =>
  params === undefined ? null : JSON.stringify(params, null, 2);

const quoted = (text: string | null): string[] =>
  text === null ? [] : linesOf(text).map((line) => `    | ${line}`.trimEnd());

const linesOf = (text: string): string[] => text.trim().split('\n');
