import { type CheckContext, itemsOf, readText, sentence, shorten } from '../check-context.ts';
import { didYouMean } from '../near-miss.ts';
import type { YamlValue } from '../yaml-value.ts';
import { HOLIDAY_CODES } from './holiday-codes.ts';

const FIX = 'Write a country like FR, or a country and a region of it like DE-BY.';

/** Country and region codes, once each and in one order; undefined when there are none. */
export function checkHolidays(context: CheckContext, value: YamlValue): readonly string[] | undefined {
  const codes = itemsOf(value).flatMap((item) => {
    const text = readText(context, item, 'the code of a country', 'a country like FR, or a region like DE-BY');
    if (!text) return [];
    const code = text.value.trim();
    if (HOLIDAY_CODES.has(code)) return [code];
    const near = didYouMean(code, HOLIDAY_CODES);
    const message = `no holidays are known for "${shorten(code)}"`;
    context.report('SEQ040', text.place, message, near ? sentence(near) : FIX);
    return [];
  });
  return codes.length > 0 ? [...new Set(codes)].sort() : undefined;
}
