import { z } from 'zod';
import type { EmailNode } from '../../plan/nodes/email.ts';
import { type Entries, itemsOf, readFlag, readKeys, readMap, shorten } from '../check/check-context.ts';
import type { CheckedTemplate } from '../check/check-template.ts';
import type { StepForm } from '../schema/define-step.ts';
import { describe, keysOf, oneOrMore } from '../schema/describe.ts';
import { media, text } from '../schema/values.ts';
import { readTemplate, readTemplateValue, reportNeither } from './read-body.ts';
import { readMedia } from './read-media.ts';
import { performed, type StepDescriptor, type StepInput } from './step-kind.ts';

const address = (description: string): z.ZodType => describe(text(), description, ['anna@example.com']);
const addresses = (description: string): z.ZodType =>
  describe(oneOrMore(text()), description, ['anna@example.com', ['anna@example.com', 'ben@example.com']]);

const emailForm = z.strictObject({
  subject: describe(text(), 'The subject; a template. Without it, the email answers the last one of this enrollment.', [
    '{{ team }} at Acme',
  ]).optional(),
  text: describe(text(), 'The email as plain text; a template.', ['Hi {{ first_name }}, …']).optional(),
  html: describe(text(), 'The email as HTML; a template.', ['<p>Hi {{ first_name }}</p>']).optional(),
  to: address("The address in place of the lead's own; a template.").optional(),
  cc: addresses('Addresses that get a copy; templates.').optional(),
  bcc: addresses('Addresses that get a copy which nobody sees; templates.').optional(),
  reply_to: address('Where answers go in place of the mailbox; a template.').optional(),
  thread: describe(
    z.boolean(),
    "`true`: answers the lead's last email of this enrollment, under its subject. Default where there is no `subject`.",
    [true],
  ).optional(),
  unsubscribe: describe(
    z.boolean(),
    '`false`: leaves out the `List-Unsubscribe` header (RFC 8058), which mail providers ask for.',
    [false],
  ).optional(),
  media: media().optional(),
  headers: describe(
    z.record(z.string().regex(/^[xX]-[!-9;-~]+$/), text()),
    'More headers of the email; names begin with `X-`, values are templates.',
    [{ 'X-Campaign': 'spring' }],
  ).optional(),
});

const form: StepForm = {
  word: 'email',
  title: 'Send an email',
  description: 'Sends an email from a mailbox. A text alone answers the last email of this enrollment.',
  examples: [{ subject: '{{ team }} at Acme', text: 'Hi {{ first_name }}, …' }, 'Just floating this up.'],
  value: () => z.union([emailForm.meta({ anyOf: [{ required: ['text'] }, { required: ['html'] }] }), text()]),
  done: 'when the email was sent',
  otherwise: 'when the lead has no address or the email cannot be sent',
  reviewable: true,
  snippet: 'email:\n  subject: "<A role for you>"\n  text: "<Hi {{ first_name }}>"',
};

const EXAMPLE = '- email: { subject: "A role", text: "Hi {{ first_name }}" }';
const TEXTS = ['subject', 'text', 'html', 'to', 'reply_to'] as const;
const HEADER_NAME = /^x-[!-9;-~]+$/i;

