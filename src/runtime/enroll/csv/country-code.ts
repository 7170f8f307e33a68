const LANGUAGES = ['en', 'fr', 'de', 'es', 'it', 'nl', 'pt'];
const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
/** Those in use: a country that is no more has the name of another one. */
const CODES = LETTERS.flatMap((one) => LETTERS.map((two) => one + two)).filter(
  (code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`,
);

let codes: ReadonlyMap<string, string> | null = null;

/** `France`, `Deutschland` and `FR` as a two-letter code; what is none stays as it is. */
export function countryCode(text: string): string {
  if (text.length === 2) return text;
  codes ??= namedCountries();
  return codes.get(text.toLowerCase()) ?? text;
}

function namedCountries(): ReadonlyMap<string, string> {
  const names = new Map<string, string>([
    ['usa', 'US'],
    ['uk', 'GB'],
  ]);
  for (const language of LANGUAGES) {
    const namer = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of CODES) {
      const name = namer.of(code)?.toLowerCase();
      if (name !== undefined && !names.has(name)) names.set(name, code);
    }
  }
  return names;
}
