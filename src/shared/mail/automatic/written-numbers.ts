const CHARACTERS = '一二三四五六七八九';

/** `十一`: 11, `二十三`: 23. */
function numberOf(written: string): string {
  const ten = written.indexOf('十');
  const digit = (sign: string | undefined): number => (sign === undefined ? 0 : CHARACTERS.indexOf(sign) + 1);
  if (ten < 0) return String(digit(written[0]));
  return String((ten === 0 ? 1 : digit(written[0])) * 10 + digit(written[ten + 1]));
}

const MONTHS = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];

/** Days and months that are written in Chinese or in Roman numbers (`二月十一日`, `2027. I. 6.`), with digits in their place. */
export const withDigits = (text: string): string =>
  text
    .replace(
      /(?<![一二三四五六七八九十])(?:[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])(?=[月日号號])/g,
      numberOf,
    )
    .replace(/(?<=\d)[.\s]{1,2}([IVX]{1,4})[.\s]{1,2}(?=\d)/g, (whole, roman: string) =>
      MONTHS.includes(roman) ? `.${MONTHS.indexOf(roman) + 1}.` : whole,
    );
