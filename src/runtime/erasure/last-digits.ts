/** A telephone number in a text. */
export const NUMBER = /\+?\(?\d(?:[ ().\-/]{0,3}\d){6,18}/g;

const COUNTED = 9;

/** The last digits of a phone number, by which it is known with or without its country. Null: the text is no number. */
export function lastDigits(text: string): string | null {
  if (!/^[+(\d][\d\s().\-/]*$/.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  return digits.length < 7 ? null : digits.slice(-COUNTED);
}
