import type { Written } from './texts.ts';

export const DUTCH: Written = {
  seen: {
    replies: [
      'Hoi Anna, klinkt goed. Zullen we volgende week bellen?\n\nGroet,\nBo',
      'Ik ben tot maandag op vakantie, maar 5 januari kan. Hoe laat?',
      'Dank voor je bericht, maar we hebben er nu geen behoefte aan.',
      'Wil je mij uit de afspraak van vrijdag halen? Ik kan dan niet.',
      'Daar ga ik niet over, vraag het aan Jan.',
      'Ik heb nog geen mail met de bijlage gezien, kun je die nog eens sturen?',
    ],
    absences: [
      [
        'Automatisch antwoord: ',
        'Ik ben afwezig tot en met 4 januari 2027. Neem bij spoed contact op met mijn collega Carla.',
        '2027-01-05',
      ],
      ['Niet aanwezig: ', 'Ik ben met vakantie en op maandag 11-01-2027 weer bereikbaar.', '2027-01-11'],
      ['Automatisch antwoord: ', 'Ik ben met zwangerschapsverlof. Mail naar info@acme.example.', null],
      ['Afwezig: ', 'Ik ben t/m 8 januari vrij.', '2027-01-09'],
      ['Automatische reactie: ', 'Ons kantoor is gesloten; vanaf 4 januari zijn wij weer open.', '2027-01-04'],
    ],
    wishes: [
      'Graag uitschrijven.',
      'Haal mij van jullie mailinglijst af aub.',
      'Stuur mij geen mails meer.',
      'Hoe komen jullie aan mijn gegevens? Verwijder ze en benader mij niet meer.',
      'Geachte mevrouw Keller,\n\nik verzoek u mijn persoonsgegevens te wissen op grond van de AVG.\n\nBo Prospect',
      'Afmelden',
      'Stop met mailen',
    ],
    notices: [
      [
        'support',
        'Melding 48213',
        'Wij hebben uw melding ontvangen en geregistreerd onder ticketnummer 48213. Een medewerker reageert binnen twee werkdagen.',
      ],
      [
        'noreply',
        'Bestelling ontvangen',
        'Dit is een automatisch gegenereerd bericht. U kunt niet op deze e-mail antwoorden.',
      ],
      [
        'nieuwsbrief',
        'Nieuws in december',
        'Bekijk in uw browser. U ontvangt deze mail omdat u zich heeft ingeschreven. Uitschrijven kan hier: klik.',
      ],
    ],
  },
  held_back: {
    replies: ['Prima, bel me donderdag als ik terug ben.', 'Nee bedankt, we zijn al voorzien.', 'Waar gaat dit over?'],
    absences: [
      [
        'Automatisch antwoord: ',
        'Hallo, ik zit in het buitenland en lees mijn mail pas weer op 29 december.',
        '2026-12-29',
      ],
      ['Niet op kantoor: ', 'Morgen ben ik er weer.', '2026-12-19'],
      ['Automatisch antwoord: ', 'Vrij tot 7 januari.', '2027-01-07'],
    ],
    wishes: [
      'Laat me met rust.',
      'Ik stel geen prijs op dit soort berichten, gelieve mij niet meer te benaderen.',
      'Schrap ons uit uw bestand.',
      'wil me graag afmelden',
    ],
    notices: [
      [
        'no-reply',
        'Afspraak',
        'Uw afspraak op 22 december is bevestigd. Antwoorden op dit bericht worden niet gelezen.',
      ],
      ['vacatures', 'Sollicitatie', 'Wij hebben uw sollicitatie in goede orde ontvangen.'],
    ],
  },
};
