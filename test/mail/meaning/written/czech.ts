import type { Written } from './texts.ts';

export const CZECH: Written = {
  seen: {
    replies: [
      'Dobrý den, zní to zajímavě. Kdy si můžeme zavolat?\n\nS pozdravem\nBo',
      'Do pondělí mám dovolenou, ale 5. ledna se mi hodí. V kolik?',
      'Děkuji, ale teď to nepotřebujeme.',
      'Můžete mě prosím vyřadit z pátečního jednání? Nemohu přijít.',
      'To není v mé kompetenci, zeptejte se Jany.',
      'Přílohu jsem nedostal, můžete ji poslat znovu?',
    ],
    absences: [
      [
        'Automatická odpověď: ',
        'Jsem na dovolené do 4. ledna 2027 včetně. V naléhavých případech kontaktujte kolegyni Carlu.',
        '2027-01-05',
      ],
      ['Nepřítomnost: ', 'Jsem mimo kancelář. Vrátím se v pondělí 11. 1. 2027.', '2027-01-11'],
      ['Automatická odpověď: ', 'Jsem na mateřské dovolené. Pište na info@acme.example.', null],
      ['Mimo kancelář: ', 'Nejsem v kanceláři od 21. prosince do 8. ledna.', '2027-01-09'],
      ['Automatická odpověď: ', 'Máme zavřeno, opět k dispozici budeme od 4.1.', '2027-01-04'],
    ],
    wishes: [
      'Vyřaďte mě prosím ze svého seznamu.',
      'Odhlásit',
      'Neposílejte mi už žádné e-maily.',
      'Odkud máte moji adresu? Nechci dostávat další zprávy.',
      'Dobrý den,\n\nžádám o výmaz svých osobních údajů podle GDPR.\n\nBo Prospekt',
      'Přestaňte mi psát',
      'Odhlaste mě z odběru',
    ],
    notices: [
      [
        'podpora',
        'Požadavek 48213',
        'Váš požadavek byl přijat a zaregistrován pod číslem požadavku 48213. Náš pracovník se ozve do dvou pracovních dnů.',
      ],
      ['noreply', 'Objednávka přijata', 'Toto je automaticky generovaná zpráva, neodpovídejte na ni.'],
      [
        'newsletter',
        'Novinky v prosinci',
        'Zobrazit v prohlížeči. Tento e-mail dostáváte, protože jste se přihlásili. Odhlásit se můžete zde.',
      ],
    ],
  },
  held_back: {
    replies: ['Rád, zavolejte mi ve čtvrtek, až budu zpátky.', 'Ne, děkuji, máme dodavatele.', 'O co jde?'],
    absences: [
      ['Automatická odpověď: ', 'Jsem na služební cestě, k zastižení budu od 29. prosince.', '2026-12-29'],
      ['Nepřítomen: ', 'Vrátím se zítra.', '2026-12-19'],
      ['Automatická odpověď: ', 'Čerpám dovolenou až do 7. ledna.', '2027-01-07'],
    ],
    wishes: [
      'Dejte mi pokoj.',
      'Nepřeji si být dále kontaktován.',
      'Smažte moji adresu z vaší databáze.',
      'chci zrušit odběr',
    ],
    notices: [
      ['no-reply', 'Rezervace', 'Vaše rezervace na 22. prosince byla potvrzena. Na tuto zprávu neodpovídejte.'],
      ['kariera', 'Přihláška', 'Děkujeme za zaslání životopisu. Vaše přihláška byla přijata.'],
    ],
  },
};
