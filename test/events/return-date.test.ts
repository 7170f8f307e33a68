import { describe, expect, it } from 'vitest';
import { returnDate } from '../../src/runtime/events/reactions/return-date.ts';

// Monday 2 March 2026, 10:00 in Paris.
const NOW = Date.parse('2026-03-02T09:00:00Z');
const ZONE = 'Europe/Paris';

/** The local date of what was read. */
function read(text: string, more: { now?: number; zone?: string; month_first?: boolean } = {}): string | null {
  const { zone = ZONE } = more;
  const at = returnDate(text, { now: NOW, zone, ...more });
  if (at === null) return null;
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at);
  expect(local).toMatch(/ 00:00$/);
  return local.slice(0, 10);
}

describe('the date of an automatic reply', () => {
  it.each([
    ['I am out of the office until 2026-03-12.', '2026-03-12'],
    ['Out of office until 12 March', '2026-03-12'],
    ['I will be back on March 12th, 2026.', '2026-03-12'],
    ['I am away and will return on Thursday, March 12.', '2026-03-12'],
    ['Back Thursday 12 March', '2026-03-12'],
    ['I am on leave from 3 March to 12 March.', '2026-03-13'],
    ['Away 9 March - 12 March', '2026-03-13'],
    ['Until Friday I have no access to mail.', '2026-03-06'],
    ['I will be back on Monday.', '2026-03-09'],
    ['I am out through Friday, 6 March.', '2026-03-07'],
    ['Back on 5 January', '2027-01-05', '2026-12-20'],
    ["Je suis absent jusqu'au 12 mars.", '2026-03-12'],
    ["Je suis absente jusqu'au 12 mars inclus.", '2026-03-13'],
    ['Je serai de retour le 1er avril 2026.', '2026-04-01'],
    ['Absent, de retour lundi', '2026-03-09'],
    ['Ich bin bis zum 12.03.2026 nicht im Büro.', '2026-03-12'],
    ['Vom 3.3. bis 12.3. bin ich im Urlaub.', '2026-03-13'],
    ['Ich bin ab dem 12. März wieder erreichbar.', '2026-03-12'],
    ['Bis einschließlich 12. März bin ich nicht da.', '2026-03-13'],
    ['Ich bin am Montag wieder zurück. Bis Montag!', '2026-03-09'],
    ['Estaré fuera hasta el 12 de marzo de 2026.', '2026-03-12'],
    ['Vuelvo el lunes', '2026-03-09'],
    ['Sono fuori ufficio fino al 12 marzo.', '2026-03-12'],
    ['Rientrerò giovedì 12/03/2026', '2026-03-12'],
    ['Ik ben afwezig tot 12 maart.', '2026-03-12'],
    ['Ik ben afwezig t/m 11 maart.', '2026-03-12'],
    ['Ik ben weer bereikbaar op 12-03-2026', '2026-03-12'],
    ['Estou ausente até 12 de março.', '2026-03-12'],
    ['Estarei de volta na segunda-feira', '2026-03-09'],
  ])('reads %s', (text, expected, now?: string) => {
    expect(read(text, now ? { now: Date.parse(`${now}T09:00:00Z`) } : {})).toBe(expected);
  });

  it('reads slashes day first, and month first for the United States', () => {
    expect(read('Back on 05/03/2026')).toBe('2026-03-05');
    expect(read('Back on 03/05/2026', { month_first: true, zone: 'America/New_York' })).toBe('2026-03-05');
    // Only one reading is a date.
    expect(read('Back on 03/25/2026')).toBe('2026-03-25');
    expect(read('Back on 25/03/2026', { month_first: true })).toBe('2026-03-25');
  });

  it('takes the date of the return before any other date', () => {
    expect(read('I will be back on 12 March. Our conference is on 20 May 2026.')).toBe('2026-03-12');
    expect(read('Away since 23 February, back 12 March. Meet us on 1 June!')).toBe('2026-03-12');
    expect(read('Out until March 12. I will return on March 13.')).toBe('2026-03-13');
  });

  it.each([
    ['Thank you for your message. We will answer within 2 working days.'],
    ['I left the company on 12 January 2026.'],
    ['I am away since 23 February.'],
    ['Back on 31 February'],
    ['Back on 99/99/2026'],
    ['Until further notice'],
    ['Our office is open Monday to Friday from 9.00 to 12.30.'],
    ['Call +33 1 02 03 04 05 or version 1.2.3'],
    ['Back in 2031-03-12'],
    [''],
    ['> I will be back on 12 March'],
    ['Gone.\nOn Mon, 2 Mar 2026 at 10:00, Anna wrote:\nwe meet on 12 March, back by 13 March'],
  ])('finds none in %s', (text) => {
    expect(read(text)).toBeNull();
  });

  it('takes of a subject, which may quote ours, only what follows such a word', () => {
    const subject = (text: string) => returnDate(text, { now: NOW, zone: ZONE, after_word: true });
    expect(subject('Automatic reply: Shall we meet on 12 March?')).toBeNull();
    expect(subject('Out of office until 12 March')).not.toBeNull();
  });

  it('is quick on a text of any shape', () => {
    for (const text of [
      'until '.repeat(10_000),
      '1.'.repeat(50_000),
      '12 '.repeat(50_000),
      `until ${' '.repeat(90_000)}`,
    ]) {
      expect(read(text)).toBeNull();
    }
  });
});
