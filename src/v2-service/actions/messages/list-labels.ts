import { actionOf } from '../../../contract/actions.ts';
import { answer, handleAction } from '../action-handler.ts';

export const listLabels = handleAction(actionOf('messages', 'list_labels'), async (call) =>
  answer(
    await call.context.channels.email.listLabels(call),
    (labels) => ({ labels: labels.map((label) => ({ ...label })) }),
    (labels) => ({ results: labels.length }),
  ),
);
