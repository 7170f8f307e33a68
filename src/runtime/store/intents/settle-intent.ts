import type { Queryable } from '../../../shared/postgres/database.ts';
import type { NewLine } from '../timeline/add-line.ts';

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
  /** Holds only as long as the call itself waits for its first read: its performer may be completing it at this moment. */
  readonly unsent?: boolean;
  readonly at: Date;
  /** What the timeline says of it. Absent: nothing. */
  readonly line?: Pick<NewLine, 'type' | 'title' | 'detail'>;
}

/**
 * False when the outcome comes too late: another performer has settled the intent, or let the call out again. What it wrote
 * holds; but that it was not sent, by what could be read or by a person's word, gives way to the answer itself.
 */
export async function settleIntent(tx: Queryable, outcome: IntentOutcome): Promise<boolean> {
  const { rows } = await tx.query<{ late: boolean }>(
    `with settled as (
       update intents set state = $3, response = $4, error_code = $5, error_text = $6, credits = credits + $7, result = $8,
              settled_at = $9, generation = generation + $10,
              wall_answered_at = case when state = 'sent' then clock_timestamp() end
        where key = $1 and sends = $2 and (state in ('sent', 'unknown') or ($3 = 'done' and state = 'not_done'))
          and (not $14 or request ? 'first')
       returning enrollment_id, node
     ), told as (
       insert into timeline (enrollment_id, at, node, type, title, detail)
       select enrollment_id, $9, node, $11, $12, $13 from settled where $11::text is not null
     )
     select not exists (select from settled) as late`,
    [
      outcome.key,
      outcome.sends,
      outcome.state,
      outcome.response === undefined ? null : JSON.stringify(outcome.response),
      outcome.error_code,
      outcome.error_text,
      outcome.credits,
      outcome.result === undefined ? null : JSON.stringify(outcome.result),
      outcome.at,
      outcome.new_generation ? 1 : 0,
      outcome.line?.type ?? null,
      outcome.line?.title ?? null,
      JSON.stringify(outcome.line?.detail ?? {}),
      outcome.unsent ?? false,
    ],
  );
  return rows[0]?.late === false;
}

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
