import { readChoice, readFlag, readKeys } from '../check-context.ts';
import { keysOf } from '../schema/describe.ts';
import { messageForm } from '../schema/steps/message.ts';
import { readTemplate, readTemplateValue, reportNeither } from './read-body.ts';
import { readMedia } from './read-media.ts';
import { BOTH, type StepKind } from './step-kind.ts';

const EXAMPLE = '- message: "Hi {{ first_name }}"';

export const messageStep: StepKind = {
  word: 'message',
  below: keysOf(messageForm),
  branches: BOTH,
  reviewable: true,
  example: EXAMPLE,
  check(input) {
    const { context, value, place } = input;
    if (value.kind === 'text') {
      const checked = readTemplateValue(input, value, 'a message', `\`${EXAMPLE}\``);
      return (
        checked && { body: { kind: 'message', channel: 'professional', text: checked.text }, reads: checked.reads }
      );
    }
    if (value.kind !== 'map') return reportNeither(input, 'a message is a text', EXAMPLE);
    const entries = readKeys(context, value, { of: '`message`', known: keysOf(messageForm) });
    const given = entries.get('channel');
    const channel = given
      ? readChoice(context, given.value, { of: 'channel', values: ['professional', 'messenger'] })
      : 'professional';
    const quotes = entries.get('quote');
    const quote = quotes ? readFlag(context, quotes.value, '`quote`') : false;
    const media = readMedia(input, entries.get('media')?.value);
    const text = readTemplate(input, entries, 'text', 'the text of a message');
    // The professional channel takes no file without a text.
    if (text === undefined && (media === undefined || channel === 'professional')) {
      context.report('SEQ008', place, 'the message has no `text`', `Write \`${EXAMPLE}\`.`);
      return null;
    }
    if (channel === null || quote === null || media === null || text === null) return null;
    return {
      body: {
        kind: 'message',
        channel,
        ...(text ? { text: text.text } : {}),
        ...(media ? { media: media.media } : {}),
        ...(quote ? { quote: true } : {}),
      },
      reads: [...(text?.reads ?? []), ...(media?.reads ?? [])],
    };
  },
};
