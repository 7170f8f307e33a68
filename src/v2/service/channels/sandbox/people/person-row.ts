import type { Experience, SeenProfile } from '../../professional-channel.ts';
import { memberUrn, profileIdUrl, profileUrl } from '../addresses.ts';
import type { Behavior } from '../behavior.ts';

/** A person of the world, as stored. */
export type PersonRow = {
  readonly person_id: number;
  readonly user_id: string;
  readonly public_identifier: string;
  readonly member_id: string;
  readonly lead_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly headline: string;
  readonly location: string;
  readonly industry: string;
  readonly summary: string;
  readonly company: string | null;
  readonly company_domain: string | null;
  readonly job_title: string | null;
  readonly degree: 1 | 2 | 3;
  readonly open_profile: boolean;
  readonly premium: boolean;
  readonly profile_picture: string;
  readonly experiences: readonly Experience[];
  readonly email: string | null;
  /** The key of their address, which is the same however the address is written. */
  readonly email_key: string | null;
  readonly phone_number: string | null;
  readonly inmail_restriction: 'NO_RESTRICTION' | 'RESTRICTED';
  readonly behavior: Behavior;
  /** Slug of the page of the company at which they work. */
  readonly company_slug: string | null;
  readonly websites: readonly string[];
};

/** A person with the account's connection to them. */
export type SeenPersonRow = PersonRow & { readonly connected_at: Date | null };

/** SQL column of the time since when a person `p` is connected to the account, whose connection is `c`. */
export const CONNECTED_AT = 'coalesce(c.connected_at, case when p.degree = 1 then p.created_at end) as connected_at';

/** `$1` is the owner, `$2` the account; callers add their `where` conditions on `p` and `c`. */
export const SEEN_PEOPLE = `
  select p.*, ${CONNECTED_AT}
    from sandbox_people p
    left join sandbox_connections c on c.person_id = p.person_id and c.account_id = $2
   where p.user_id = $1`;

export const fullName = (person: { readonly first_name: string; readonly last_name: string }): string =>
  `${person.first_name} ${person.last_name}`.trim();

export function seenProfile(row: SeenPersonRow): SeenProfile {
  const connected = row.connected_at !== null;
  return {
    public_identifier: row.public_identifier,
    profile_url: profileUrl(row.public_identifier),
    profile_id_url: profileIdUrl(row.member_id),
    member_urn: memberUrn(row.member_id),
    first_name: row.first_name,
    last_name: row.last_name,
    headline: row.headline,
    location: row.location,
    industry: row.industry,
    summary: row.summary,
    company: row.company,
    job_title: row.job_title,
    degree: connected ? 1 : row.degree,
    connected,
    open_profile: row.open_profile,
    premium: row.premium,
    profile_picture: row.profile_picture,
    experiences: row.experiences,
  };
}
