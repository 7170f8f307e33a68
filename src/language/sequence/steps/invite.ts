import { z } from 'zod';
import { templateLength } from '../../expression/names-used.ts';
import { type InviteNode, NOTE_LENGTH } from '../../plan/nodes/invite.ts';
import { type CheckContext, readFlag, readKeys, readText } from '../check/check-context.ts';
import { type CheckedTemplate, checkTemplate } from '../check/check-template.ts';
import { characters, LONG_VALUE } from '../check/note-length.ts';
import type { StepForm } from '../schema/define-step.ts';
import { describe, keysOf } from '../schema/describe.ts';
import { text } from '../schema/values.ts';
import type { YamlText, YamlValue } from '../yaml/yaml-value.ts';
import { performed, type StepDescriptor } from './step-kind.ts';

const NOTE = 'Hi {{ first_name }}, shall we talk?';

const inviteForm = z.strictObject({
  note: describe(text(), 'The note of the invitation, at most 300 characters (200 from a free account); a template.', [
    NOTE,
  ]).optional(),
  accept_theirs: describe(
    z.boolean(),
    'Whether an invitation that the lead has sent to the sender is accepted, which counts as if they had accepted; true unless told. False: `else`.',
    [false],
  ).optional(),
});

const form: StepForm = {
  word: 'invite',
  title: 'Invite the lead to connect',
  description:
    'Sends an invitation to connect, with a note or without. Someone already connected counts as accepted, and so does someone who has invited the sender: that is accepted.',
  examples: [NOTE, { note: NOTE }],
  value: () => z.union([inviteForm, text(), z.null()]),
  alone: true,
  done: 'when the invitation was sent',
  otherwise: 'when the lead cannot be invited',
  reviewable: true,
  snippet: 'invite: "<Hi {{ first_name }}, shall we talk?>"',
};

export const inviteStep: StepDescriptor<InviteNode> = {
  form,
  below: keysOf(inviteForm),
  example: '- invite: "Hi {{ first_name }}, shall we talk?"',
  takes_text: true,
  carries_condition: true,
  build: performed,
  needs: () => ['profile_url'],
  proves_nothing: true,
  check({ context, value }) {
    if (value.kind === 'null') return { body: { kind: 'invite' } };
    let note: YamlValue = value;
    let refusal: Pick<InviteNode, 'accept_theirs'> = {};
    if (value.kind === 'map') {
      const entries = readKeys(context, value, { of: '`invite`', known: keysOf(inviteForm) });
      const given = entries.get('accept_theirs');
      if (given && readFlag(context, given.value, '`accept_theirs`') === false) refusal = { accept_theirs: false };
      const entry = entries.get('note');
      if (!entry) return { body: { kind: 'invite', ...refusal } };
      note = entry.value;
    }
    const text = readText(
      context,
      note,
      'the note of an invitation',
      '`invite: "Hi {{ first_name }}"`, or `invite` alone',
    );
    const checked = text && checkTemplate(context, text);
    if (!text || !checked) return null;
    checkLength(context, text, checked);
    return { body: { kind: 'invite', note: checked.text, ...refusal }, reads: checked.reads };
  },
};

function checkLength(context: CheckContext, text: YamlText, { template }: CheckedTemplate): void {
  const space = text.value.length - text.value.trim().length;
  const { min, max } = templateLength(template, LONG_VALUE);
  if (min - space > NOTE_LENGTH) {
    const message = `the note has at least ${min - space} characters, ${NOTE_LENGTH} is the most`;
    context.report('SEQ033', text.place, message, `Shorten it by ${characters(min - space - NOTE_LENGTH)} or more.`);
  } else if (max - space > NOTE_LENGTH) {
    const message = `the note may reach ${max - space} characters with long names, ${NOTE_LENGTH} is the most`;
    context.report('SEQ055', text.place, message, 'Shorten it, or cut values with {{ company | truncate: 30 }}.');
  }
}
