import type { StepClient } from '../../activities/v2-caller.ts';
import type { ActionDefinition } from '../../src/v2/contract/definition.ts';

/** A client that says yes to everything and counts: for what only the calendar decides. */
export function createCountingClient() {
  const calls: { action: string; account_id: string | null; key: string | undefined }[] = [];
  const client: StepClient = {
    async perform(definition: ActionDefinition, call) {
      calls.push({ action: definition.action, account_id: call.account_id, key: call.idempotency_key });
      return { kind: 'success', data: { invitation_id: calls.length }, credits: 1, replayed: false };
    },
    async listLogs() {
      return { kind: 'unreachable', reason: 'not part of this test' };
    },
  };
  return { client, calls };
}
