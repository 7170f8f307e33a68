import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDeclared, readDeclaredVars, withDefaults } from '../../src/language/plan/declared-value.ts';

const read = (fallback: string | number | boolean | null, given: unknown): unknown => {
  const result = readDeclared(fallback, given);
  return result.ok ? result.value : result.error;
};

describe('a value for a variable whose default is a number', () => {
  it.each([
    ['10', 10],
    [' 10 ', 10],
    ['-3', -3],
    ['12.5', 12.5],
    ['12,5', 12.5],
    ['0.125', 0.125],
    ['491511234567.0', 491511234567],
    ['1e3', 1000],
    [7, 7],
  ])('is read of %j', (given, value) => {
    expect(read(0, given)).toBe(value);
  });

  it.each([
    ['ten', 'must be a number, as its default 0 is: "ten" is none; write it like 10 or 12.5'],
    ['1,000', 'must be a number, as its default 0 is: "1,000" could be two numbers; write it like 1000 or 1.5'],
    ['1.000', 'must be a number, as its default 0 is: "1.000" could be two numbers; write it like 1000 or 1.5'],
    [
      '12345678901234567890',
      'must be a number, as its default 0 is: "12345678901234567890" has more digits than a number keeps; declare it as a text, by a default in quotes',
    ],
    ['1e999', expect.stringContaining('more digits than a number keeps')],
    ['10%', expect.stringContaining('"10%" is none')],
    ['0x10', expect.stringContaining('"0x10" is none')],
    ['NaN', expect.stringContaining('"NaN" is none')],
    [true, 'must be a number, as its default 0 is: what is given is none'],
  ])('is none in %j', (given, error) => {
    expect(read(0, given)).toEqual(error);
  });

  it('is every number that a program writes', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        fc.pre(
          !/^-?[1-9]\d{0,2}\.\d{3}$/.test(String(number)) &&
            (!Number.isInteger(number) || Number.isSafeInteger(number)),
        );
        expect(read(0, String(number))).toBe(Object.is(number, -0) ? 0 : number);
      }),
    );
  });
});

describe('a value for a variable whose default is true or false', () => {
  it.each(['true', 'TRUE', ' True ', 'yes', '1', 1, 'WAHR', 'VRAI', true])('is true in %j', (given) => {
    expect(read(false, given)).toBe(true);
  });
  it.each(['false', 'FALSE', 'no', '0', 0, 'FALSCH', 'FAUX', false])('is false in %j', (given) => {
    expect(read(true, given)).toBe(false);
  });
  it.each(['maybe', '2', 'x', 2])('is none in %j', (given) => {
    expect(read(false, given)).toMatch(
      /^must be true or false, as its default false is: .* is neither; write true or false$/,
    );
  });
});

describe('a value for a variable whose default is a day', () => {
  it.each(['2027-03-02', '2 March 2027', '2027/3/2', '2027-03-02 00:00:00', '2027-03-02T00:00:00.000Z'])(
    'is read of %j',
    (given) => {
      expect(read('2026-01-01', given)).toBe('2027-03-02');
    },
  );
  it.each([
    ['2027-02-30', 'is not a date: February 2027 has 28 days'],
    ['3/2/2027', 'could be taken for each other'],
    ['46082', 'the number that a spreadsheet keeps for one'],
    ['soon', 'is not a date; write it like 2027-03-02'],
    ['2027-03-02 09:30', 'is a time of a day; write the day alone, like 2027-03-02'],
  ])('is none in %j', (given, why) => {
    expect(read('2026-01-01', given)).toMatch(/^must be a day, as its default "2026-01-01" is: /);
    expect(read('2026-01-01', given)).toContain(why);
  });
});

describe('a value for a variable whose default is a text, or that has none', () => {
  it('is a text, or whatever it is', () => {
    expect([read('Platform', 10), read('Platform', true), read('', ' x ')]).toEqual(['10', 'true', ' x ']);
    expect([read(null, 10), read(null, 'ten'), read(null, null)]).toEqual([10, 'ten', null]);
  });
});

describe('variables of somebody', () => {
  const declared = { score: 1, vip: true, team: 'Platform', opening: null };

  it('are the defaults where nothing is given: an empty cell, null', () => {
    expect(withDefaults(declared, { score: '', vip: null, team: null, opening: 'Hi' })).toEqual({
      ...declared,
      opening: 'Hi',
    });
  });

  it('are named where they are something else, each', () => {
    expect(readDeclaredVars(declared, { score: 'ten', vip: 'x', other: 'y' })).toEqual({
      vars: { other: 'y' },
      wrong: [
        'lead.vars.score must be a number, as its default 1 is: "ten" is none; write it like 10 or 12.5',
        'lead.vars.vip must be true or false, as its default true is: "x" is neither; write true or false',
      ],
    });
  });
});
