import { own } from '../../../../shared/kit/own.ts';
import type { SearchFilters } from '../../channels/profiles-channel.ts';

/** The filters of one text, by the names that the network's search page gives them. */
const TEXTS: Readonly<Record<string, keyof SearchFilters>> = {
  keywords: 'keyword',
  firstName: 'first_name',
  lastName: 'last_name',
  title: 'title',
  titleFreeText: 'title',
  company: 'company_name',
  connectionOf: 'connection_of',
  followerOf: 'follower_of',
};

/** The filters of several: `["F","S"]`, or the parameter more than once, or texts with commas between them. */
const LISTS: Readonly<Record<string, keyof SearchFilters>> = {
  network: 'network',
  geoUrn: 'location',
  location: 'location',
  currentCompany: 'company_url',
  pastCompany: 'past_company',
  schoolFilter: 'school_url',
  school: 'school_url',
  industry: 'industry',
};

/**
 * The filters in the URL of a people search, as a person copies it from the network's page; null where it is no URL. A
 * parameter that is no filter (`origin`, `sid`) is passed over, so a URL without filters means everybody.
 * @unspecified the form of these URLs: the specification names the param only.
 */
export function readSearchUrl(searchUrl: string): SearchFilters | null {
  if (!URL.canParse(searchUrl.trim())) return null;
  const url = new URL(searchUrl.trim());
  if (!/^https?:$/.test(url.protocol)) return null;
  const filters: Record<string, string | string[]> = {};
  for (const [name, value] of url.searchParams) {
    if (value.trim() === '' || value.includes('\0')) continue;
    const text = own(TEXTS, name);
    const list = own(LISTS, name);
    if (text !== undefined) filters[text] = valuesOf(value)[0] ?? value.trim();
    if (list !== undefined) filters[list] = [...(filters[list] ?? []), ...valuesOf(value, ',')];
  }
  return filters;
}

function valuesOf(value: string, separator?: string): string[] {
  let values: unknown[] = separator === undefined ? [value] : value.split(separator);
  if (value.trim().startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(value);
      if (Array.isArray(parsed)) values = parsed;
    } catch {
      // Not a list after all: what it says is searched for as it is.
    }
  }
  return values.map((each) => String(each).trim()).filter((each) => each !== '' && !each.includes('\0'));
}
