import type { Written } from './texts.ts';

export const POLISH: Written = {
  seen: {
    replies: [
      'Dzień dobry, brzmi ciekawie. Kiedy możemy porozmawiać?\n\nPozdrawiam\nBo',
      'Do poniedziałku jestem na urlopie, ale 5 stycznia mi pasuje. O której?',
      'Dziękuję, ale obecnie nie mamy takiej potrzeby.',
      'Proszę usunąć mnie z piątkowego spotkania, nie mogę być.',
      'To nie ja się tym zajmuję, proszę pytać Jana.',
      'Nie dostałem załącznika, proszę przesłać ponownie.',
    ],
    absences: [
      [
        'Automatyczna odpowiedź: ',
        'Jestem na urlopie do 4 stycznia 2027 włącznie. W pilnych sprawach proszę o kontakt z Carlą Diaz.',
        '2027-01-05',
      ],
      ['Nieobecność: ', 'Jestem poza biurem. Wracam w poniedziałek 11.01.2027.', '2027-01-11'],
      ['Odpowiedź automatyczna: ', 'Przebywam na urlopie macierzyńskim. Proszę pisać na info@acme.example.', null],
      ['Automatyczna odpowiedź: ', 'Nie ma mnie w biurze od 21 grudnia do 8 stycznia.', '2027-01-09'],
      ['Automatyczna odpowiedź: ', 'Biuro nieczynne. Otwieramy ponownie 4 stycznia.', '2027-01-04'],
    ],
    wishes: [
      'Proszę o usunięcie mnie z listy mailingowej.',
      'Wypisz mnie',
      'Proszę do mnie więcej nie pisać.',
      'Skąd macie mój adres? Nie chcę otrzymywać od was wiadomości.',
      'Dzień dobry,\n\nna podstawie RODO żądam usunięcia moich danych osobowych.\n\nBo Prospekt',
      'Przestańcie wysyłać mi spam',
      'Rezygnuję',
    ],
    notices: [
      [
        'pomoc',
        'Zgłoszenie 48213',
        'Otrzymaliśmy Twoje zgłoszenie i zarejestrowaliśmy je pod numerem zgłoszenia 48213. Konsultant odpowie w ciągu dwóch dni roboczych.',
      ],
      [
        'noreply',
        'Zamówienie przyjęte',
        'Ta wiadomość została wygenerowana automatycznie, prosimy na nią nie odpowiadać.',
      ],
      [
        'newsletter',
        'Nowości w grudniu',
        'Wyświetl w przeglądarce. Otrzymujesz tę wiadomość, ponieważ zapisałeś się. Aby się wypisać, kliknij tutaj.',
      ],
    ],
  },
  held_back: {
    replies: [
      'Chętnie, proszę zadzwonić w czwartek, kiedy wrócę.',
      'Nie, dziękuję, mamy już dostawcę.',
      'O co chodzi?',
    ],
    absences: [
      ['Automatyczna odpowiedź: ', 'Jestem w delegacji, będę dostępny od 29 grudnia.', '2026-12-29'],
      ['Poza biurem: ', 'Wracam jutro.', '2026-12-19'],
      ['Automatyczna odpowiedź: ', 'Urlop do 7 stycznia.', '2027-01-07'],
    ],
    wishes: [
      'Proszę dać mi spokój.',
      'Nie życzę sobie dalszej korespondencji.',
      'Usuńcie mój adres z waszej bazy.',
      'chcę zrezygnować z subskrypcji',
    ],
    notices: [
      ['no-reply', 'Wizyta', 'Twoja wizyta 22 grudnia została potwierdzona. Prosimy nie odpowiadać na tę wiadomość.'],
      ['rekrutacja', 'Aplikacja', 'Dziękujemy za przesłanie aplikacji. Została ona przyjęta.'],
    ],
  },
};
