import { describe, expect, it } from 'vitest';
import { sayNotRead } from '../../src/shared/identity/not-read.ts';
import { type ReadingOfPhones, readPhone } from '../../src/shared/identity/phone-number.ts';

const said = (text: string, reading?: ReadingOfPhones): string => {
  const read = readPhone(text, reading);
  return read.ok ? read.value.number : sayNotRead(read.error).replace('is not a phone number: ', '');
};

describe('a phone number', () => {
  it.each([
    ['+33 (0)6 12 34 56 78', null, '+33612345678'],
    ['0033 6.12.34.56.78', null, '+33612345678'],
    ['tel:+33-6-12-34-56-78', null, '+33612345678'],
    ["'+33612345678", null, '+33612345678'],
    ['(+33) 6 12 34 56 78', null, '+33612345678'],
    ['+33.612345678', null, '+33612345678'],
    ['＋３３６１２３４５６７８', null, '+33612345678'],
    ['+39 06 1234567', null, '+39061234567'],
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['06/12/34/56/78', 'fr', '+33612345678'],
    ['0151/12345678', 'DE', '+4915112345678'],
    ['020 7946 0917', 'UK', '+442079460917'],
    ['(212) 736-5000', 'US', '+12127365000'],
    ['1 212 736 5000', 'US', '+12127365000'],
    ['011 33 6 12 34 56 78', 'US', '+33612345678'],
    ['347 1234567', 'IT', '+393471234567'],
    ['33612345678', 'FR', '+33612345678'],
    ['612345678.0', 'FR', '+33612345678'],
    ['3.3612345678E+10', 'FR', '+33612345678'],
    ['4915112345678', 'FR', '+4915112345678'],
  ])('is %j of %s: %s', (text, country, number) => expect(said(text, { country })).toBe(number));

  const ADVICE = 'it does not begin with + and a country code, and no country says where it is dialed; write ';
  it.each([
    ['06 12 34 56 78', null, `${ADVICE}+33612345678, say, or give the country`],
    ['491511234567.0', null, `${ADVICE}+491511234567, if that is the number, or give the country`],
    ['6565551234', null, `${ADVICE}+6565551234, if that is the number, or give the country`],
    ['06 12 34 56 78', 'XX', `${ADVICE}+33612345678, say, or give the country`],
    ['4.9E+11', 'DE', 'a spreadsheet has rounded it; write its column as text, and the number in full'],
    ['4,9E+11', null, 'a spreadsheet has rounded it; write its column as text, and the number in full'],
    ['491511234567.5', 'DE', 'it has decimals'],
    ['491511234567', 'DE', 'it may be +49491511234567 or +491511234567; write the one that it is'],
    ['33612345678', 'DE', 'it may be +4933612345678 or +33612345678; write the one that it is'],
    ['6565551234.0', 'US', 'it may be +16565551234 or +6565551234; write the one that it is'],
    ['+49 151 1234567/8', null, 'it may be two numbers'],
    ['+33612345678 / +33612345679', null, 'it has more than digits and what groups them'],
    ['+33612345678, +33612345679', null, 'it has more than digits and what groups them'],
    ['+1 212 736 5000 ext. 5', null, 'it has more than digits and what groups them'],
    ['+0612345678', null, expect.stringMatching(/^no country has such a number; write \+33612345678, say/)],
    ['+336123', null, expect.stringMatching(/^no country has such a number/)],
    ['06 12 34 56 78 90', 'FR', expect.stringMatching(/^FR has no such number/)],
    ['', null, 'it has more than digits and what groups them'],
  ])('is not %j of %s: %s', (text, country, why) => expect(said(text, { country })).toEqual(why));

  it('may lack its + where all numbers are international', () => {
    expect(said('33 6 12 34 56 78', { international: true })).toBe('+33612345678');
    expect(said('0612345678', { international: true })).toMatch(/^it is not in international format/);
  });
});
