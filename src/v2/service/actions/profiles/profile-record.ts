import type { ProfileRecord } from '../../../contract/records/profile.ts';
import type { SeenProfile } from '../../channels/professional-channel.ts';

export const fullName = (person: { readonly first_name: string; readonly last_name: string }): string =>
  `${person.first_name} ${person.last_name}`.trim();

const LEVELS = { 1: '1st', 2: '2nd', 3: '3rd' } as const;

/** The degree in words; empty for oneself. */
export function connectionLevel(degree: number | null): string {
  if (degree === null) return '';
  return degree === 1 || degree === 2 ? LEVELS[degree] : LEVELS[3];
}

export function profileRecord(profile: SeenProfile): ProfileRecord {
  return {
    profile_url: profile.profile_url,
    profile_id_url: profile.profile_id_url,
    public_identifier: profile.public_identifier,
    member_urn: profile.member_urn,
    first_name: profile.first_name,
    last_name: profile.last_name,
    full_name: fullName(profile),
    headline: profile.headline,
    location: profile.location,
    industry: profile.industry,
    summary: profile.summary,
    degree: profile.degree,
    connected: profile.connected,
    open_profile: profile.open_profile,
    premium: profile.premium,
    experiences: profile.experiences.map((experience) => ({ ...experience })),
    profile_picture: profile.profile_picture,
  };
}
