import { readChoice, readKeys } from '../check-context.ts';
import { keysOf } from '../schema/describe.ts';
import { inmailForm } from '../schema/steps/inmail.ts';
import { readTemplate, reportNeither } from './read-body.ts';
import { readMedia } from './read-media.ts';
import { BOTH, type StepKind } from './step-kind.ts';

const EXAMPLE = '- inmail: { subject: "A role", text: "Hi {{ first_name }}" }';

export const inmailStep: StepKind = {
  word: 'inmail',
  below: keysOf(inmailForm),
  branches: BOTH,
  reviewable: true,
  example: EXAMPLE,
  check(input) {
    const { context, value, place } = input;
    if (value.kind !== 'map') return reportNeither(input, 'an InMail has a subject and a text', EXAMPLE);
    const entries = readKeys(context, value, { of: '`inmail`', known: keysOf(inmailForm) });
    const subject = readTemplate(input, entries, 'subject', 'the subject of an InMail');
    const text = readTemplate(input, entries, 'text', 'the text of an InMail');
    const media = readMedia(input, entries.get('media')?.value);
    for (const [key, checked] of [
      ['subject', subject],
      ['text', text],
    ] as const) {
      if (checked === undefined)
        context.report('SEQ008', place, `the InMail has no \`${key}\``, `Write \`${EXAMPLE}\`.`);
    }
    const left = entries.get('when_none_left');
    const waits = left && readChoice(context, left.value, { of: '`when_none_left`', values: ['else', 'wait'] });
    if (!subject || !text || media === null || waits === null) return null;
    return {
      body: {
        ...{ kind: 'inmail', subject: subject.text, text: text.text },
        ...(media ? { media: media.media } : {}),
        ...(waits === 'wait' ? { when_none_left: waits } : {}),
      },
      reads: [...subject.reads, ...text.reads, ...(media?.reads ?? [])],
    };
  },
};
