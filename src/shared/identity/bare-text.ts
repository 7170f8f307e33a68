// Whatever a reader does not see: blanks of every width, marks of direction, joiners, a byte order mark, the blank of Braille.
const UNSEEN = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u;
/** Nothing in it is unseen, nor has another form. */
const PLAIN = /^[!-~]+$/;
/** The same of a text of several words. */
const PLAIN_WORDS = /^[!-~](?:[ -~]*[!-~])?$/;
const EVERY_UNSEEN = new RegExp(UNSEEN, 'gu');

/** The text without what is unseen around it, in Unicode's composed form (NFC). */
export function bareText(text: string): string {
  if (PLAIN_WORDS.test(text)) return text;
  const letters = Array.from(text);
  let [from, to] = [0, letters.length];
  while (from < to && UNSEEN.test(letters[from] ?? '')) from += 1;
  while (to > from && UNSEEN.test(letters[to - 1] ?? '')) to -= 1;
  return letters.slice(from, to).join('').normalize('NFC');
}

export const hasUnseen = (text: string): boolean => !PLAIN.test(text) && UNSEEN.test(text);

export const withoutUnseen = (text: string): string => text.replace(EVERY_UNSEEN, '');

/** Forms of ASCII letters that a Japanese or Chinese keyboard gives (`ａ`, `＠`, `．`) as ASCII. */
export const withoutWide = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0));

/**
 * In lower case, letter by letter, so that capitals of a word are read as its small letters are, wherever they stand: a Greek sigma at the end of
 * a word is another small letter than within it.
 */
export const foldCase = (text: string): string =>
  PLAIN.test(text)
    ? text.toLowerCase()
    : Array.from(text, (letter) => letter.toLowerCase())
        .join('')
        .replaceAll('ς', 'σ')
        .normalize('NFC');
