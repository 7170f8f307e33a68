import type { Written } from './texts.ts';

export const NORWEGIAN: Written = {
  seen: {
    replies: [
      'Hei Anna, det høres interessant ut. Kan vi snakke på tirsdag?\n\nMvh\nBo',
      'Jeg har ferie til mandag, men 5. januar passer. Når på dagen?',
      'Takk, men vi har ikke behov for det nå.',
      'Kan du fjerne meg fra møtet på fredag? Jeg kan ikke da.',
      'Jeg er feil person, spør Kari.',
      'Jeg har ikke fått vedlegget, kan du sende det på nytt?',
    ],
    absences: [
      [
        'Automatisk svar: ',
        'Jeg er ikke på kontoret til og med 4. januar 2027. Kontakt min kollega Carla hvis det haster.',
        '2027-01-05',
      ],
      ['Fravær: ', 'Jeg har ferie og er tilbake mandag 11. januar.', '2027-01-11'],
      ['Autosvar: ', 'Jeg er i foreldrepermisjon. Skriv til info@acme.example.', null],
      ['Automatisk svar: ', 'Ferie frem til 08.01.2027.', '2027-01-08'],
      ['Automatisk svar: ', 'Kontoret er stengt. Vi er tilbake i uke 1.', '2027-01-04'],
    ],
    wishes: [
      'Vennligst fjern meg fra listen deres.',
      'Meld meg av',
      'Slutt å sende meg e-post.',
      'Hvor har dere fått adressen min fra? Jeg vil ikke ha flere mailer.',
      'Hei,\n\njeg ber om at dere sletter mine personopplysninger i henhold til GDPR.\n\nBo Prospekt',
      'Ingen flere henvendelser takk',
      'Avmeld',
    ],
    notices: [
      [
        'support',
        'Sak 48213',
        'Vi har mottatt din henvendelse, som har fått saksnummer 48213. En saksbehandler svarer innen to virkedager.',
      ],
      ['noreply', 'Ordrebekreftelse', 'Dette er en automatisk melding som ikke kan besvares.'],
      [
        'nyhetsbrev',
        'Nytt i desember',
        'Vis i nettleser. Du mottar denne e-posten fordi du er påmeldt. Meld deg av her: klikk.',
      ],
    ],
  },
  held_back: {
    replies: ['Gjerne, ring meg torsdag når jeg er tilbake.', 'Nei takk, vi er godt dekket.', 'Hva gjelder det?'],
    absences: [
      ['Automatisk svar: ', 'Hei, jeg er på tjenestereise og leser e-post igjen 29. desember.', '2026-12-29'],
      ['Ikke på kontoret: ', 'Jeg er tilbake i morgen.', '2026-12-19'],
      ['Autosvar: ', 'Bortreist inntil 7. januar.', '2027-01-07'],
    ],
    wishes: [
      'La meg være i fred.',
      'Jeg frabeder meg flere henvendelser.',
      'Slett e-postadressen min fra systemene deres.',
      'ønsker å melde meg av',
    ],
    notices: [
      ['no-reply', 'Booking', 'Din booking 22. desember er bekreftet. Svar på denne e-posten blir ikke lest.'],
      ['jobb', 'Søknad', 'Takk for din søknad, den er mottatt og vil bli behandlet.'],
    ],
  },
};
