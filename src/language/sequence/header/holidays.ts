import { type CheckContext, itemsOf, readText, shorten } from '../check/check-context.ts';
import { replaceWord } from '../fix/word-edits.ts';
import type { YamlValue } from '../yaml/yaml-value.ts';
import { codeMeantBy } from './code-meant-by.ts';
import { HOLIDAY_CODES } from './holiday-codes.ts';

const FIX = 'Write a country like FR, or a country and a region of it like DE-BY.';

/** Country and region codes, once each and in one order; undefined when there are none. */
export function checkHolidays(context: CheckContext, value: YamlValue): readonly string[] | undefined {
  const codes = itemsOf(value).flatMap((item) => {
    const text = readText(context, item, 'the code of a country', 'a country like FR, or a region like DE-BY');
    if (!text) return [];
    const code = text.value.trim();
    if (HOLIDAY_CODES.has(code)) return [code];
    const meant = codeMeantBy(code);
    const fix = meant === null ? FIX : `Did you mean "${meant.code}"${meant.name ? ` (${meant.name})` : ''}?`;
    const edits = meant?.certain ? replaceWord(context.source, text.place, text.value, meant.code) : [];
    context.report('SEQ040', text.place, `no holidays are known for "${shorten(code)}"`, fix, edits);
    return [];
  });
  return codes.length > 0 ? [...new Set(codes)].sort() : undefined;
}
