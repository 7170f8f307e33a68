const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const IN_ENGLISH = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** English names of countries, in small letters, with their codes. */
const CODES: ReadonlyMap<string, string> = new Map(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const name = IN_ENGLISH.of(code);
    // A code that is out of use names the same country: `FX` is `FR`.
    const current = new Intl.Locale(`und-${code}`).region === code;
    return name === undefined || !current ? [] : [[name.toLowerCase(), code] as const];
  }),
);

/**
 * Reads the country of a place like `Paris, France`, as ISO 3166-1 alpha-2; null where its last part is none. A code
 * stays as it is.
 */
export function countryOf(place: string): string | null {
  const last = place.split(',').at(-1)?.trim() ?? '';
  if (/^[A-Z]{2}$/.test(place.trim())) return place.trim();
  return CODES.get(last.toLowerCase()) ?? null;
}
