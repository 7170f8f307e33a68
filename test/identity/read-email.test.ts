import { describe, expect, it } from 'vitest';
import { readEmail } from '../../src/shared/identity/email-address.ts';
import { sayNotRead } from '../../src/shared/identity/not-read.ts';

const said = (text: string): string => {
  const read = readEmail(text);
  return read.ok ? `read as ${read.value.address}` : sayNotRead(read.error).replace('is not an email address: ', '');
};

describe('an email address', () => {
  it('is mailed as it was written, and known by what one person may write', () => {
    const read = readEmail(' mailto:A.d.a+news@GoogleMail.com\u200b');
    expect(read).toEqual({
      ok: true,
      value: {
        address: 'A.d.a+news@googlemail.com',
        local: 'A.d.a+news',
        domain: 'googlemail.com',
        as_written: 'A.d.a+news@GoogleMail.com',
        key: 'ada@gmail.com',
      },
    });
  });

  it.each([
    ['ada@MÜNCHEN.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@mu\u0308nchen.example', 'ada@xn--mnchen-3ya.example'],
    ['carl@ｘ.example', 'carl@x.example'],
    ['jo\u0308rg@x.example', 'jörg@x.example'],
    ["o'brien@x.example", "o'brien@x.example"],
    ['ada@نامه\u200cای.example', 'ada@xn--mgba3gch31f060k.example'],
  ])('is %j, at %s', (text, address) => expect(said(text)).toBe(`read as ${address}`));

  it.each([
    ['Ada:ada@x.example', 'it has a colon, as a group of addresses has; write ada@x.example'],
    ['Ada: ada@x.example, bob@x.example;', 'it has a colon, as a group of addresses has'],
    ['SMTP:Ada@x.example', 'it has a colon, as a group of addresses has; write Ada@x.example'],
    ['Ada <ada@x.example>', 'it has angle brackets, as a name before an address has; write ada@x.example'],
    ['ada@x.example (Ada)', 'it has a comment in round brackets; write ada@x.example'],
    ['ada@x.example, bob@x.example', 'it has a comma or a semicolon, as several addresses have'],
    ['ada@x.example;', 'it has a comma or a semicolon, as several addresses have; write ada@x.example'],
    ['ada@x@y.example', 'it has more than one @'],
    ['a\u200bda@x.example', 'it has a blank or an invisible letter within; write ada@x.example'],
    ['ada@x\u00ad.example', 'it has a blank or an invisible letter within; write ada@x.example'],
    ['ada @x.example', 'it has a blank or an invisible letter within; write ada@x.example'],
    ['“ada@x.example”', expect.stringMatching(/^it has a quote, .*; write ada@x\.example$/)],
    ['"ada l"@x.example', 'it has a blank or an invisible letter within'],
    ["'ada@x.example'", 'it begins with an apostrophe, as a spreadsheet marks a text; write ada@x.example'],
    ['%20ada@x.example', 'it has a letter that is encoded with a percent sign'],
    ['ａda@x.example', 'it has letters that only look like those of an address; write ada@x.example'],
    ['ada＠x.example', 'its ＠ is not the letter @; write ada@x.example'],
    ['ada', 'is not an email address'],
    ['@x.example', 'nothing stands before its @'],
    ['ada@localhost', 'its domain is none that a name server takes'],
    ['ada@127.0.0.1', 'its domain is none that a name server takes'],
    ['ada@xn--a.example', 'its domain is none that a name server takes'],
    ['mailto:%E4@x.example', 'what follows its “mailto:” cannot be decoded'],
    ['', 'it is empty'],
    [`${'a'.repeat(250)}@x.example`, 'it is longer than 254 bytes'],
    ['a'.repeat(2001), 'it is longer than 2000 characters'],
  ])('is not %j: %s', (text, why) => expect(said(text)).toEqual(why));
});
