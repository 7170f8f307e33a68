import { readFlag, readKeys, readText, reportForm } from '../check-context.ts';
import { checkTemplate } from '../check-template.ts';
import { readTemplate } from './read-body.ts';
import type { StepKind } from './step-kind.ts';

const EXAMPLE = '- email: { subject: "A role", text: "Hi {{ first_name }}" }';

export const emailStep: StepKind = {
  word: 'email',
  branches: ['else'],
  example: EXAMPLE,
  check(input) {
    const { context, value, place } = input;
    if (value.kind === 'text') {
      // A text alone answers the email before it; without one the path proof asks for a subject.
      const read = readText(context, value, 'an email', `\`${EXAMPLE}\``);
      const checked = read && checkTemplate(context, read);
      return (
        checked && {
          body: { kind: 'email', text: checked.text, thread: true, unsubscribe: true },
          reads: checked.reads,
        }
      );
    }
    if (value.kind !== 'map')
      return reportForm(context, value, 'an email has a subject and a text', `Write \`${EXAMPLE}\`.`);
    const entries = readKeys(context, value, {
      of: '`email`',
      known: ['subject', 'text', 'html', 'thread', 'unsubscribe'],
      later: ['to', 'cc', 'bcc', 'reply_to', 'media', 'headers'],
    });
    const subject = readTemplate(input, entries, 'subject', 'the subject of an email');
    const text = readTemplate(input, entries, 'text', 'the text of an email');
    const html = readTemplate(input, entries, 'html', 'the HTML of an email');
    const thread = entries.get('thread');
    const unsubscribe = entries.get('unsubscribe');
    const threads = thread ? readFlag(context, thread.value, '`thread`') : subject === undefined;
    const unsubscribes = unsubscribe ? readFlag(context, unsubscribe.value, '`unsubscribe`') : true;
    if (text === undefined && html === undefined) {
      context.report('SEQ008', place, 'the email has neither `text` nor `html`', `Write \`${EXAMPLE}\`.`);
      return null;
    }
    if (subject === undefined && threads === false) {
      context.report('SEQ034', place, 'the email has no subject', 'Add `subject:`.');
      return null;
    }
    if (subject === null || text === null || html === null || threads === null || unsubscribes === null) return null;
    if (!unsubscribes && unsubscribe) {
      const message = 'this email offers no way to unsubscribe';
      context.report('SEQ056', unsubscribe.key_place, message, 'Remove `unsubscribe: false`.');
    }
    return {
      body: {
        kind: 'email',
        ...(subject ? { subject: subject.text } : {}),
        ...(text ? { text: text.text } : {}),
        ...(html ? { html: html.text } : {}),
        thread: threads,
        unsubscribe: unsubscribes,
      },
      reads: [subject, text, html].flatMap((checked) => checked?.reads ?? []),
    };
  },
};
