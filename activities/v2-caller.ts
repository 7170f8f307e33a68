import { CodedError } from '../src/shared/kit/coded-error.ts';
import type { V2Client } from '../src/v2/client/create-v2-client.ts';
import type { CallOutcome } from '../src/v2/client/outcome.ts';
import { findAction } from '../src/v2/contract/actions.ts';

export type V2Outcome = CallOutcome<unknown>;
export type Refused = Extract<V2Outcome, { kind: 'refused' }>;

/** The part of the client that the steps use. */
export type StepClient = Pick<V2Client, 'perform' | 'listLogs'>;

export interface V2Request {
  readonly account_id: string;
  readonly category: string;
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Makes a call by its names, as an intent keeps them. `wireKey`: the key that the service knows it by. `leaveBefore`: the wall time after which it may not go out
 * any more.
 */
export function callV2(
  client: StepClient,
  request: V2Request,
  wireKey?: string,
  leaveBefore?: number,
): Promise<V2Outcome> {
  const definition = findAction(request.category, request.action);
  if (!definition) throw new CodedError('unknown_action', `there is no action ${request.category} / ${request.action}`);
  return client.perform(definition, {
    account_id: definition.channels === 'none' ? null : request.account_id,
    params: request.params,
    ...(wireKey === undefined ? {} : { idempotency_key: wireKey }),
    ...(leaveBefore === undefined ? {} : { leave_before: leaveBefore }),
  });
}
