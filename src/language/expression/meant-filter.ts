import { nearest } from '../../shared/kit/nearest.ts';
import { FILTERS } from './liquid.ts';

/** Names that other template languages have for our filters: no distance between spellings leads from `trim` to `strip`. */
const ELSEWHERE: Readonly<Record<string, (typeof FILTERS)[number]>> = {
  upper: 'upcase',
  uppercase: 'upcase',
  to_upper: 'upcase',
  toupper: 'upcase',
  lower: 'downcase',
  lowercase: 'downcase',
  to_lower: 'downcase',
  tolower: 'downcase',
  title: 'capitalize',
  titlecase: 'capitalize',
  ucfirst: 'capitalize',
  trim: 'strip',
  lstrip: 'strip',
  rstrip: 'strip',
  length: 'size',
  count: 'size',
  fallback: 'default',
  otherwise: 'default',
  substring: 'slice',
  substr: 'slice',
  concat: 'append',
  urlencode: 'url_encode',
  shorten: 'truncate',
};

/** The filter that `name` was probably meant to be; null: no idea. */
export function meantFilter(name: string): string | null {
  const plain = name.toLowerCase().replaceAll('-', '_');
  if (Object.hasOwn(ELSEWHERE, plain)) return ELSEWHERE[plain] ?? null;
  return nearest(name, FILTERS)[0] ?? null;
}
