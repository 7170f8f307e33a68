import type { Written } from './texts.ts';

export const HUNGARIAN: Written = {
  seen: {
    replies: [
      'Kedves Anna, érdekesen hangzik. Mikor tudunk beszélni?\n\nÜdvözlettel\nBo',
      'Hétfőig szabadságon vagyok, de január 5. jó. Hány órakor?',
      'Köszönöm, de most nincs rá szükségünk.',
      'Kérem, vegyen ki a pénteki megbeszélésből, nem érek rá.',
      'Ezzel nem én foglalkozom, kérdezze Jánost.',
      'Nem kaptam meg a mellékletet, el tudná küldeni újra?',
    ],
    absences: [
      [
        'Automatikus válasz: ',
        '2027. január 5-ig szabadságon vagyok. Sürgős esetben forduljon kollégámhoz, Carlához.',
        '2027-01-05',
      ],
      ['Házon kívül: ', 'Nem vagyok az irodában, január 11-én, hétfőn térek vissza.', '2027-01-11'],
      ['Automatikus válasz: ', 'Szülési szabadságon vagyok. Írjon az info@acme.example címre.', null],
      ['Távollét: ', 'December 21-től január 8-ig távol vagyok.', '2027-01-08'],
      ['Automatikus válasz: ', 'Irodánk zárva tart, január 4-től ismét elérhetőek vagyunk.', '2027-01-04'],
    ],
    wishes: [
      'Kérem, töröljön a levelezőlistáról.',
      'Leiratkozás',
      'Ne küldjön nekem több e-mailt.',
      'Honnan van meg a címem? Nem kérek több levelet.',
      'Tisztelt Hölgyem!\n\nKérem személyes adataim törlését a GDPR alapján.\n\nBo Prospekt',
      'Hagyják abba a zaklatást',
      'Szeretnék leiratkozni',
    ],
    notices: [
      [
        'ugyfelszolgalat',
        'Bejelentés 48213',
        'Bejelentését megkaptuk és rögzítettük. Az ügyszám: 48213. Munkatársunk két munkanapon belül válaszol.',
      ],
      ['noreply', 'Rendelés', 'Ez egy automatikusan generált üzenet, kérjük, ne válaszoljon rá.'],
      ['hirlevel', 'Decemberi hírek', 'Azért kapta ezt a levelet, mert feliratkozott. Leiratkozáshoz kattintson ide.'],
    ],
  },
  held_back: {
    replies: [
      'Szívesen, hívjon csütörtökön, akkor már bent leszek.',
      'Köszönöm, nem, van már beszállítónk.',
      'Miről van szó?',
    ],
    absences: [
      ['Automatikus válasz: ', 'Üzleti úton vagyok, december 29-től leszek újra elérhető.', '2026-12-29'],
      ['Házon kívül: ', 'Holnap jövök vissza.', '2026-12-19'],
      ['Automatikus válasz: ', 'Január 7-ig szabadságomat töltöm.', '2027-01-07'],
    ],
    wishes: [
      'Hagyjon békén.',
      'A továbbiakban ne keressenek.',
      'Töröljék a címemet az adatbázisukból.',
      'le szeretnék iratkozni',
    ],
    notices: [
      ['no-reply', 'Időpont', 'December 22-i időpontja visszaigazolva. Kérjük, ne válaszoljon erre az üzenetre.'],
      ['karrier', 'Jelentkezés', 'Köszönjük jelentkezését, amelyet megkaptunk.'],
    ],
  },
};
