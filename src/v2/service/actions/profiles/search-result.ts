import type { ProfileSearchResult } from '../../../contract/records/profile.ts';
import type { SeenProfile } from '../../channels/professional-channel.ts';
import { connectionLevel, fullName } from './profile-record.ts';

/** spec: Profile search result. */
export function searchResult(person: SeenProfile): ProfileSearchResult {
  return {
    name: fullName(person),
    job_title: person.job_title ?? person.headline,
    connection_level: connectionLevel(person.degree),
    location: person.location,
    profile_url: person.profile_url,
    profile_picture: person.profile_picture,
  };
}
