import { describe, expect, it } from 'vitest';
import { readEmail } from '../../src/shared/identity/email-address.ts';
import { sayNotRead } from '../../src/shared/identity/not-read.ts';

const said = (text: string): string => {
  const read = readEmail(text);
  return read.ok ? `read as ${read.value.address}` : sayNotRead(read.error).replace('is not an email address: ', '');
};

const keyOf = (text: string): string | null => {
  const read = readEmail(text);
  return read.ok ? read.value.key : null;
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
    ['ada!@x.example', 'ada!@x.example'],
    ['bounce=ada=y.example@x.example', 'bounce=ada=y.example@x.example'],
    ['ada@نامه\u200cای.example', 'ada@xn--mgba3gch31f060k.example'],
  ])('is %j, at %s', (text, address) => expect(said(text)).toBe(`read as ${address}`));

  it.each([
    ['a.d.a+news@gmail.com', 'ADA@googlemail.com'],
    ['ada+news@outlook.com', 'ada@outlook.com'],
    ['ada@me.com', 'ada+news@icloud.com'],
    ['ada@ya.ru', 'Ada@yandex.com'],
    ['ada@xn--bcher-kva.xn--mnchen-3ya.example', 'ada@bücher.xn--mnchen-3ya.example'],
  ])('%s is of who has %s', (one, other) => expect(keyOf(one)).toBe(keyOf(other)));

  it.each([
    ['a.da@x.example', 'ada@x.example'],
    ['ada+news@x.example', 'ada@x.example'],
    ['a.da@outlook.com', 'ada@outlook.com'],
    ['ada@outlook.com', 'ada@hotmail.com'],
    ['+news@gmail.com', 'ada@gmail.com'],
    ['ada@straße.example', 'ada@strasse.example'],
  ])('%s is not of who has %s', (one, other) => expect(keyOf(one)).not.toBe(keyOf(other)));

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
    ['"bob@y.example l"@x.example', 'it has more than one @'],
    ['ada@x.example(l).y.example', 'it has a comment in round brackets'],
    ['https://ada@x.example', 'it has a colon, as a group of addresses has'],
    ["'ada@x.example'", 'it begins with an apostrophe, as a spreadsheet marks a text; write ada@x.example'],
    ['bob%y.example@x.example', 'some mail servers read its % or ! as the way to another address'],
    ['y.example!bob@x.example', 'some mail servers read its % or ! as the way to another address'],
    ['=?utf-8?q?bob=40y.example?=@x.example', 'it has an encoded word, as headers have'],
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
