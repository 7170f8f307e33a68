import { actionOf } from '../../../contract/actions.ts';
import { handleAction } from '../action-handler.ts';
import { offsetList } from '../offset-list.ts';
import { searchResult } from '../profiles/search-result.ts';

const definition = actionOf('network', 'recommendations');

export const recommendations = handleAction(definition, async (call) => {
  const people = await call.context.channels.network.recommendations(call, call.params);
  return offsetList(definition, call.params, people, (items) => ({ recommendations: items.map(searchResult) }));
});
