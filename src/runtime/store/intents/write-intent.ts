import { CodedError } from '../../../shared/kit/coded-error.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { type KeptWalk, keepWalk, keptValues } from '../walks/kept-walk.ts';
import type { IntentRequest, IntentRow, IntentState } from './intent.ts';

export interface NewIntent {
  readonly key: string;
  readonly enrollment_id: string;
  readonly node: string;
  readonly visit: number;
  readonly limit_class: string | null;
  readonly request: IntentRequest;
  readonly at: Date;
  /** API credits that it may cost at most: held until its outcome is known. Absent: none. */
  readonly held_credits?: number;
  /** What may be there already: a call proven to have had no effect, or also one in doubt that the same key makes harmless. */
  readonly over: 'not_done' | 'doubt';
  /** The walk that asks for it, kept with it: taken up again, it asks for this very call. Absent: none is kept. */
  readonly walk?: KeptWalk;
}

/**
 * Says that the call is about to be let out. Throws where `mayOverwrite` says no: the caller has looked under the enrollment's
 * lock, so that cannot happen. Once in doubt the request stays as it first went out.
 */
export async function writeIntent(tx: Queryable, intent: NewIntent): Promise<IntentRow> {
  const { rows } = await tx.query<IntentRow & Record<string, unknown>>(
    `with written as (insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at,
                          wall_created_at, digest, held_credits)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'sent', $9, $10, clock_timestamp(),
             (select digest from enrollments where id = $2), $12)
     on conflict (key) do update
        set state = 'sent', held_credits = excluded.held_credits, sends = intents.sends + 1, lookups = 0, settled_at = null, error_code = null, error_text = null,
            wall_created_at = excluded.wall_created_at, wall_answered_at = null, created_at = excluded.created_at,
            request = case when intents.doubtful_since is null then excluded.request else intents.request end,
            account_id = case when intents.doubtful_since is null then excluded.account_id else intents.account_id end,
            category = case when intents.doubtful_since is null then excluded.category else intents.category end,
            action = case when intents.doubtful_since is null then excluded.action else intents.action end
      where intents.state = 'not_done' or ($11 and intents.state in ('sent', 'unknown'))
     returning *), kept as (${keepWalk('written', 13)}) select * from written`,
    [
      intent.key,
      intent.enrollment_id,
      intent.node,
      intent.visit,
      intent.request.account_id,
      intent.request.category,
      intent.request.action,
      intent.limit_class,
      JSON.stringify(intent.request),
      intent.at,
      intent.over === 'doubt',
      intent.held_credits ?? 0,
      ...keptValues(intent.walk ?? null),
    ],
  );
  const [row] = rows;
  if (!row) throw new CodedError('intent_taken', `the intent ${intent.key} belongs to another performer`);
  return row;
}

/** Whether nothing was done by what is there, or a repeat under its key does nothing more. */
export function mayOverwrite(state: IntentState, over: NewIntent['over']): boolean {
  return state === 'not_done' || (over === 'doubt' && (state === 'sent' || state === 'unknown'));
}