export const emailStep: StepDescriptor<EmailNode> = {
  form,
  below: keysOf(emailForm),
  example: EXAMPLE,
  carries_condition: true,
  build: performed,
  needs: ({ to }, here) => (here.has_email || to !== undefined ? [] : ['email']),
  achieves: ({ to }) => (to === undefined ? { emailed: true, has_email: true } : { emailed: true }),
  check(input) {
    const { context, value, place } = input;
    if (value.kind === 'text') {
      // A text alone answers the email before it; without one the path proof asks for a subject.
      const text = readTemplateValue(input, value, 'an email', `\`${EXAMPLE}\``);
      return text && { body: { kind: 'email', text: text.text, thread: true, unsubscribe: true }, reads: text.reads };
    }
    if (value.kind !== 'map') return reportNeither(input, 'an email has a subject and a text', EXAMPLE);
    const before = context.errorCount();
    const entries = readKeys(context, value, { of: '`email`', known: keysOf(emailForm) });
    const { texts, reads } = readTexts(input, entries);
    const thread = entries.get('thread');
    const threads = thread ? readFlag(context, thread.value, '`thread`') : !entries.has('subject');
    const unsubscribe = readUnsubscribe(input, entries);
    const copies = { ...readAddresses(input, entries, 'cc', reads), ...readAddresses(input, entries, 'bcc', reads) };
    const media = readMedia(input, entries.get('media')?.value);
    const headers = readHeaders(input, entries, reads);
    if (!entries.has('text') && !entries.has('html')) {
      context.report('SEQ008', place, 'the email has neither `text` nor `html`', `Write \`${EXAMPLE}\`.`);
    }
    if (!entries.has('subject') && threads === false) {
      context.report('SEQ034', place, 'the email has no subject', 'Add `subject:`.');
    }
    if (context.errorCount() > before || threads === null || media === null) return null;
    const files = media ? { media: media.media } : {};
    return {
      body: { kind: 'email', ...texts, ...copies, ...headers, ...files, thread: threads, unsubscribe },
      reads: [...reads, ...(media?.reads ?? [])],
    };
  },
};

type Reads = CheckedTemplate['reads'][number][];

function readTexts(
  input: StepInput,
  entries: Entries,
): { texts: Partial<Pick<EmailNode, (typeof TEXTS)[number]>>; reads: Reads } {
  const texts: { [key in (typeof TEXTS)[number]]?: string } = {};
  const reads: Reads = [];
  for (const key of TEXTS) {
    const checked = readTemplate(input, entries, key, `\`${key}\` of an email`);
    if (!checked) continue;
    texts[key] = checked.text;
    reads.push(...checked.reads);
  }
  return { texts, reads };
}

function readUnsubscribe({ context }: StepInput, entries: Entries): boolean {
  const entry = entries.get('unsubscribe');
  const unsubscribes = entry ? readFlag(context, entry.value, '`unsubscribe`') : true;
  if (entry && unsubscribes === false) {
    const message = 'this email offers no way to unsubscribe';
    context.report('SEQ056', entry.key_place, message, 'Remove `unsubscribe: false`.');
  }
  return unsubscribes ?? true;
}

function readAddresses(
  input: StepInput,
  entries: Entries,
  key: 'cc' | 'bcc',
  reads: Reads,
): { readonly cc?: readonly string[]; readonly bcc?: readonly string[] } {
  const entry = entries.get(key);
  if (!entry) return {};
  const addresses = itemsOf(entry.value).flatMap((item) => {
    const checked = readTemplateValue(input, item, `an address of \`${key}\``, 'an address like anna@example.com');
    if (!checked) return [];
    reads.push(...checked.reads);
    return [checked.text];
  });
  return { [key]: addresses };
}

function readHeaders(
  input: StepInput,
  entries: Entries,
  reads: Reads,
): { readonly headers?: Readonly<Record<string, string>> } {
  const entry = entries.get('headers');
  if (!entry) return {};
  const { context } = input;
  const map = readMap(context, entry.value, 'headers', 'Write `headers: { X-Campaign: "{{ team }}" }`.');
  const headers: Record<string, string> = {};
  for (const { key, key_place, value } of map?.entries ?? []) {
    if (!HEADER_NAME.test(key)) {
      const message = `"${shorten(key)}" cannot be a header of an email here`;
      context.report('SEQ010', key_place, message, 'Header names begin with X-, like X-Campaign.');
      continue;
    }
    const checked = readTemplateValue(input, value, `the header ${key}`, `${key}: "spring"`);
    if (!checked) continue;
    headers[key] = checked.text;
    reads.push(...checked.reads);
  }
  return { headers };
}
