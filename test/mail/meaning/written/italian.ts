import type { Written } from './texts.ts';

export const ITALIAN: Written = {
  seen: {
    replies: [
      'Buongiorno Anna, mi interessa. Possiamo sentirci martedì prossimo?\n\nCordiali saluti\nBo',
      'Sono in ferie fino a lunedì, ma il 5 gennaio va bene. A che ora?',
      'Grazie, ma al momento non ne abbiamo bisogno.',
      'Può togliermi dalla riunione di venerdì? Non riesco a partecipare.',
      'Non me ne occupo io, provi con il signor Rossi.',
      "Non ho ricevuto l'allegato.",
    ],
    absences: [
      [
        'Risposta automatica: ',
        'Sono fuori ufficio fino al 5 gennaio 2027. Per urgenze contattare la mia collega Carla.',
        '2027-01-05',
      ],
      ['Fuori sede: ', 'In ferie dal 21 dicembre all’8 gennaio compreso.', '2027-01-09'],
      ['Risposta automatica: ', 'Rientrerò in ufficio lunedì 11/01/2027 e risponderò al mio rientro.', '2027-01-11'],
      ['Assenza: ', 'Sono in congedo di maternità; scrivete a info@acme.example.', null],
      ['Risposta automatica: ', 'I nostri uffici sono chiusi e riapriranno il 4 gennaio.', '2027-01-04'],
    ],
    wishes: [
      'Vi prego di cancellarmi dalla vostra mailing list.',
      'Disiscrivetemi',
      'Non scrivetemi più.',
      'Come avete avuto il mio indirizzo? Non voglio più ricevere le vostre email.',
      'Buongiorno,\n\nchiedo la cancellazione dei miei dati personali ai sensi del GDPR.\n\nBo Prospetto',
      'Basta mail, grazie',
      'Cancellami',
    ],
    notices: [
      [
        'assistenza',
        'Richiesta 48213',
        'Abbiamo ricevuto la sua richiesta, registrata con il numero di ticket 48213. Un operatore risponderà entro due giorni lavorativi.',
      ],
      ['noreply', 'Ordine ricevuto', 'Questo è un messaggio automatico, si prega di non rispondere.'],
      [
        'newsletter',
        'Novità di dicembre',
        'Visualizza nel browser. Ricevi questa email perché ti sei iscritto. Per cancellarti clicca qui.',
      ],
    ],
  },
  held_back: {
    replies: ['Volentieri, mi chiami giovedì quando torno.', 'No grazie, siamo già coperti.', 'Di che cosa si tratta?'],
    absences: [
      ['Risposta automatica: ', 'Salve, sono in trasferta e tornerò operativo il 29/12.', '2026-12-29'],
      ['Fuori ufficio: ', 'Torno domani, a presto.', '2026-12-19'],
      ['Risposta automatica: ', 'Assente per ferie sino al 7 gennaio p.v.', '2027-01-07'],
    ],
    wishes: [
      'La smetta di mandarmi pubblicità.',
      'Rimuovete il mio indirizzo dai vostri archivi.',
      'Non sono interessato, vi chiedo di non contattarmi ulteriormente.',
      'vorrei annullare l’iscrizione',
    ],
    notices: [
      [
        'no-reply',
        'Appuntamento',
        'Il suo appuntamento del 22 dicembre è stato confermato. Questa casella non è presidiata.',
      ],
      ['selezione', 'Candidatura', 'La sua candidatura è stata ricevuta e verrà valutata dal nostro team.'],
    ],
  },
};
