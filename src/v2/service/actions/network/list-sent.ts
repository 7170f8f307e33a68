import { actionOf } from '../../../contract/actions.ts';
import { handleAction } from '../action-handler.ts';
import { offsetList } from '../offset-list.ts';
import { daysSince } from './sent-time.ts';

const definition = actionOf('network', 'list_sent');

export const listSent = handleAction(definition, 'network', async (call) => {
  const sent = await call.channel.listSent(call, call.params);
  return offsetList(definition, call.params, sent, (items) => ({
    invitations: items.map(({ invitation_id, profile_url, name, sent_at }) => ({
      invitation_id,
      profile_url,
      name,
      sent_at: new Date(sent_at).toISOString(),
      sent_time_days: daysSince(sent_at, call.now),
    })),
  }));
});
