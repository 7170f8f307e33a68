import type { EmailNode } from '../../plan/nodes/email.ts';
import { type Entries, itemsOf, readFlag, readKeys, readMap, shorten } from '../check-context.ts';
import type { CheckedTemplate } from '../check-template.ts';
import { keysOf } from '../schema/describe.ts';
import { emailForm } from '../schema/steps/email.ts';
import { readTemplate, readTemplateValue, reportNeither } from './read-body.ts';
import { readMedia } from './read-media.ts';
import { BOTH, type StepInput, type StepKind } from './step-kind.ts';

const EXAMPLE = '- email: { subject: "A role", text: "Hi {{ first_name }}" }';
const TEXTS = ['subject', 'text', 'html', 'to', 'reply_to'] as const;
const HEADER_NAME = /^x-[!-9;-~]+$/i;

export const emailStep: StepKind = {
  word: 'email',
  below: keysOf(emailForm),
  branches: BOTH,
  reviewable: true,
  example: EXAMPLE,
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
