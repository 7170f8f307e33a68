import { describe, expect, it } from 'vitest';
import { findOwnForms } from './find-own-forms.ts';

const found = (source: string) => findOwnForms('a.ts', source).map(({ what }) => what);

describe('a form of its own', () => {
  it.each([
    'address.toLowerCase()',
    'lead.email.trim()',
    'mail.from?.email.toLowerCase()',
    "(row.phone_number ?? '').trim()",
    "textAt(item, 'participant', 'email').toLowerCase()",
    'fromEmail.trim().toLowerCase()',
    "slug.normalize('NFC')",
    'one[profile_url].trim()',
    'local.concat(domain).toLowerCase()',
  ])('is %s', (call) => expect(found(`const x = ${call};`)).toContain(call));

  it.each([
    ['recipients.map((one) => one.toLowerCase());', 'one.toLowerCase()'],
    ['[email.to, ...email.cc].map((one) => one.trim());', 'one.trim()'],
    ['const email = z.string().trim();', 'z.string().trim()'],
    ['z.object({ phone_number: z.string().trim() });', 'z.string().trim()'],
    ['db.query(`select 1 from leads where lower(email) = $1`);', 'lower(email)'],
    ["db.query('select lower(split_part(btrim(l.email), $1))');", 'btrim(l.email)'],
  ])('is in %s', (source, call) => expect(found(source)).toContain(call));

  it.each([
    'name.toLowerCase();',
    'mail.subject.trim();',
    'emails.length; text.trim();',
    'text.trimmed(); email.length;',
    'z.object({ reason: z.string().trim(), email: z.string() });',
    "z.object({ to: z.string() }).refine((given) => given.text.trim() !== '');",
    'db.query(`select lower(name), email from leads`);',
    'readEmail(text);',
  ])('is none in %s', (source) => expect(found(source)).toEqual([]));
});
