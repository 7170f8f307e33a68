import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDay, readDate } from '../../src/shared/kit/read-date.ts';
import { rounds } from '../support/rounds.ts';

const DAY = 86_400_000;
const iso = (at: number): string => new Date(at).toISOString();
const inWords = (at: number, options: Intl.DateTimeFormatOptions, locale = 'en-GB'): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(at);
const two = (number: number): string => String(number).padStart(2, '0');

const day = fc
  .integer({ min: Date.UTC(1000, 0, 1) / DAY, max: Date.UTC(9999, 11, 31) / DAY })
  .map((days) => days * DAY);
const HELD = { numRuns: rounds(2000) };

/** Every way to write a day that can be taken for no other day. */
function spellings(at: number): string[] {
  const [date] = iso(at).split('T');
  const [year, month, number] = (date ?? '').split('-').map(Number);
  const long = inWords(at, { month: 'long' }, 'en-US');
  const short = inWords(at, { month: 'short' }, 'en-US');
  return [
    ...[
      `${date}`,
      ` ${date} `,
      `${date}`.replaceAll('-', '/'),
      `${date}`.replaceAll('-', '.'),
      `${year}-${month}-${number}`,
    ],
    ...[`${number} ${long} ${year}`, `${two(number ?? 0)} ${short} ${year}`, `${number}-${short}-${year}`],
    ...[`${long} ${number}, ${year}`, `${short} ${number} ${year}`, `${number}. ${long} ${year}`],
    ...[
      inWords(at, { dateStyle: 'full' }, 'en-US'),
      inWords(at, { dateStyle: 'full' }),
      inWords(at, { dateStyle: 'long' }),
    ],
    ...[inWords(at, { dateStyle: 'medium' }, 'en-US'), `${number}th of ${long.toUpperCase()} ${year}`],
  ];
}

describe('a date', () => {
  it('is the day that was written, in whichever spelling that reads one way only', () => {
    fc.assert(
      fc.property(day, (at) => {
        for (const text of spellings(at)) expect([text, readDate(text)]).toEqual([text, { at, local: true }]);
      }),
      HELD,
    );
  });

  it('is a moment where it names a zone, and that time wherever it is read where it names none', () => {
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 0, max: DAY / 1000 - 1 }),
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        (at, seconds, minutes) => {
          const moment = at + seconds * 1000;
          const local = iso(moment).slice(0, 19);
          const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
          expect(readDate(`${local}Z`)).toEqual({ at: moment, local: false });
          expect(readDate(`${local}.250${offset}`)).toEqual({ at: moment + 250 - minutes * 60_000, local: false });
          expect(readDate(`${local}${offset.replace(':', '')}`)).toEqual({
            at: moment - minutes * 60_000,
            local: false,
          });
          for (const text of [local, local.replace('T', ' '), local.slice(0, 16)])
            expect(readDate(text)).toEqual({
              at: text.length === 16 ? Date.parse(`${text}:00Z`) : moment,
              local: true,
            });
        },
      ),
      HELD,
    );
  });

  it('is none that no calendar has', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 9999 }),
        fc.integer({ min: 0, max: 15 }),
        fc.integer({ min: 0, max: 40 }),
        (year, month, number) => {
          const at = Date.UTC(year, month - 1, number);
          const isReal = iso(at).startsWith(`${year}-${two(month)}-${two(number)}`);
          const text = `${year}-${two(month)}-${two(number)}`;
          expect([text, 'at' in readDate(text), isDay(text)]).toEqual([text, isReal, isReal]);
          for (const time of ['T09:00:00Z', ' 09:00']) expect('at' in readDate(text + time)).toBe(isReal);
        },
      ),
      HELD,
    );
  });

  it('is none where day and month could be taken for each other, whatever they are', () => {
    fc.assert(
      fc.property(day, fc.constantFrom('/', '-', '.', ' '), (at, sign) => {
        const [year = '', month, number] = iso(at).slice(0, 10).split('-');
        for (const text of [
          [number, month, year],
          [month, number, year],
          [number, month, year.slice(2)],
        ]) {
          const read = readDate(text.join(sign));
          expect(read).toMatchObject({ message: expect.stringContaining('could be taken for each other') });
        }
      }),
      HELD,
    );
  });

  it.each([
    ['2027-02-30', 'is not a date: February 2027 has 28 days'],
    ['30 February 2027', 'is not a date: February 2027 has 28 days'],
    ['2027-13-01', 'is not a date: there is no month 13'],
    ['Monday, 2 March 2027', 'is not a date: that day is a Tuesday'],
    ['2027-03-02T25:00:00Z', 'no clock shows that time'],
    ['2027-03-02 09:61', 'no clock shows that time'],
    ['2027-03-02T09:00:00+01:75', 'no clock shows that time'],
    ['3/2/2027 9:00', 'could be taken for each other'],
    ['46082', 'the number that a spreadsheet keeps for one'],
    ['46082.5', 'the number that a spreadsheet keeps for one'],
    ['2027', 'write it like 2027-03-02'],
    ['March 2027', 'write it like 2027-03-02'],
    ['tomorrow', 'write it like 2027-03-02'],
    ['2 ma 2027', 'write it like 2027-03-02'],
    ['0027-03-02', 'could be taken for each other'],
    [`2027-03-02 ${'9'.repeat(100)}`, 'is not a date'],
    ['', 'is not a date'],
  ])('%s is none, and it says why', (text, why) => {
    expect(readDate(text)).toMatchObject({ message: expect.stringContaining(why) });
  });
});
