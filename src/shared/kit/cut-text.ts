const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

/** The beginning of a text, of at most `most` UTF-16 code units: a pair of them that is one character is never halved. */
export function cutText(text: string, most: number): string {
  const halves = isHigh(text.charCodeAt(most - 1)) && isLow(text.charCodeAt(most));
  return text.slice(0, halves ? most - 1 : most);
}

/** The same with `…` as the last character, where something was cut. */
export const shortenText = (text: string, most: number): string =>
  text.length > most ? `${cutText(text, most - 1)}…` : text;
