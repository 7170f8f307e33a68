import type { Written } from './texts.ts';

export const GERMAN: Written = {
  seen: {
    replies: [
      'Hallo Frau Keller,\n\ndas klingt spannend. Können wir nächste Woche telefonieren?\n\nViele Grüße\nBo Prospekt',
      'Gerne, aber erst im Januar: bis zum 6.1. bin ich im Urlaub. Passt Ihnen der 11. um zehn?',
      'Vielen Dank für Ihre Anfrage, wir haben derzeit keinen Bedarf.',
      'Bitte nehmen Sie mich aus der Einladung für Freitag heraus, da kann ich nicht. Montag gern.',
      'Dafür bin ich nicht zuständig. Bitte wenden Sie sich an Frau Maier.',
      'Ich habe noch keine Mail von Ihnen mit den Unterlagen bekommen. Können Sie die noch einmal schicken?',
    ],
    absences: [
      [
        'Automatische Antwort: ',
        'Ich bin bis einschließlich 4. Januar 2027 nicht im Büro. In dringenden Fällen wenden Sie sich bitte an meine Kollegin Carla Diaz.',
        '2027-01-05',
      ],
      [
        'Abwesenheitsnotiz: ',
        'Vielen Dank für Ihre Nachricht. Ich bin vom 21.12. bis 08.01. im Urlaub. Ihre E-Mail wird nicht weitergeleitet.',
        '2027-01-09',
      ],
      ['AW: Abwesend: ', 'Ich bin ab dem 11. Januar wieder für Sie erreichbar.', '2027-01-11'],
      ['Automatische Antwort: ', 'Ich befinde mich in Elternzeit. Bitte wenden Sie sich an info@acme.example.', null],
      ['Abwesenheit: ', 'Bin in KW 2 wieder da.', '2027-01-11'],
      ['Automatische Antwort: ', 'Guten Tag, ich bin außer Haus und kehre am Montag, den 4.1.27 zurück.', '2027-01-04'],
    ],
    wishes: [
      'Bitte tragen Sie mich aus.',
      'Bitte nehmen Sie mich aus Ihrem Verteiler.',
      'Keine weiteren Mails mehr!',
      'Woher haben Sie meine Adresse? Löschen Sie bitte umgehend alle meine Daten.',
      'Ich habe kein Interesse und möchte von Ihnen nicht mehr kontaktiert werden.\n\nMit freundlichen Grüßen\nBo Prospekt\nLeiter Plattform\nAcme GmbH, Sitz der Gesellschaft: Berlin, HRB 12345',
      'Abmelden',
      'Sehr geehrte Frau Keller, hiermit widerspreche ich der Nutzung meiner Daten zu Werbezwecken.',
    ],
    notices: [
      [
        'service',
        'Ihre Anfrage [Ticket 48213]',
        'Vielen Dank für Ihre Anfrage. Wir haben Ihre Nachricht erhalten und unter der Ticketnummer 48213 erfasst. Wir melden uns innerhalb von zwei Werktagen.',
      ],
      [
        'noreply',
        'Bestellung eingegangen',
        'Dies ist eine automatisch generierte Nachricht. Bitte antworten Sie nicht auf diese E-Mail.',
      ],
      [
        'newsletter',
        'Neues im Dezember',
        'Newsletter im Browser ansehen. Sie erhalten diese E-Mail, weil Sie sich angemeldet haben. Hier abmelden.',
      ],
      [
        'bo',
        'Automatische Antwort: Quiet work',
        'Herr Prospekt ist nicht mehr in unserem Unternehmen tätig. Bitte wenden Sie sich an info@acme.example.',
      ],
    ],
  },
  held_back: {
    replies: [
      'Ja, rufen Sie mich am Donnerstag an, da bin ich wieder im Büro.',
      'Passt gerade schlecht. Schreiben Sie mir im Frühjahr noch einmal?',
      'Nein danke, wir sind gut versorgt.',
    ],
    absences: [
      [
        'Automatische Antwort: ',
        'Hallo, ich mache gerade Ferien und lese meine Mails erst wieder am 07. Jänner.',
        '2027-01-07',
      ],
      [
        'Nicht im Büro: ',
        'Unser Büro ist zwischen den Jahren geschlossen. Ab Montag sind wir wieder für Sie da.',
        '2026-12-21',
      ],
      ['Abwesenheitsnachricht: ', 'Ich bin auf Dienstreise und übermorgen zurück.', '2026-12-20'],
    ],
    wishes: [
      'Lassen Sie mich bitte in Ruhe.',
      'Schreiben Sie mir nie wieder.',
      'Ihre Werbung ist unerwünscht. Sollte ich noch eine einzige E-Mail bekommen, schalte ich meinen Anwalt ein.',
      'bitte austragen danke',
    ],
    notices: [
      [
        'bewerbung',
        'Eingangsbestätigung',
        'Ihre Bewerbung ist bei uns eingegangen. Den Eingang bestätigen wir hiermit automatisch; eine Rückmeldung folgt.',
      ],
      [
        'no-reply',
        'Terminbestätigung',
        'Ihr Termin am 22.12. wurde gebucht. Antworten auf diese Nachricht werden nicht gelesen.',
      ],
    ],
  },
};
