import type { Entry } from '../entry.ts';
import { CHINESE } from './chinese.ts';
import { CZECH } from './czech.ts';
import { DANISH } from './danish.ts';
import { DUTCH } from './dutch.ts';
import { ENGLISH } from './english.ts';
import { FINNISH } from './finnish.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { HUNGARIAN } from './hungarian.ts';
import { ITALIAN } from './italian.ts';
import { JAPANESE } from './japanese.ts';
import { KOREAN } from './korean.ts';
import { NORWEGIAN } from './norwegian.ts';
import { POLISH } from './polish.ts';
import { PORTUGUESE } from './portuguese.ts';
import { ANSWER_PROGRAMS, MACHINES, SENT } from './programs.ts';
import { QUOTING } from './quoting.ts';
import { ROMANIAN } from './romanian.ts';
import { RUSSIAN } from './russian.ts';
import { SPANISH } from './spanish.ts';
import { SWEDISH } from './swedish.ts';
import type { Texts, Written } from './texts.ts';
import { TURKISH } from './turkish.ts';

export const WRITTEN: Readonly<Record<string, Written>> = {
  english: ENGLISH,
  german: GERMAN,
  french: FRENCH,
  spanish: SPANISH,
  italian: ITALIAN,
  portuguese: PORTUGUESE,
  dutch: DUTCH,
  swedish: SWEDISH,
  danish: DANISH,
  norwegian: NORWEGIAN,
  finnish: FINNISH,
  polish: POLISH,
  czech: CZECH,
  russian: RUSSIAN,
  turkish: TURKISH,
  hungarian: HUNGARIAN,
  romanian: ROMANIAN,
  japanese: JAPANESE,
  chinese: CHINESE,
  korean: KOREAN,
};

/** Every text as each program writes it. What a person wrote comes from every program of people, what a machine did from every kind of machine. */
export function buildSet(part: keyof Written): Entry[] {
  return [
    { sent: SENT.id, mail: SENT.source },
    ...Object.entries(WRITTEN).flatMap(([language, written]) => entriesOf(language, written[part])),
  ];
}

function entriesOf(language: string, texts: Texts): Entry[] {
  const quoting = QUOTING[language];
  if (quoting === undefined) throw new Error(`${language} has no quoting`);
  const none = { answers: SENT.id, language, wish: false, date: DATE };
  const people = (kind: 'reply' | 'wish') => (text: string) =>
    Object.entries(ANSWER_PROGRAMS).map(([program, write]): Entry => {
      return { ...none, kind, wish: kind === 'wish', program, mail: write(text, quoting), own: text };
    });
  const machines = Object.entries(MACHINES);
  return [
    ...texts.replies.flatMap(people('reply')),
    ...texts.wishes.flatMap(people('wish')),
    ...texts.absences.flatMap(([mark, text, return_day]) =>
      machines.map(([program, { answer }]): Entry => {
        return { ...none, kind: 'absence', program, mail: answer(mark, text), own: text, return_day };
      }),
    ),
    ...texts.notices.flatMap(([sender, subject, text]) =>
      machines.map(([program, { notice }]): Entry => {
        return { ...none, kind: 'notice', program, mail: notice(sender, subject, text), own: text };
      }),
    ),
  ];
}

const DATE = '2026-12-18T10:00:00+01:00';
