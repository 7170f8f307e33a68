import { describe, expect, it } from 'vitest';
import { isoOfDay } from '../../src/shared/mail/automatic/calendar-days.ts';
import { easter, orthodoxEaster } from '../../src/shared/mail/automatic/feasts.ts';
import { returnDay } from '../../src/shared/mail/automatic/return-day.ts';
import { trainingTexts } from './meaning/learn/labeled-texts.ts';

describe('Easter', () => {
  it.each([
    [2024, '2024-03-31', '2024-05-05'],
    [2025, '2025-04-20', '2025-04-20'],
    [2026, '2026-04-05', '2026-04-12'],
    [2027, '2027-03-28', '2027-05-02'],
    [2038, '2038-04-25', '2038-04-25'],
  ])('of %i is on the day that the churches keep', (year, western, eastern) => {
    expect([easter(year), orthodoxEaster(year)].map(isoOfDay)).toEqual([western, eastern]);
  });
});

describe('a day of return that is named by what it is', () => {
  it.each([
    ['Back after Easter.', '2027-03-24', '2027-03-30'],
    ['Nach Pfingsten bin ich wieder da.', '2027-05-13', '2027-05-18'],
    ['Regreso después de Reyes.', '2026-12-21', '2027-01-07'],
    ['Revin după Paște.', '2027-04-28', '2027-05-04'],
    ['Vastaan loppiaisen jälkeen.', '2026-12-18', '2027-01-07'],
    ['元宵节过后上班。', '2027-02-05', '2027-02-22'],
    ['Afwezig tot en met Driekoningen.', '2026-12-29', '2027-01-07'],
    ['I will be back in the new year.', '2026-12-22', '2027-01-04'],
    ['I hope to be back in mid-June.', '2027-05-10', '2027-06-15'],
    ['Sarò di nuovo operativa da ottobre 2027.', '2027-03-01', '2027-10-01'],
    ['Bis Monatsende nicht im Büro.', '2026-11-26', '2026-12-01'],
    ['In ufficio lunedì 7.', '2027-05-31', '2027-06-07'],
    ['Er væk i fjorten dage fra i dag.', '2027-06-14', '2027-06-28'],
    ['I am away this week.', '2027-04-12', '2027-04-19'],
    ['Tilbake etter 17. mai.', '2027-05-12', '2027-05-18'],
    ['3 Kasıma kadar tatildeyim.', '2026-10-26', '2026-11-03'],
  ])('%s', (text, today, expected) => {
    expect(returnDay(text, { today })).toBe(expected);
  });

  it('is when they are back, and not until when an offer holds or somebody else is there', () => {
    const text = 'I am out and return on Tuesday 6 April 2027. Our spring offer remains valid until 30 April.';
    expect(returnDay(text, { today: '2027-03-24' })).toBe('2027-04-06');
    const other = 'Back on the 3rd of May. Greg covers until 23 April, then Lucy until 30 April.';
    expect(returnDay(other, { today: '2027-04-19' })).toBe('2027-05-03');
  });

  it('is none of the month whose name somebody has', () => {
    expect(returnDay('Torno lunedì 19 ottobre. Per urgenze: Marco Neri.', { today: '2026-10-13' })).toBe('2026-10-19');
  });
});

describe('absences that others wrote', () => {
  it('name the day of return, or rightly none', () => {
    const absences = trainingTexts().filter(({ kind }) => kind === 'absence');
    const isRight = ({ text, date = '', return_day = null, also = [] }: (typeof absences)[number]) => {
      const read = returnDay(text, { today: date });
      return read === (return_day ?? null) || (read !== null && also.includes(read));
    };
    expect(absences.filter(isRight).length / absences.length).toBeGreaterThan(0.86);
  });
});
