import { LANGUAGES } from '../languages/all-languages.ts';
import type { Language } from '../languages/language.ts';
import { WordLookup } from '../words/lookups.ts';
import { PhraseSet } from '../words/phrases.ts';

type Dates = Language['dates'];

const lookup = (of: keyof Dates): WordLookup => new WordLookup(LANGUAGES.map(({ dates }) => dates[of]));
const phrases = (of: keyof Dates): PhraseSet => new PhraseSet(LANGUAGES.map(({ dates }) => dates[of]));

/** January is 0. */
export const MONTHS = lookup('months');
/** Monday is 0. */
export const WEEKDAYS = lookup('weekdays');
/** Today is 0. */
export const DAYS = lookup('days');
/** One is 0. */
export const NUMBERS = lookup('numbers');
/** Day, week, month. */
export const UNITS = lookup('units');

/** Phrases that say that somebody is away. */
export const ABSENT = new PhraseSet(LANGUAGES.map(({ automatic }) => automatic.absent));
export const UNTIL = phrases('until');
export const UNTIL_BEHIND = phrases('until_behind');
export const BACK = phrases('back');
export const INCLUSIVE = phrases('inclusive');
export const NEXT = phrases('next');
export const AHEAD = phrases('ahead');
export const AHEAD_BEHIND = phrases('ahead_behind');
export const END_OF = phrases('end_of');
export const WEEK_NUMBER = phrases('week_number');
export const WEEKEND = phrases('weekend');
export const TIMES = phrases('times');
