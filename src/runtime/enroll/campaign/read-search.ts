import { z } from 'zod';
import { identityKey, profileIdentity } from '../../../shared/identity/identity.ts';
import { actionOf } from '../../../v2/contract/actions.ts';
import type { GivenRow } from '../../store/campaigns/stage-rows.ts';
import type { SearchSource } from './campaign-source.ts';
import { ask, type V2Reader } from './v2-reader.ts';

const { charge, pagination } = actionOf('profiles', 'search_people');

/** The least that one page is charged for: smaller pages would pay for people that they leave out. */
const PER_PAGE = pagination?.batch ?? 10;
const SEARCH = { category: 'profiles', action: 'search_people' } as const;

const text = z.string().nullish().catch(null);
const answer = z.object({
  profiles: z.array(
    z
      .object({ name: text, job_title: text, location: text, profile_url: text })
      .catch({ name: null, job_title: null, location: null, profile_url: null }),
  ),
  pagination: z.object({ next_offset: z.int().nullable() }).optional(),
});

export interface SearchPage {
  readonly rows: readonly GivenRow[];
  readonly next_offset: number | null;
}

/** The people of a search from `offset` on; nobody twice, for a page that is read again finds its rows by their profiles. */
export async function readSearch(
  v2: V2Reader,
  { account_id, count, follow: _, ...filters }: SearchSource,
  offset: number,
): Promise<SearchPage> {
  const wanted = Math.min(PER_PAGE, count - offset);
  if (wanted <= 0) return { rows: [], next_offset: null };
  const params = { ...filters, count: wanted, offset };
  const found = await ask(v2, SEARCH, { account_id, params }, answer);
  const next =
    found.pagination?.next_offset ?? (found.profiles.length < wanted ? null : offset + found.profiles.length);
  return {
    rows: found.profiles.map((profile, index) => ({ row: offset + index + 1, ...rowOf(profile, offset + index) })),
    next_offset: next !== null && next > offset && next < count ? next : null,
  };
}

type Found = z.output<typeof answer>['profiles'][number];

function rowOf({ name, job_title, location, profile_url }: Found, place: number): Pick<GivenRow, 'key' | 'given'> {
  const [first_name, ...rest] = (name ?? '').trim().split(/\s+/);
  const fields = { profile_url, first_name, last_name: rest.join(' '), headline: job_title, location };
  const lead = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => typeof value === 'string' && value.trim() !== ''),
  );
  const identity = profileIdentity(profile_url ?? '');
  return { key: identity === null ? `#${place}` : identityKey(identity), given: { lead } };
}

/** Credits that the whole search costs at most. */
export function searchCredits(count: number): number {
  return charge.kind === 'per_results' ? Math.ceil(count / charge.results) * charge.credits : 0;
}
