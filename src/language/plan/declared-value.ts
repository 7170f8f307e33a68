import { cutText } from '../../shared/kit/cut-text.ts';
import { DAY } from '../../shared/kit/duration.ts';
import { own } from '../../shared/kit/own.ts';
import { readDate } from '../../shared/kit/read-date.ts';
import { fail, ok, type Result } from '../../shared/kit/result.ts';
import type { Vars } from './lead.ts';

type Value = Vars[string];
type Plain = Exclude<Value, null>;
type DeclaredType = 'number' | 'truth' | 'day' | 'text';

const NUMBER = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const DECIMAL_COMMA = /^[+-]?\d+,\d+$/;
/** `1,000` and `1.000`: a thousand in one country, and one in another. */
const IN_GROUPS = /^[+-]?[1-9]\d{0,2}(?:[.,]\d{3})+$/;

/** As people and spreadsheets write them, which translate the two. */
const TRUE = new Set([
  'true',
  'yes',
  '1',
  'wahr',
  'ja',
  'vrai',
  'oui',
  'verdadero',
  'sí',
  'vero',
  'waar',
  'verdadeiro',
]);
const FALSE = new Set(['false', 'no', '0', 'falsch', 'nein', 'faux', 'non', 'falso', 'onwaar', 'nee']);

/** Derives the type that the default of a variable declares; null: it has no default, and may be anything. */
export function declaredType(fallback: Value): DeclaredType | null {
  if (fallback === null) return null;
  if (typeof fallback === 'string') return isWrittenDay(fallback) ? 'day' : 'text';
  return typeof fallback === 'number' ? 'number' : 'truth';
}

/** A text that is meant as a day, whether the calendar has it or not. */
export const isWrittenDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/**
 * A value as the default of its variable declares it: `10` of a CSV cell is the number. Undefined: none is given, so the default holds. Of another
 * value the error says what it must be, as the end of a sentence that begins with the variable.
 */
export function readDeclared<Given>(fallback: Value, given: Given): Result<Given | Plain | undefined, string> {
  const type = declaredType(fallback);
  if (type === null) return ok(given);
  if (given === null || given === undefined) return ok(undefined);
  const value = typeof given === 'string' ? given.trim() : given;
  if (type !== 'text' && value === '') return ok(undefined);
  const read = READERS[type](type === 'text' ? given : value);
  if (read.ok) return read;
  return fail(`must be ${CALLED[type]}, as its default ${JSON.stringify(fallback)} is: ${shown(given)} ${read.error}`);
}

const CALLED: Readonly<Record<DeclaredType, string>> = {
  number: 'a number',
  truth: 'true or false',
  day: 'a day',
  text: 'a text',
};

const READERS: Readonly<Record<DeclaredType, (given: unknown) => Result<Plain, string>>> = {
  number(given) {
    if (typeof given === 'number') return ok(given);
    if (typeof given !== 'string') return fail('is none');
    if (IN_GROUPS.test(given)) return fail('could be two numbers; write it like 1000 or 1.5');
    if (!NUMBER.test(given) && !DECIMAL_COMMA.test(given)) return fail('is none; write it like 10 or 12.5');
    const number = Number(given.replace(',', '.'));
    // A long id would become another one.
    const isKept = Number.isFinite(number) && (!/^[+-]?\d+$/.test(given) || Number.isSafeInteger(number));
    return isKept
      ? ok(number)
      : fail('has more digits than a number keeps; declare it as a text, by a default in quotes');
  },
  truth(given) {
    if (typeof given === 'boolean') return ok(given);
    const word = String(given).toLowerCase();
    if (TRUE.has(word)) return ok(true);
    return FALSE.has(word) ? ok(false) : fail('is neither; write true or false');
  },
  day(given) {
    const read = readDate(String(given));
    if ('message' in read) return fail(read.why);
    if (read.at % DAY !== 0) return fail('is a time of a day; write the day alone, like 2027-03-02');
    return ok(new Date(read.at).toISOString().slice(0, 10));
  },
  text: (given) => (typeof given === 'object' ? fail('is a whole answer') : ok(String(given))),
};

const shown = (given: unknown): string =>
  typeof given === 'string' ? JSON.stringify(cutText(given, 60)) : 'what is given';

/** The variables somebody brings, read as the defaults of a plan declare them. */
export interface DeclaredVars<Given> {
  readonly vars: Readonly<Record<string, Given | Plain>>;
  /** A sentence without its period for each that is something else. */
  readonly wrong: readonly string[];
}

export function readDeclaredVars<Given>(declared: Vars, given: Readonly<Record<string, Given>>): DeclaredVars<Given> {
  const vars: [string, Given | Plain][] = [];
  const wrong: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const fallback = own(declared, name);
    const read = readDeclared(fallback ?? null, value);
    if (!read.ok) wrong.push(`lead.vars.${name} ${read.error}`);
    else if (read.value !== undefined) vars.push([name, read.value]);
  }
  return { vars: Object.fromEntries(vars), wrong };
}

/** All variables of somebody. What was written down under another plan, and is nothing that this one declares, does not count. */
export const withDefaults = <Given>(
  declared: Vars,
  given: Readonly<Record<string, Given>>,
): Record<string, Given | Value> => ({ ...declared, ...readDeclaredVars(declared, given).vars });
