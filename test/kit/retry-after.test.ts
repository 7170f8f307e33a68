import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, SECOND } from '../../src/shared/kit/duration.ts';
import { retryAfter } from '../../src/shared/kit/retry-after.ts';
import { rounds } from '../support/rounds.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const asked = (text: string) => retryAfter(text, NOW);

describe('the time that somebody else asks us to wait', () => {
  it.each([
    ['7', 7 * SECOND],
    [' 120 ', 120 * SECOND],
    ['0.5', 500],
    ['Thu, 26 Nov 2026 13:00:00 GMT', HOUR],
    ['Thursday, 26-Nov-26 13:00:00 GMT', HOUR],
    ['2026-11-26T13:00:00Z', HOUR],
    ['2026-11-26T14:00:00+01:00', HOUR],
  ])('is read from "%s"', (text, wait) => {
    expect(asked(text)).toBe(wait);
  });

  it.each([
    ['seconds since 1970', String((NOW + HOUR) / 1000), HOUR],
    ['milliseconds since 1970', String(NOW + HOUR), HOUR],
  ])('is a moment where the number is one: %s', (_, text, wait) => {
    expect(asked(text)).toBe(wait);
  });

  it.each(['31536000', '99999999', 'Fri, 31 Dec 2083 23:59:59 GMT', '2083-01-01T00:00:00Z', '3592000000'])(
    'is a day where more is asked: "%s"',
    (text) => {
      expect(asked(text)).toBe(DAY);
    },
  );

  it.each([
    ...['', ' ', '0', '0.0', '-5', '+5', '1e3', '0x10', 'NaN', 'Infinity', 'soon', 'soon 2027', '7 s', '1,5', '7, 9'],
    ...['Thu, 26 Nov 2026 11:59:59 GMT', 'Thu, 26 Nov 2026 12:00:00 GMT', 'Thu, 99 Nov 2026 12:00:00 GMT'],
    ...['2026-11-26', '1700000000', '1700000000000', '9'.repeat(20), '9'.repeat(400), '9'.repeat(5000)],
  ])('is nothing of which "%s" would say anything', (text) => {
    expect(asked(text)).toBeNull();
  });

  const numbers = fc.oneof(
    fc.double({ noNaN: false }).map(String),
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  it('is between a millisecond and a day, whatever the text, or not known', () => {
    const texts = fc.oneof(
      numbers,
      fc.string({ unit: 'binary' }),
      fc.string().map((end) => `12${end}`),
    );
    void fc.assert(
      fc.property(texts, (text) => {
        const wait = asked(text) ?? 1;
        expect(Number.isInteger(wait) && wait > 0 && wait <= DAY).toBe(true);
      }),
      { numRuns: rounds(5000) },
    );
  });
});
