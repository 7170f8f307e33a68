import { afterEach, beforeEach } from 'vitest';
import { ACCOUNT, startWebhookService, type WebhookService } from './webhook-service.ts';

/** The URL of a receiver that is never reached. */
export const HOOK_URL = 'http://127.0.0.1:9/hook';
export const INVALID = { status: 400, code: 'INVALID_PARAMS' };

/** Returns the status and the code of a refused call. */
export async function refusal(call: ReturnType<WebhookService['call']>) {
  const { status, error } = await call;
  return { status, code: error?.code };
}

/** A service of its own for each test of the file. */
export function webhookBench() {
  let service: WebhookService;
  beforeEach(async () => {
    service = await startWebhookService();
  });
  afterEach(() => service.close());
  return {
    get service() {
      return service;
    },
    create: (more: object = {}) => service.call('POST', '/v2/webhooks', { account_id: ACCOUNT, ...more }),
  };
}
