import { actionOf } from '../../../contract/actions.ts';
import type { ProfileSearchResult } from '../../../contract/records/profile.ts';
import type { SearchFilters, SeenProfile } from '../../channels/professional-channel.ts';
import { handleAction } from '../action-handler.ts';
import { notImplemented } from '../not-implemented.ts';
import { offsetList } from '../offset-list.ts';
import { connectionLevel, fullName } from './profile-record.ts';

const definition = actionOf('profiles', 'search_people');

/** Filters that the channels cannot apply yet: to leave one out without a word would answer with other people. */
const NOT_YET = ['search_url', 'company_url', 'past_company', 'school_url', 'connection_of', 'follower_of'] as const;
const FILTERS = [
  'keyword',
  'first_name',
  'last_name',
  'title',
  'company_name',
  'location',
  'industry',
  'network',
] as const satisfies readonly (keyof SearchFilters)[];

/** spec: profiles / search_people. */
export const searchPeople = handleAction(
  definition,
  async (call) => {
    const { params } = call;
    const given = FILTERS.filter((name) => params[name] !== undefined && params[name].length > 0);
    const filters: SearchFilters = Object.fromEntries(given.map((name) => [name, params[name]]));
    const found = await call.context.channels.professional.searchPeople(call, filters, params);
    return offsetList(definition, params, found, (people) => ({ profiles: people.map(searchResult) }));
  },
  {
    check: (params) => {
      const unsupported = NOT_YET.find((name) => params[name] !== undefined);
      if (unsupported !== undefined) throw notImplemented(`profiles / search_people by ${unsupported}`);
    },
  },
);

function searchResult(person: SeenProfile): ProfileSearchResult {
  return {
    name: fullName(person),
    job_title: person.job_title ?? person.headline,
    connection_level: connectionLevel(person.degree),
    location: person.location,
    profile_url: person.profile_url,
    profile_picture: person.profile_picture,
  };
}
