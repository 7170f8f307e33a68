import type { Written } from './texts.ts';

export const ROMANIAN: Written = {
  seen: {
    replies: [
      'Bună Anna, sună interesant. Când putem vorbi?\n\nCu stimă,\nBo',
      'Sunt în concediu până luni, dar 5 ianuarie e bine. La ce oră?',
      'Mulțumesc, dar momentan nu avem nevoie.',
      'Mă puteți scoate din ședința de vineri? Nu pot participa.',
      'Nu mă ocup eu de asta, întrebați-l pe Ion.',
      'Nu am primit atașamentul, îl puteți retrimite?',
    ],
    absences: [
      [
        'Răspuns automat: ',
        'Sunt în concediu până pe 5 ianuarie 2027. Pentru urgențe, vă rog contactați colega mea Carla.',
        '2027-01-05',
      ],
      ['În afara biroului: ', 'Nu sunt la birou; revin luni, 11.01.2027.', '2027-01-11'],
      ['Răspuns automat: ', 'Mă aflu în concediu de maternitate. Scrieți la info@acme.example.', null],
      ['Absență: ', 'Lipsesc din birou în perioada 21 decembrie - 8 ianuarie inclusiv.', '2027-01-09'],
      ['Răspuns automat: ', 'Biroul este închis. Redeschidem pe 4 ianuarie.', '2027-01-04'],
    ],
    wishes: [
      'Vă rog să mă scoateți din lista de e-mail.',
      'Dezabonare',
      'Nu îmi mai scrieți.',
      'De unde aveți adresa mea? Nu mai doresc să primesc mesaje de la dvs.',
      'Bună ziua,\n\nsolicit ștergerea datelor mele personale conform GDPR.\n\nBo Prospect',
      'Încetați să îmi trimiteți spam',
      'Dezabonați-mă',
    ],
    notices: [
      [
        'suport',
        'Solicitare 48213',
        'Am primit solicitarea dvs., înregistrată cu numărul de tichet 48213. Un operator va răspunde în două zile lucrătoare.',
      ],
      ['noreply', 'Comandă primită', 'Acesta este un mesaj generat automat, vă rugăm să nu răspundeți.'],
      [
        'newsletter',
        'Noutăți',
        'Vizualizați în browser. Primiți acest mesaj deoarece v-ați abonat. Pentru dezabonare, click aici.',
      ],
    ],
  },
  held_back: {
    replies: ['Sigur, sunați-mă joi când mă întorc.', 'Nu, mulțumesc, avem deja un furnizor.', 'Despre ce este vorba?'],
    absences: [
      ['Răspuns automat: ', 'Sunt în delegație, disponibil din nou din 29 decembrie.', '2026-12-29'],
      ['În afara biroului: ', 'Revin mâine.', '2026-12-19'],
      ['Răspuns automat: ', 'Concediu până la data de 7 ianuarie.', '2027-01-07'],
    ],
    wishes: [
      'Lăsați-mă în pace.',
      'Nu doresc să mai fiu contactat.',
      'Ștergeți adresa mea din baza dvs. de date.',
      'vreau să mă dezabonez',
    ],
    notices: [
      [
        'no-reply',
        'Programare',
        'Programarea dvs. din 22 decembrie a fost confirmată. Vă rugăm nu răspundeți la acest mesaj.',
      ],
      ['cariere', 'Candidatură', 'Vă mulțumim pentru aplicație. Candidatura dvs. a fost înregistrată.'],
    ],
  },
};
