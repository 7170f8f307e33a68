import { actionOf } from '../../../contract/actions.ts';
import { handleAction } from '../action-handler.ts';
import { offsetList } from '../offset-list.ts';
import { searchResult } from '../profiles/search-result.ts';

const definition = actionOf('network', 'recommendations');

export const recommendations = handleAction(definition, 'network', async (call) => {
  const people = await call.channel.recommendations(call, call.params);
  return offsetList(definition, call.params, people, (items) => ({ recommendations: items.map(searchResult) }));
});
