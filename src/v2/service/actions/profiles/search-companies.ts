import { actionOf } from '../../../contract/actions.ts';
import type { CompanyFilters } from '../../channels/profiles-channel.ts';
import { handleAction } from '../action-handler.ts';
import { offsetList } from '../offset-list.ts';

const definition = actionOf('profiles', 'search_companies');

const FILTERS = [
  'keyword',
  'location',
  'industry',
  'company_size',
  'sector',
] as const satisfies readonly (keyof CompanyFilters)[];

export const searchCompanies = handleAction(definition, 'profiles', async (call) => {
  const { params } = call;
  const given = FILTERS.filter((name) => params[name] !== undefined && params[name].length > 0);
  const filters: CompanyFilters = Object.fromEntries(given.map((name) => [name, params[name]]));
  const found = await call.channel.searchCompanies(call, filters, params);
  return offsetList(definition, params, found, (companies) => ({ companies: companies.map((each) => ({ ...each })) }));
});
