import { readChoice, readKeys, readText, reportForm } from '../check-context.ts';
import { checkTemplate } from '../check-template.ts';
import { readTemplate } from './read-body.ts';
import type { StepKind } from './step-kind.ts';

const EXAMPLE = '- message: "Hi {{ first_name }}"';

export const messageStep: StepKind = {
  word: 'message',
  branches: ['else'],
  example: EXAMPLE,
  check(input) {
    const { context, value, place } = input;
    if (value.kind === 'text') {
      const text = readText(context, value, 'a message', `\`${EXAMPLE}\``);
      const checked = text && checkTemplate(context, text);
      return (
        checked && { body: { kind: 'message', channel: 'professional', text: checked.text }, reads: checked.reads }
      );
    }
    if (value.kind !== 'map') return reportForm(context, value, 'a message is a text', `Write \`${EXAMPLE}\`.`);
    const entries = readKeys(context, value, {
      of: '`message`',
      known: ['text', 'channel'],
      later: ['media', 'quote'],
    });
    const channel = entries.get('channel');
    if (channel) readChoice(context, channel.value, { of: 'channel', values: ['professional'], later: ['messenger'] });
    const checked = readTemplate(input, entries, 'text', 'the text of a message');
    if (checked === undefined) context.report('SEQ008', place, 'the message has no `text`', `Write \`${EXAMPLE}\`.`);
    return checked
      ? { body: { kind: 'message', channel: 'professional', text: checked.text }, reads: checked.reads }
      : null;
  },
};
