import { actionOf } from '../../../contract/actions.ts';
import { invalidParams } from '../../answers/service-error.ts';
import type { SearchFilters } from '../../channels/profiles-channel.ts';
import { handleAction } from '../action-handler.ts';
import { offsetList } from '../offset-list.ts';
import { readSearchUrl } from './read-search-url.ts';
import { searchResult } from './search-result.ts';

const definition = actionOf('profiles', 'search_people');

const FILTERS = [
  'keyword',
  'first_name',
  'last_name',
  'title',
  'company_name',
  'company_url',
  'past_company',
  'location',
  'school_url',
  'industry',
  'network',
  'connection_of',
  'follower_of',
] as const satisfies readonly (keyof SearchFilters)[];

/** spec: profiles / search_people. What a param says goes before what the `search_url` says of the same. */
export const searchPeople = handleAction(
  definition,
  'profiles',
  async (call) => {
    const { params } = call;
    const given = FILTERS.filter((name) => params[name] !== undefined && params[name].length > 0);
    const named: SearchFilters = Object.fromEntries(given.map((name) => [name, params[name]]));
    const filters = { ...(params.search_url ? readSearchUrl(params.search_url) : null), ...named };
    const found = await call.channel.searchPeople(call, filters, params);
    return offsetList(definition, params, found, (people) => ({ profiles: people.map(searchResult) }));
  },
  {
    check({ search_url }) {
      if (search_url && readSearchUrl(search_url) === null) {
        throw invalidParams('params.search_url: must be the URL of a people search of the network');
      }
    },
  },
);
