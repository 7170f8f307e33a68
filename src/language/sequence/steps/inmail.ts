import { z } from 'zod';
import type { InMailNode } from '../../plan/nodes/inmail.ts';
import { readChoice, readKeys } from '../check/check-context.ts';
import type { StepForm } from '../schema/define-step.ts';
import { describe, keysOf } from '../schema/describe.ts';
import { media, text } from '../schema/values.ts';
import { readTemplate, reportNeither } from './read-body.ts';
import { readMedia } from './read-media.ts';
import { performed, type StepDescriptor } from './step-kind.ts';

const inmailForm = z.strictObject({
  subject: describe(text(), 'The subject; a template.', ['{{ team }} at Acme']),
  text: describe(text(), 'What the InMail says; a template.', ["Hi {{ first_name | default: 'there' }} …"]),
  media: media().optional(),
  when_none_left: describe(
    z.enum(['else', 'wait']),
    'What the step does when the seat has no InMail left: takes `else` at once, or waits for the first of the month, when there are new ones.',
    ['wait'],
  ).optional(),
});

const form: StepForm = {
  word: 'inmail',
  title: 'Send an InMail',
  description:
    'Sends an InMail, which reaches people who are not connected. When it is impossible (restricted, no seat, no InMail credit), `else` is taken before anything is spent.',
  examples: [{ subject: '{{ team }} at Acme', text: "Hi {{ first_name | default: 'there' }} …" }],
  value: () => inmailForm,
  done: 'when the InMail was sent',
  otherwise: 'when InMail is impossible',
  reviewable: true,
  snippet: 'inmail:\n  subject: "<A role for you>"\n  text: "<Hi {{ first_name }}>"\nelse:\n  - end: <no_inmail>',
};

const EXAMPLE = '- inmail: { subject: "A role", text: "Hi {{ first_name }}" }';

export const inmailStep: StepDescriptor<InMailNode> = {
  form,
  below: keysOf(inmailForm),
  example: EXAMPLE,
  carries_condition: true,
  build: performed,
  needs: () => ['profile_url'],
  proves_nothing: true,
  reached_as: () => 'inmail',
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
