import { actionOf } from '../../../contract/actions.ts';
import { labelId } from '../../channels/mail-labels.ts';
import { answer, handleAction } from '../action-handler.ts';

export const listLabels = handleAction(actionOf('messages', 'list_labels'), 'email', async (call) =>
  answer(
    await call.channel.listLabels(call),
    (labels) => ({ labels: labels.map(({ id, name, unread }) => ({ id: labelId(id), name, unread })) }),
    (labels) => ({ results: labels.length }),
  ),
);
