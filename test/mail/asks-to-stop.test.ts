import { describe, expect, it } from 'vitest';
import { asksToStop } from '../../src/shared/mail/asks-to-stop.ts';

describe('a wish to unsubscribe', () => {
  it.each([
    'unsubscribe',
    'STOP',
    'Unsubscribe please.',
    'Please remove me from your list',
    'Take me off this list.\n\n-- \nBob, Acme',
    'Stop emailing me!',
    "Don't contact me again",
    'No more emails please',
    'Can you unsubscribe me?',
    'Bitte keine weiteren Mails.',
    'Abmelden',
    'Bitte nehmen Sie mich aus Ihrem Verteiler.',
    'Désinscription',
    'Merci de ne plus me contacter.',
    'Retirez-moi de votre liste',
    'No quiero recibir más correos',
    'Dame de baja',
    'Non mi scrivete più',
    'Não quero mais receber e-mails',
    'Geen mails meer aub',
    'Proszę mnie wypisać z listy',
    'Vill inte ha fler mejl',
    'Nechci dostávat další e-maily',
    '今後のメールは不要です',
  ])('is %s', (text) => {
    expect(asksToStop(text)).toBe(true);
  });

  it.each([
    'How do I unsubscribe from your competitor?',
    'We saw many customers unsubscribe from our newsletter last month.',
    'Do not stop, this is great!',
    'Yes, tell me more',
    'Can we stop by your office on Monday?',
    'I will be on vacation, remove the meeting from Friday.',
    'Our unsubscribe page is broken, can you help?',
    `Thanks for reaching out. ${'We are looking for a partner in this field. '.repeat(12)} Please remove me from the cc.`,
    '> Unsubscribe',
    '',
  ])('is not %s', (text) => {
    expect(asksToStop(text)).toBe(false);
  });
});
