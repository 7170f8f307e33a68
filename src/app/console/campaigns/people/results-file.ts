import type { WhoIsAsked } from '../campaign-address.ts';

/** The address of the file with the people of a number; by where they stand there is none, so it is that of the whole campaign. */
export function resultsFile(campaign_id: string, { by, query }: WhoIsAsked): string {
  const words =
    by === 'result' ? Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]) : [];
  const asked = words.length === 0 ? '' : `?${new URLSearchParams(words)}`;
  return `/api/campaigns/${encodeURIComponent(campaign_id)}/results.csv${asked}`;
}
