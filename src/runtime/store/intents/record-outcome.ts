import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { type NewLine, tell } from '../timeline/add-line.ts';

export interface IntentOutcome {
  readonly key: string;
  /** The `sends` of the call that this outcome belongs to. */
  readonly sends: number;
  readonly state: 'done' | 'refused' | 'not_done';
  readonly response: unknown;
  readonly error_code: string | null;
  readonly error_text: string | null;
  readonly credits: number;
  /** The answer of the step; absent where it will be asked again. */
  readonly result: unknown;
  /** The service keeps this refusal under its Idempotency-Key: the next try needs another key. */
  readonly new_generation?: boolean;
  /** The step goes on with another call: what was in doubt before is answered, and binds it to no bytes. */
  readonly other_call?: boolean;
  /** Recorded only while the call itself still waits for its first read: its performer may be completing it at this moment. */
  readonly unsent?: boolean;
  readonly at: Date;
  /** The line that the timeline gets, at its `at` where it has one. Absent: none. */
  readonly line?: Pick<NewLine, 'type' | 'title' | 'detail'> & { readonly at?: Date };
}

/**
 * False when the outcome comes too late: another performer has recorded one, or sent the call again. What it wrote
 * stays; but the finding that the call was not sent, from a lookup or a person, gives way to the answer itself.
 */
export const recordOutcome = setwise(recordOutcomes, { writes: true });

async function recordOutcomes(tx: Queryable, outcomes: readonly IntentOutcome[]): Promise<boolean[]> {
  const { rows } = await tx.query<{ key: string }>(
    `with ${RECORDED}, added_lines as (${tell(LINES_OF_OUTCOMES)}) select key from settled`,
    [outcomeRows(outcomes)],
  );
  const settled = new Set(rows.map(({ key }) => key));
  return outcomes.map(({ key }) => settled.has(key));
}

export const outcomeRows = (outcomes: readonly IntentOutcome[]): string =>
  jsonRows(
    outcomes.map(({ new_generation = false, other_call = false, unsent = false, line, ...outcome }) => ({
      ...{ ...outcome, unsent, other_call, generations: new_generation ? 1 : 0 },
      ...(line
        ? { type: line.type, title: line.title, detail: line.detail ?? {}, line_at: line.at ?? outcome.at }
        : {}),
    })),
  );

/** SQL: settles the intents whose outcomes are the parameter 1. */
export const RECORDED = `outcomes as materialized (
       select * from ${rowsOf(`key text, sends int, state text, response jsonb, error_code text, error_text text,
         credits int, result jsonb, at timestamptz, generations int, unsent boolean, other_call boolean, type text, title text, detail jsonb, line_at timestamptz`)} as a
     ), settled as (
       update intents i set state = a.state, error_code = a.error_code, credits = i.credits + a.credits, settled_at = a.at, generation = i.generation + a.generations,
              doubtful_since = case when not a.other_call then i.doubtful_since end,
              wall_answered_at = case when i.state = 'sent' then clock_timestamp() end,
              -- Of somebody who was erased while the call was under way nothing is kept but that it was made.
              response = case when not i.erased then a.response when a.response ? 'refused' then jsonb_build_object('refused', a.response -> 'refused') end,
              error_text = case when not i.erased then a.error_text end,
              result = case when not i.erased then a.result end
         from outcomes a
        where i.key = a.key and i.sends = a.sends and (i.state in ('sent', 'unknown') or (a.state = 'done' and i.state = 'not_done'))
          and (not a.unsent or i.request ? 'first')
       returning i.key, i.enrollment_id, i.node, i.erased, a.type, a.title, a.detail, a.line_at as at
     )`;

/** SQL: the lines of what was settled, for `tell`. */
export const LINES_OF_OUTCOMES = `
  select enrollment_id, at, node, type, title, detail from settled where type is not null and not erased`;

/** The call's outcome is unknown; true the first time. */
export async function markDoubtful(
  tx: Queryable,
  doubt: { readonly key: string; readonly sends: number; readonly text: string; readonly at: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update intents set state = 'unknown', doubtful_since = coalesce(doubtful_since, $3), error_text = $4
      where key = $1 and sends = $2 and state = 'sent'`,
    [doubt.key, doubt.sends, doubt.at, doubt.text],
  );
  return rowCount === 1;
}

/** One more look found no proof; returns how many that makes. */
export async function countLookup(tx: Queryable, key: string): Promise<number> {
  const { rows } = await tx.query<{ lookups: number }>(
    'update intents set lookups = lookups + 1 where key = $1 returning lookups',
    [key],
  );
  return rows[0]?.lookups ?? 0;
}
