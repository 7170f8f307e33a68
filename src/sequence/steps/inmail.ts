import { readKeys, reportForm } from '../check-context.ts';
import { readTemplate } from './read-body.ts';
import type { StepKind } from './step-kind.ts';

const EXAMPLE = '- inmail: { subject: "A role", text: "Hi {{ first_name }}" }';

export const inmailStep: StepKind = {
  word: 'inmail',
  branches: ['else'],
  example: EXAMPLE,
  check(input) {
    const { context, value, place } = input;
    if (value.kind !== 'map')
      return reportForm(context, value, 'an InMail has a subject and a text', `Write \`${EXAMPLE}\`.`);
    const entries = readKeys(context, value, { of: '`inmail`', known: ['subject', 'text'], later: ['media'] });
    const subject = readTemplate(input, entries, 'subject', 'the subject of an InMail');
    const text = readTemplate(input, entries, 'text', 'the text of an InMail');
    for (const [key, checked] of [
      ['subject', subject],
      ['text', text],
    ] as const) {
      if (checked === undefined)
        context.report('SEQ008', place, `the InMail has no \`${key}\``, `Write \`${EXAMPLE}\`.`);
    }
    if (!subject || !text) return null;
    return {
      body: { kind: 'inmail', subject: subject.text, text: text.text },
      reads: [...subject.reads, ...text.reads],
    };
  },
};
