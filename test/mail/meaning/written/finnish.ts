import type { Written } from './texts.ts';

export const FINNISH: Written = {
  seen: {
    replies: [
      'Hei Anna, kuulostaa kiinnostavalta. Voimmeko puhua tiistaina?\n\nTerveisin\nBo',
      'Olen lomalla maanantaihin asti, mutta 5. tammikuuta sopii. Mihin aikaan?',
      'Kiitos, mutta meillä ei ole nyt tarvetta.',
      'Voitko poistaa minut perjantain kokouksesta? En pääse.',
      'En ole oikea henkilö, kysykää Liisalta.',
      'En saanut liitettä, voitko lähettää sen uudelleen?',
    ],
    absences: [
      [
        'Automaattinen vastaus: ',
        'Olen lomalla 4. tammikuuta 2027 asti. Kiireellisissä asioissa ota yhteyttä kollegaani Carlaan.',
        '2027-01-04',
      ],
      ['Poissaoloviesti: ', 'En ole paikalla. Palaan töihin maanantaina 11.1.2027.', '2027-01-11'],
      ['Automaattivastaus: ', 'Olen vanhempainvapaalla. Voitte kirjoittaa osoitteeseen info@acme.example.', null],
      ['Poissa toimistolta: ', 'Lomalla 21.12.–8.1.', '2027-01-09'],
      ['Automaattinen vastaus: ', 'Toimistomme on suljettu. Olemme jälleen tavoitettavissa 4.1. alkaen.', '2027-01-04'],
    ],
    wishes: [
      'Poistakaa minut postituslistaltanne, kiitos.',
      'Peruuta tilaus',
      'Älkää lähettäkö minulle enää viestejä.',
      'Mistä saitte osoitteeni? En halua enää sähköposteja teiltä.',
      'Hei,\n\npyydän poistamaan henkilötietoni rekisteristänne tietosuoja-asetuksen mukaisesti.\n\nBo Prospekti',
      'Lopettakaa tämä roskapostin lähettäminen',
      'Poista',
    ],
    notices: [
      [
        'tuki',
        'Palvelupyyntö 48213',
        'Palvelupyyntösi on vastaanotettu ja kirjattu tikettinumerolla 48213. Käsittelemme sen kahden arkipäivän kuluessa.',
      ],
      ['noreply', 'Tilausvahvistus', 'Tämä on automaattinen viesti, johon ei voi vastata.'],
      [
        'uutiskirje',
        'Joulukuun uutiset',
        'Saat tämän viestin, koska olet tilannut uutiskirjeen. Peruuta tilaus tästä linkistä.',
      ],
    ],
  },
  held_back: {
    replies: [
      'Mielellään, soita torstaina kun olen taas töissä.',
      'Ei kiitos, meillä on jo toimittaja.',
      'Mistä on kyse?',
    ],
    absences: [
      ['Automaattinen vastaus: ', 'Hei, olen työmatkalla ja luen sähköpostia taas 29. joulukuuta.', '2026-12-29'],
      ['Poissaoloviesti: ', 'Palaan huomenna.', '2026-12-19'],
      ['Automaattivastaus: ', 'Vuosilomalla 7. tammikuuta saakka.', '2027-01-07'],
    ],
    wishes: [
      'Jättäkää minut rauhaan.',
      'En ole kiinnostunut, älkää ottako enää yhteyttä.',
      'Poistakaa sähköpostiosoitteeni järjestelmästänne.',
      'haluan perua uutiskirjeen',
    ],
    notices: [
      ['no-reply', 'Varaus', 'Varauksesi 22.12. on vahvistettu. Tähän viestiin ei tarvitse vastata.'],
      ['rekry', 'Hakemus', 'Kiitos hakemuksestasi. Se on vastaanotettu ja käsitellään pian.'],
    ],
  },
};
