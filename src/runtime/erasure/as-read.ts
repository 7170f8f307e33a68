import { decodeHTML } from 'entities/decode';
import { foldCase, hasUnseen } from '../../shared/identity/bare-text.ts';

/** A text as people read it, whose every sign tells where it stands in the text that was given. */
export interface ReadText {
  /** The text in lower case and composed (NFC); signs that are written in another way (`%C3%AB`, `&euml;`, `\u00eb`) are as what they stand for. */
  readonly text: string;
  /** The place in the given text at which the sign at this place begins. */
  startOf(place: number): number;
  /** The place in the given text at which the sign before this place ends. */
  endOf(place: number): number;
}

/** Text of ASCII alone, with nothing in it that may stand for something else. */
const PLAIN = /^[\t\n\r -$'-[\]-~]*$/;
/** Signs that are what they are; or one sign: in UTF-8 and percent, of HTML, of JSON (one beyond the basic plane is two there), or itself. */
const SIGNS =
  /[\t\n\r -$'-[\]-~]+|%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}|&(?:#\d{2,7}|#x[\da-f]{2,6}|[a-z][a-z\d]{1,30});|\\u[\da-f]{4}(?:\\ud[c-f][\da-f]{2})?|./gisu;
/** Signs that change the sign before them: an accent, or the vowel and the end of a Korean syllable. */
const JOINS = /^[\p{M}\u1160-\u11ff]/u;

/** A text may be an address in a browser's bar, a page, a file's name on a Mac, or a line of a log: a name is read out of each. */
export function asRead(given: string): ReadText {
  if (PLAIN.test(given)) return { text: given.toLowerCase(), startOf: (place) => place, endOf: (place) => place };
  const [starts, ends]: [number[], number[]] = [[], []];
  let text = '';
  let sign = { letters: '', start: 0, end: 0 };
  const finish = (): void => {
    const read = smallOf(sign.letters);
    text += read;
    for (let unit = 0; unit < read.length; unit++) {
      starts.push(sign.start);
      ends.push(sign.end);
    }
    sign = { letters: '', start: sign.end, end: sign.end };
  };
  for (const { 0: written, index } of given.matchAll(SIGNS)) {
    const end = index + written.length;
    if (PLAIN.test(written)) {
      finish();
      text += written.slice(0, -1).toLowerCase();
      for (let at = index; at < end - 1; at++) {
        starts.push(at);
        ends.push(at + 1);
      }
      sign = { letters: written.slice(-1), start: end - 1, end };
      continue;
    }
    const letters = decoded(written);
    if (letters === SPACE_OF_NO_WIDTH) {
      finish();
      sign = { letters: ' ', start: index, end };
    } else if (hasUnseen(letters) && !/^\s/.test(letters)) {
      sign = { ...sign, end };
    } else if (JOINS.test(letters)) {
      sign = { ...sign, letters: sign.letters + letters, end };
    } else {
      finish();
      sign = { letters, start: index, end };
    }
  }
  finish();
  return { text, startOf: (place) => starts[place] ?? given.length, endOf: (place) => ends[place - 1] ?? 0 };
}

/** A Turkish i with and without its dot is one: in capitals of another language nobody can tell them apart. */
const smallOf = (letters: string): string => foldCase(letters.normalize('NFC')).replace(/i\u0307|ı/g, 'i');

/** A word may break there, so it parts two. */
const SPACE_OF_NO_WIDTH = '\u200b';

function decoded(written: string): string {
  if (written.length < 3) return written;
  try {
    if (written.startsWith('%')) return decodeURIComponent(written);
    return written.startsWith('&') ? decodeHTML(written) : String(JSON.parse(`"${written}"`));
  } catch {
    return written; // Of a form that no sign has.
  }
}
