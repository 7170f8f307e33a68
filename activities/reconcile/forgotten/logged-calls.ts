import { type NamedStep, stepOfWireKey } from '../../../src/runtime/store/intents/intent.ts';
import type { CallOutcome } from '../../../src/v2/client/outcome.ts';
import { ACTIONS } from '../../../src/v2/contract/actions.ts';
import type { StepClient } from '../../call/v2-caller.ts';

/** A call of ours that somebody may have noticed, by the log of the V2 service. */
export interface LoggedCall extends NamedStep {
  readonly account_id: string;
  readonly action: string;
  readonly at: Date;
}

export const PAGE = 200;

/** The log names an action without its category. */
const NOTICED = new Map(ACTIONS.filter(({ effect }) => effect !== 'read').map((one) => [one.action, one]));

export const definitionOf = (action: string) => NOTICED.get(action) ?? null;

type LogPage = Extract<Awaited<ReturnType<StepClient['listLogs']>>, { kind: 'success' }>['data'];

/** Newest first, one page of an account's log. */
export const readPage = (
  v2: Pick<StepClient, 'listLogs'>,
  account_id: string,
  offset: number,
): Promise<CallOutcome<LogPage>> => v2.listLogs({ account_id, limit: PAGE, offset });

/** Those that went out, or of which the service itself does not know. What it refused had no effect. */
export const callsIn = ({ items }: LogPage): LoggedCall[] =>
  items.flatMap(({ idempotency_key, action, account_id, status, outcome_unknown, created_at }) => {
    const step = idempotency_key ? stepOfWireKey(idempotency_key) : null;
    if (step === null || account_id === null || !NOTICED.has(action)) return [];
    if (status !== 'success' && outcome_unknown !== true) return [];
    return [{ ...step, account_id, action, at: new Date(created_at) }];
  });
