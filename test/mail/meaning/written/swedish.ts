import type { Written } from './texts.ts';

export const SWEDISH: Written = {
  seen: {
    replies: [
      'Hej Anna, låter intressant. Kan vi prata på tisdag?\n\nMvh\nBo',
      'Jag är ledig till måndag, men den 5 januari går bra. Vilken tid?',
      'Tack, men vi har inget behov just nu.',
      'Kan du ta bort mig från mötet på fredag? Jag kan inte då.',
      'Jag är fel person, kontakta Eva istället.',
      'Jag har inte fått bilagan, kan du skicka den igen?',
    ],
    absences: [
      [
        'Automatiskt svar: ',
        'Jag är inte på kontoret till och med 4 januari 2027. Vid brådskande ärenden kontakta min kollega Carla.',
        '2027-01-05',
      ],
      ['Frånvaro: ', 'Jag har semester och är tillbaka måndagen den 11 januari.', '2027-01-11'],
      ['Autosvar: ', 'Jag är föräldraledig. Skriv till info@acme.example.', null],
      ['Automatiskt svar: ', 'Ledig t.o.m. 8/1.', '2027-01-09'],
      ['Autosvar: ', 'Kontoret är stängt. Vi öppnar igen vecka 1, den 4 januari.', '2027-01-04'],
    ],
    wishes: [
      'Vänligen ta bort mig från er lista.',
      'Avregistrera mig',
      'Sluta mejla mig.',
      'Var har ni fått min adress ifrån? Jag vill inte ha fler mejl.',
      'Hej,\n\njag begär att ni raderar mina personuppgifter enligt GDPR.\n\nBo Prospekt',
      'Inga fler utskick tack',
      'Avprenumerera',
    ],
    notices: [
      [
        'support',
        'Ärende 48213',
        'Vi har tagit emot ditt ärende och det har fått ärendenummer 48213. En handläggare svarar inom två arbetsdagar.',
      ],
      ['noreply', 'Orderbekräftelse', 'Detta är ett automatiskt meddelande, det går inte att svara på det.'],
      [
        'nyhetsbrev',
        'Nytt i december',
        'Visa i webbläsaren. Du får detta mejl eftersom du prenumererar. Klicka här för att avregistrera dig.',
      ],
    ],
  },
  held_back: {
    replies: ['Gärna, ring mig på torsdag när jag är tillbaka.', 'Nej tack, vi är nöjda.', 'Vad gäller det?'],
    absences: [
      ['Automatiskt svar: ', 'Hej! Jag är på tjänsteresa och läser mejl igen den 29 december.', '2026-12-29'],
      ['Autosvar: ', 'Åter i morgon.', '2026-12-19'],
      ['Automatiskt svar: ', 'Semester fram till 7 januari.', '2027-01-07'],
    ],
    wishes: [
      'Lämna mig i fred.',
      'Jag undanber mig vidare kontakt.',
      'Radera min adress ur ert register.',
      'vill avsluta prenumerationen',
    ],
    notices: [
      ['no-reply', 'Bokning', 'Din bokning den 22 december är bekräftad. Svar på detta mejl läses inte.'],
      ['rekrytering', 'Ansökan', 'Tack för din ansökan, den har mottagits och kommer att behandlas.'],
    ],
  },
};
