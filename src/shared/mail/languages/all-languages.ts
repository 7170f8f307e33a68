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
import type { Language } from './language.ts';
import { NORWEGIAN } from './norwegian.ts';
import { POLISH } from './polish.ts';
import { PORTUGUESE } from './portuguese.ts';
import { ROMANIAN } from './romanian.ts';
import { RUSSIAN } from './russian.ts';
import { SPANISH } from './spanish.ts';
import { SWEDISH } from './swedish.ts';
import { TURKISH } from './turkish.ts';

/** Those in which mails are read. Nobody says in which one a mail is written, and people mix them: each is looked for in all. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  GERMAN,
  FRENCH,
  SPANISH,
  ITALIAN,
  PORTUGUESE,
  DUTCH,
  SWEDISH,
  DANISH,
  NORWEGIAN,
  FINNISH,
  POLISH,
  CZECH,
  RUSSIAN,
  TURKISH,
  HUNGARIAN,
  ROMANIAN,
  JAPANESE,
  CHINESE,
  KOREAN,
];
