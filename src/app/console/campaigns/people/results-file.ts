import type { WhoIsAsked } from '../campaign-address.ts';

/** Where the people of a number are as a file; by where they stand there is none, so all of the campaign. */
export function resultsFile(campaign_id: string, { by, query }: WhoIsAsked): string {
  const words =
    by === 'result' ? Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]) : [];
  const asked = words.length === 0 ? '' : `?${new URLSearchParams(words)}`;
  return `/api/campaigns/${encodeURIComponent(campaign_id)}/results.csv${asked}`;
}
