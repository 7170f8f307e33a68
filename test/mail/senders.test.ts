import { describe, expect, it } from 'vitest';
import { readMeaning } from '../../src/shared/mail/read-meaning.ts';
import { readMail } from '../../src/shared/mail/reading/read-mail.ts';
import { isOfAPerson } from './is-of-a-person.ts';

const read = (from: string, more = '') =>
  readMail(
    new TextEncoder().encode(
      `${from}\n${more}Subject: Re: Hello\n\nI tried to call you but could not reach you. Ring me at noon.\n`,
    ),
  );
const BO = { name: 'Prospect, Bo', email: 'bo@acme.example' };

describe('a sender that is not written as the standard has it', () => {
  it.each([
    ['an unquoted comma', 'From: Prospect, Bo <bo@acme.example>', BO],
    ['an unquoted semicolon', 'From: Prospect; Bo <bo@acme.example>', { ...BO, name: 'Prospect; Bo' }],
    ['name and address in one encoded word', 'From: =?utf-8?Q?Prospect=2C_Bo_=3Cbo=40acme.example=3E?=', BO],
    ['an encoded comma', 'From: =?utf-8?Q?Prospect=2C_Bo?= <bo@acme.example>', BO],
    ['a name in a charset of old', 'From: =?cp850?Q?J=94rg?= <bo@acme.example>', { ...BO, name: 'Jörg' }],
    ['no brackets', 'From: Bo Prospect bo@acme.example', { ...BO, name: 'Bo Prospect' }],
    ['a bracket that is never closed', 'From: Bo <bo@acme.example', { ...BO, name: 'Bo' }],
    [
      'an address as the name',
      'From: b.prospect@acme.example, Bo, <bo@acme.example>',
      { name: '', email: 'b.prospect@acme.example' },
    ],
    ['mailto', 'From: Bo, P <mailto:bo@acme.example>', { ...BO, name: 'Bo, P' }],
    ['a name behind the address', 'From: bo@acme.example, (Bo Prospect)', { name: '', email: 'bo@acme.example' }],
  ])('is read in spite of %s', async (_, from, expected) => {
    const mail = await read(from);
    expect(mail.from).toEqual(expected);
    expect(readMeaning(mail, { received_at: 0 })).toSatisfy(isOfAPerson);
  });

  it('is whoever sent it, or is to be answered, where there is none', async () => {
    expect((await read('Sender: Bo <bo@acme.example>')).from).toEqual({ name: 'Bo', email: 'bo@acme.example' });
    expect((await read('From: Bo\nReply-To: bo@acme.example')).from?.email).toBe('bo@acme.example');
  });

  it('makes no bounce of what a person wrote', async () => {
    for (const from of ['From: Bo', 'X-Note: none', 'From: "Bo, P"']) {
      const mail = await read(from, 'Return-Path: <bo@acme.example>\n');
      expect(readMeaning(mail, { received_at: 0 }), from).toSatisfy(isOfAPerson);
    }
  });

  it('is nobody where the mail says so: a mail system wrote it', async () => {
    const mail = await read('From: <>');
    expect(mail.from).toBeNull();
    expect(readMeaning(mail, { received_at: 0 }).kind).toBe('bounce');
  });
});
