import type { IntentRequest } from '../../../src/runtime/store/intents/intent.ts';

/** Builds the call that sends a message, an InMail or an email; its parameters tell them apart. spec: messages / send */
export const sendRequest = (account_id: string, params: IntentRequest['params']): IntentRequest => ({
  account_id,
  category: 'messages',
  action: 'send',
  params,
});
