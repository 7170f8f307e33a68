import { own } from '../../../shared/kit/own.ts';
import { meantWord } from '../check/near-miss.ts';
import { HOLIDAY_CODES } from './holiday-codes.ts';

/** The code that somebody meant. */
interface MeantCode {
  readonly code: string;
  readonly name?: string;
  /** False where the spelling is only near. */
  readonly certain: boolean;
}

/** Names that people write where ISO 3166 has another code, or none. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  UK: 'GB',
  'GREAT BRITAIN': 'GB',
  BRITAIN: 'GB',
  ENGLAND: 'GB-ENG',
  SCOTLAND: 'GB-SCT',
  WALES: 'GB-WLS',
  'NORTHERN IRELAND': 'GB-NIR',
  USA: 'US',
  'U.S.': 'US',
  AMERICA: 'US',
  HOLLAND: 'NL',
  UAE: 'AE',
  'CZECH REPUBLIC': 'CZ',
  TURKEY: 'TR',
};

/** The code of a country that was written as `UK`, `France`, `deutschland` or `de by`; null where nobody can tell. */
export function codeMeantBy(written: string): MeantCode | null {
  const upper = written.toUpperCase().replace(/[\s_]+/g, ' ');
  const other = own(OTHER_NAMES, upper);
  const code = other ?? [upper, upper.replace(' ', '-')].find((candidate) => HOLIDAY_CODES.has(candidate));
  if (code !== undefined) return { ...named(code), certain: true };
  const names = countryNames();
  const exact = names.get(written.toLowerCase());
  if (exact !== undefined) return { ...named(exact), certain: true };
  // Any two letters are one letter away from the code of some country.
  if (written.length < 3) return null;
  const near = meantWord(written.toLowerCase(), names.keys());
  if (near !== null) return { ...named(names.get(near) ?? near), certain: false };
  const region = meantWord(written, HOLIDAY_CODES);
  return region?.includes('-') ? { ...named(region), certain: false } : null;
}

function named(code: string): { readonly code: string; readonly name?: string } {
  const name = code.includes('-') ? undefined : inEnglish().of(code);
  return name === undefined || name === code ? { code } : { code, name };
}

let english: Intl.DisplayNames | undefined;

/** Not before a code is misspelt: the names of a language are a tenth of the time of a command. */
function inEnglish(): Intl.DisplayNames {
  english ??= new Intl.DisplayNames('en', { type: 'region' });
  return english;
}

let byName: ReadonlyMap<string, string> | undefined;

/** Countries by their names in English and in their own language, in small letters. */
function countryNames(): ReadonlyMap<string, string> {
  byName ??= new Map(
    [...HOLIDAY_CODES]
      .filter((code) => !code.includes('-'))
      .flatMap((code) => {
        const { language } = new Intl.Locale(`und-${code}`).maximize();
        const own = new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
        return [own, inEnglish().of(code) ?? code].map((name) => [name.toLowerCase(), code] as const);
      }),
  );
  return byName;
}
