import type { Written } from './texts.ts';

export const DANISH: Written = {
  seen: {
    replies: [
      'Hej Anna, det lyder spændende. Kan vi tale sammen på tirsdag?\n\nMvh\nBo',
      'Jeg holder ferie til mandag, men den 5. januar passer fint. Hvad tid?',
      'Tak, men vi har ikke brug for det lige nu.',
      'Kan du fjerne mig fra mødet på fredag? Jeg kan ikke.',
      'Det er ikke mig, der står for det, spørg Jens.',
      'Jeg har ikke fået bilaget, kan du sende det igen?',
    ],
    absences: [
      [
        'Automatisk svar: ',
        'Jeg er ikke på kontoret til og med den 4. januar 2027. Kontakt min kollega Carla, hvis det haster.',
        '2027-01-05',
      ],
      ['Fraværende: ', 'Jeg holder ferie og er tilbage mandag den 11. januar.', '2027-01-11'],
      ['Autosvar: ', 'Jeg er på barsel. Skriv til info@acme.example.', null],
      ['Automatisk svar: ', 'Ferie frem til 08.01.2027.', '2027-01-08'],
      ['Automatisk svar: ', 'Kontoret er lukket. Vi svarer igen fra den 4/1.', '2027-01-04'],
    ],
    wishes: [
      'Fjern mig venligst fra jeres liste.',
      'Afmeld',
      'Stop med at skrive til mig.',
      'Hvor har I min adresse fra? Jeg vil ikke have flere mails.',
      'Hej,\n\njeg beder jer slette mine personoplysninger i henhold til GDPR.\n\nBo Prospekt',
      'Ingen flere henvendelser tak',
      'Slet mig fra nyhedsbrevet',
    ],
    notices: [
      [
        'support',
        'Sag 48213',
        'Vi har modtaget din henvendelse, som har fået sagsnummer 48213. En medarbejder svarer inden for to hverdage.',
      ],
      ['noreply', 'Ordrebekræftelse', 'Dette er en automatisk besked, som ikke kan besvares.'],
      ['nyhedsbrev', 'Nyt i december', 'Vis i browser. Du modtager denne mail, fordi du er tilmeldt. Afmeld dig her.'],
    ],
  },
  held_back: {
    replies: [
      'Gerne, ring til mig torsdag, når jeg er tilbage.',
      'Nej tak, vi er dækket ind.',
      'Hvad drejer det sig om?',
    ],
    absences: [
      ['Automatisk svar: ', 'Hej, jeg er på forretningsrejse og læser mail igen den 29. december.', '2026-12-29'],
      ['Ude af kontoret: ', 'Jeg er tilbage i morgen.', '2026-12-19'],
      ['Autosvar: ', 'Bortrejst indtil 7. januar.', '2027-01-07'],
    ],
    wishes: [
      'Lad mig være i fred.',
      'Jeg frabeder mig flere henvendelser fra jer.',
      'Slet min mailadresse i jeres system.',
      'vil gerne afmeldes',
    ],
    notices: [
      ['no-reply', 'Booking', 'Din booking den 22. december er bekræftet. Svar på denne mail bliver ikke læst.'],
      ['job', 'Ansøgning', 'Tak for din ansøgning, som er modtaget og vil blive behandlet.'],
    ],
  },
};
