import { describe, expect, it } from 'vitest';
import { returnDay } from '../../src/shared/mail/automatic/return-day.ts';
import { readMeaning } from '../../src/shared/mail/read-meaning.ts';
import { readMail } from '../../src/shared/mail/reading/read-mail.ts';

/** Reads a mail that came on Monday 2 March 2026. */
const read = async (source: string) =>
  readMeaning(await readMail(new TextEncoder().encode(source)), { received_at: Date.parse('2026-03-02T09:00:00Z') });
const away = (subject: string, text: string, zone = '+0100', header = '') =>
  read(
    `From: a@x.example\nTo: b@y.example\n${header}Subject: ${subject}\nDate: Mon, 02 Mar 2026 10:00:00 ${zone}\n\n${text}\n`,
  );

describe('an automatic reply', () => {
  it.each([
    ['Automatyczna odpowiedź: Oferta', 'Jestem nieobecny do 12 marca.', '2026-03-12'],
    ['Autosvar: Hej', 'Jag är tillbaka måndag den 9 mars.', '2026-03-09'],
    ['Autosvar: Hej', 'Jeg er tilbage fredag.', '2026-03-06'],
    ['Automatisk svar: Hei', 'Jeg er tilbake 12. mars.', '2026-03-12'],
    ['Automatická odpověď: Dobrý den', 'Jsem mimo kancelář do 12. března.', '2026-03-12'],
    ['自動返信: こんにちは', '3月3日から3月12日まで不在です。', '2026-03-13'],
    [
      '自動返信: こんにちは',
      '3月12日まで不在です。お急ぎの方は総務部（soumu@x.example）までご連絡ください。',
      '2026-03-12',
    ],
    ['Out of Office: Hello', 'I will be travelling July 10-31.', '2026-07-31'],
    ['Abwesenheitsnotiz', 'Ich bin ab dem 12.08. wieder da.', '2026-08-12'],
    ['Réponse automatique', "Absente jusqu'au 3 mars inclus.", '2026-03-04'],
    ['Automatic reply: Hello', 'I am no longer with Acme. Please contact Dana instead.', null],
    ['Automatic reply: Hello', 'I am out of the office.\n\n> I am back on 12 March', null],
  ])('%s: %s', async (subject, text, returns_on) => {
    expect(await away(subject, text)).toEqual({ kind: 'automatic_reply', returns_on });
  });

  it('puts the month first only in English from the zones of the United States', async () => {
    const text = 'I will be back on 05/03/2026.';
    expect(await away('Out of office', text, '-0500')).toMatchObject({ returns_on: '2026-05-03' });
    expect(await away('Out of office', text, '+0000')).toMatchObject({ returns_on: '2026-03-05' });
    expect(await away('Respuesta automática', 'Vuelvo el 05/03/2026', '-0500')).toMatchObject({
      returns_on: '2026-03-05',
    });
  });

  it.each(['X-Autoreply: yes', 'X-Autorespond: x', 'Precedence: auto_reply', 'Preference: auto_reply'])(
    'is recognized by %s, and by one more sign',
    async (header) => {
      const tells = await away('Hello', 'I am out of the office until 12 March.', '+0000', `${header}\n`);
      expect(tells).toEqual({ kind: 'automatic_reply', returns_on: '2026-03-12' });
      expect(await away('Hello', 'See you', '+0000', `${header}\n`)).toMatchObject({ kind: 'in_doubt' });
    },
  );

  it('is recognized by what a standard defines, and not by words alone', async () => {
    expect(await away('Hello', 'See you', '+0000', 'Auto-Submitted: auto-replied\n')).toEqual({
      kind: 'automatic_reply',
      returns_on: null,
    });
    expect(await away('Re: Hello', 'I am out of the office, call me on Monday.')).toEqual({ kind: 'mail' });
    expect(await away('Automatic reply: Hello', 'Thanks!')).toMatchObject({ kind: 'in_doubt' });
    expect(await away('News', 'Yes, call me.', '+0000', 'Precedence: bulk\n')).toEqual({ kind: 'mail' });
  });

  it('counts a weekday from the author’s own day', () => {
    expect(returnDay('back on Friday', { today: '2026-03-06' })).toBe('2026-03-13');
    expect(returnDay('back on Friday', { today: '2026-03-05' })).toBe('2026-03-06');
  });
});
