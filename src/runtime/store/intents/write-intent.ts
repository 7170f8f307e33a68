import { CodedError } from '../../../shared/kit/coded-error.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { tokenOf } from '../../../shared/postgres/transaction-batches.ts';
import { type GivenSlots, giveSlotsBy, giveSlotsValues, NO_SLOTS } from '../slots/save-slot.ts';
import { KEPT_COLUMNS, type KeptWalk, keepWalk, keptColumns } from '../walks/kept-walk.ts';
import type { IntentRequest, IntentRow, IntentState } from './intent.ts';

interface OfStep {
  readonly enrollment_id: string;
}

interface OfAnswer {
  readonly answer_id: string;
  /** Digest of the version whose limits hold for it; null: no sequence limits it. */
  readonly digest: string | null;
}

export type NewIntent = (OfStep | OfAnswer) & {
  readonly key: string;
  readonly node: string;
  readonly visit: number;
  readonly limit_class: string | null;
  readonly request: IntentRequest;
  readonly at: Date;
  /** API credits that it may cost at most: reserved until its outcome is known. Absent: none. */
  readonly held_credits?: number;
  /** The intent that may be there already: one of a call proven to have had no effect, or also one in doubt, which the same key makes harmless. */
  readonly over: 'not_done' | 'doubt';
  /** The walk that asks for it, kept with it: taken up again, it asks for this very call. Absent: none is kept. */
  readonly walk?: KeptWalk;
  /** The slots with which it goes out. Absent: they are written, or it takes none. */
  readonly slots?: GivenSlots;
};

/**
 * Records that the call is about to be sent, with its slots. Throws where `mayOverwrite` says no: the caller has looked under the enrollment's
 * lock, so that cannot happen. Once in doubt the request stays as it first went out.
 */
export async function writeIntent(tx: Queryable, intent: NewIntent): Promise<IntentRow> {
  const row = await writeOne(tx, intent);
  if (!row) throw new CodedError('intent_taken', `the intent ${intent.key} belongs to another performer`);
  return row;
}

const writeOne = setwise(writeIntents, { writes: true });

async function writeIntents(tx: Queryable, intents: readonly NewIntent[]): Promise<(IntentRow | null)[]> {
  const asked = intents.map(
    ({ key, node, visit, limit_class, request, at, held_credits = 0, over, walk, slots: _, ...of }) => ({
      ...{ ...of, key, node, visit, limit_class, request, at, held_credits, over_doubt: over === 'doubt' },
      ...keptColumns(walk ?? null),
    }),
  );
  const { rows } = await tx.query<IntentRow & Record<string, unknown>>(
    `with asked as materialized (
       select * from ${rowsOf(`key text, enrollment_id text, answer_id text, digest text, node text, visit int, limit_class text, request jsonb,
         at timestamptz, held_credits int, over_doubt boolean, ${KEPT_COLUMNS}`)} as a
     ), written as (
       insert into intents (key, enrollment_id, answer_id, node, visit, account_id, category, action, limit_class, state, request, created_at,
                            wall_created_at, digest, held_credits, batch)
       select a.key, a.enrollment_id, a.answer_id, a.node, a.visit, a.request ->> 'account_id', a.request ->> 'category', a.request ->> 'action',
              a.limit_class, 'sent', a.request, a.at, clock_timestamp(), coalesce(e.digest, a.digest), a.held_credits, $2
         from asked a left join enrollments e on e.id = a.enrollment_id
       on conflict (key) do update
          set state = 'sent', held_credits = excluded.held_credits, sends = intents.sends + 1, lookups = 0, settled_at = null, error_code = null, error_text = null,
              wall_created_at = excluded.wall_created_at, wall_answered_at = null, created_at = excluded.created_at, batch = excluded.batch,
              request = case when intents.doubtful_since is null then excluded.request else intents.request end,
              account_id = case when intents.doubtful_since is null then excluded.account_id else intents.account_id end,
              category = case when intents.doubtful_since is null then excluded.category else intents.category end,
              action = case when intents.doubtful_since is null then excluded.action else intents.action end,
              limit_class = case when intents.doubtful_since is null then excluded.limit_class else intents.limit_class end
        where intents.state = 'not_done'
           or (intents.state in ('sent', 'unknown') and (select over_doubt from asked where asked.key = excluded.key))
       returning *
     ), kept as (${keepWalk('asked join written using (key, enrollment_id)')}),
     ${giveSlotsBy(3)}
     select * from written`,
    [jsonRows(asked), tokenOf(tx), ...giveSlotsValues(intents.map(({ slots = NO_SLOTS }) => slots))],
  );
  const found = new Map(rows.map((row) => [row.key, row]));
  return intents.map(({ key }) => found.get(key) ?? null);
}

/** Whether nothing was done by what is there, or a repeat under its key does nothing more. */
export function mayOverwrite(state: IntentState, over: NewIntent['over']): boolean {
  return state === 'not_done' || (over === 'doubt' && (state === 'sent' || state === 'unknown'));
}
