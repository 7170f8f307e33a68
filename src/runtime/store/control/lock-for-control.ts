import type { Queryable } from '../../../shared/postgres/database.ts';
import type { StepInstruction } from '../enrollments/lock-enrollment.ts';

/** The facts that decide whether a person may skip, retry or put off the present step. Dates inside `json` columns are text. */
export interface ControlledRow {
  readonly id: string;
  readonly sequence: string;
  readonly lead_id: string | null;
  readonly campaign_id: string | null;
  readonly senders: Readonly<Record<string, string>>;
  readonly digest: string;
  readonly status: string;
  readonly outcome: string | null;
  readonly stop_outcome: string | null;
  readonly started_at: Date | null;
  readonly node: string | null;
  readonly visit: number;
  readonly waiting_kind: string | null;
  readonly until: Date | null;
  readonly paused: boolean;
  readonly instruction: StepInstruction | null;
  /** How far the walk was when its last snapshot was written; empty: none was. */
  readonly progress: readonly number[];
  readonly replied_at: Date | null;
  readonly connected: boolean;
  readonly invited: boolean;
  /** Calls whose outcome nobody knows yet: under way, or in doubt. */
  readonly doubt: { readonly node: string; readonly state: 'sent' | 'unknown' } | null;
  /** The present visit's own call, as it ended. */
  readonly call: string | null;
  readonly task: { readonly id: string; readonly kind: string } | null;
}

/** Locks an enrollment: no step of it begins until the transaction ends. */
export async function lockForControl(tx: Queryable, id: string): Promise<ControlledRow | null> {
  // A statement sees only what was committed before it began. The row is locked by a statement of its own, so that the next one sees what was
  // committed during the wait for the lock.
  await tx.query('select from enrollments where id = $1 for no key update', [id]);
  const { rows } = await tx.query<ControlledRow & Record<string, unknown>>(
    `select e.id, e.sequence, e.lead_id, e.campaign_id, e.senders, e.digest, e.status, e.outcome, e.stop_outcome, e.started_at,
            e.node, e.visit, e.waiting_kind, e.until, e.paused, e.told as instruction, e.progress, e.replied_at,
            e.accepted_at is not null or exists (select from relations r where r.lead_id = e.lead_id
              and r.account_id = e.senders ->> 'professional' and r.connected) as connected,
            e.invited_at is not null and e.withdrawn_at is null as invited,
            (select jsonb_build_object('node', i.node, 'state', i.state) from intents i
              where i.enrollment_id = e.id and i.state in ('sent', 'unknown') limit 1) as doubt,
            (select i.state from intents i where i.enrollment_id = e.id and i.node = e.node and i.visit = e.visit) as call,
            (select jsonb_build_object('id', t.id, 'kind', t.kind) from tasks t
              where t.enrollment_id = e.id and t.status = 'open' and t.kind <> 'unclear_reply'
              order by t.kind = 'unknown_outcome' desc, t.created_at desc limit 1) as task
       from enrollments e where e.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Saves an instruction. From its commit on no call of this visit begins, unless the time of a reschedule has come. */
export async function saveInstruction(tx: Queryable, id: string, instruction: StepInstruction): Promise<void> {
  await tx.query('update enrollments set told = $2 where id = $1', [id, JSON.stringify(instruction)]);
}
