import { actionOf } from '../../../contract/actions.ts';
import { labelId } from '../../channels/mail-labels.ts';
import { answer, handleAction } from '../action-handler.ts';
import { askMailbox } from './ask-mailbox.ts';

export const listLabels = handleAction(
  actionOf('messages', 'list_labels'),
  async (call) =>
    answer(
      call.prepared ?? (await call.context.channels.email.listLabels(call)),
      (labels) => ({ labels: labels.map(({ id, name, unread }) => ({ id: labelId(id), name, unread })) }),
      (labels) => ({ results: labels.length }),
    ),
  askMailbox((mailbox) => mailbox.listLabels()),
);
