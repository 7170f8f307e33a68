/** Control characters, places of an encoding that are empty, and what printers alone write. */
const NO_TEXT = /(?![\t\n\r])\p{Cc}|[\u0192\ufb00-\ufb06\ufffd\ufffe\uffff\p{Co}]/u;
/** An upper-case letter beyond ASCII behind a lower-case one, as the `é` of another encoding reads: `PrŽnom`. */
const CAPITAL_WITHIN = /\p{Ll}(?![A-Z])\p{Lu}/u;
/** The same behind the first letter of a word: `BÑckerei`. */
const CAPITAL_BEHIND_A_CAPITAL = /(?<!\p{L})\p{Lu}(?![A-Z])\p{Lu}(?=\p{Ll})/u;
/** A sign that stands right behind a letter in no language: `Pr‚nom`, `ZoÃ©`, `Jo∆o`. */
const SIGN_BEHIND_A_LETTER =
  /\p{L}[\u00a1-\u00ac\u00af-\u00b6\u00b8-\u00bf\u00d7\u00f7\u02c0-\u02ff\u2018\u201a\u201c\u201e\u2020\u2021\u2022\u2030\u2039\u2044\u2200-\u25ff]/u;
/** A mark of punctuation between two letters, as only foreign bytes put it there: `Pe–as`. */
const SIGN_BETWEEN_LETTERS = /\p{Ll}[\u00b7\u00b0\u2013\u2014\u201d\u2026\u203a\u20ac\u2122]\p{Ll}/u;
/** Letters of two scripts in one word: `Zoй`. An abbreviation may stand beside a Chinese word (`株式会社ABC`), small letters do not. */
const TWO_SCRIPTS =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Armenian}]|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Armenian}]\p{Script=Latin}|[a-z][\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]|[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}][a-z]/u;

const SIGNS = [
  NO_TEXT,
  CAPITAL_WITHIN,
  CAPITAL_BEHIND_A_CAPITAL,
  SIGN_BEHIND_A_LETTER,
  SIGN_BETWEEN_LETTERS,
  TWO_SCRIPTS,
] as const;

/** Letters beyond ASCII, by language: no word has some of one language and some of another. */
const LETTERS: readonly ReadonlySet<string>[] = [
  ...['àâæçèéêëîïôœùûüÿ', 'äöüß', 'áéíñóúüç', 'áâãàçéêíóôõúü', 'àèéìíîòóùú', 'àçèéíïòóúü', 'áàéèëïíóöúüê'],
  ...['åäöéàü', 'æøåéèêóòâôü', 'äöåšž', 'äöõüšž', 'áðéíóúýþæö', 'áðíóúýæø', 'áéíóú', 'âêîôûŵŷ', 'ëç'],
  ...['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'ăâîşţșț', 'čćđšž'],
  ...['āčēģīķļņšūž', 'ąčęėįšųūž', 'çğıöşüâîû', 'əçğıöşü'],
].map((letters) => new Set(letters));

/** Whether somebody may have written the text, or it is one of another encoding that was read in this one. */
export const isPlausible = (text: string): boolean =>
  !SIGNS.some((sign) => sign.test(text)) && (text.match(/\p{Script=Latin}+/gu) ?? []).every(isWordOfALanguage);

function isWordOfALanguage(word: string): boolean {
  const beyond = Array.from(word.replaceAll('İ', 'i').toLowerCase()).filter((letter) => letter > '\u007f');
  return beyond.length === 0 || LETTERS.some((letters) => beyond.every((letter) => letters.has(letter)));
}
