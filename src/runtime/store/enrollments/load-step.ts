import type { Identity } from '../../../shared/identity/identity.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import type { AccountRow } from '../accounts/account.ts';
import type { IntentState } from '../intents/intent.ts';
import type { LeadRow } from '../leads/read-lead.ts';

export interface StepEnrollment {
  readonly id: string;
  readonly sequence: string;
  readonly digest: string;
  readonly lead_id: string | null;
  readonly campaign_id: string | null;
  /** Weight of its campaign against the others that share an account. */
  readonly weight: number;
  readonly senders: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, unknown>>;
  readonly status: string;
  readonly outcome: string | null;
  readonly stop_outcome: string | null;
  readonly stop_event_id: string | null;
  readonly replied_at: Date | null;
  readonly label: string | null;
  readonly accepted_at: Date | null;
  readonly invited_at: Date | null;
  readonly invitation_id: string | null;
  readonly withdrawn_at: Date | null;
  /** The step of the last snapshot; below, what it waited for there and until when. */
  readonly node: string | null;
  readonly waiting_kind: string | null;
  readonly until: Date | null;
}

export interface Relation {
  readonly account_id: string;
  readonly connected: boolean;
  readonly degree: number | null;
  readonly conversation_id: string | null;
  readonly premium_conversation_id: string | null;
}

const OF_SENDERS = ['id', 'platform', 'name', 'email', 'country', 'timezone', 'products', 'hold_repeats'] as const;

type SenderAccount = Pick<AccountRow, (typeof OF_SENDERS)[number]>;

/** Everything a step reads of its enrollment. */
export interface StepRecord {
  readonly enrollment: StepEnrollment;
  /** Null: the person was erased. Its dates are text. */
  readonly lead: LeadRow | null;
  readonly identities: readonly Identity[];
  readonly relations: readonly Relation[];
  readonly accounts: readonly SenderAccount[];
  /** Node of the step that was done last. */
  readonly last_step: string | null;
  /** State of the step's own intent; null: none was written yet. */
  readonly intent_state: IntentState | null;
  /** True where it waits for other calls of its account to be answered. */
  readonly put_off: boolean;
}

export interface AskedStep {
  readonly enrollment_id: string;
  readonly intent: string;
}

type Row = StepEnrollment & Omit<StepRecord, 'enrollment'> & { readonly place: number };

/** Loads many steps at once, each at its place. Values are plain JSON, which Postgres writes in less time than `jsonb`. */
export async function loadSteps(db: Queryable, asked: readonly AskedStep[]): Promise<(StepRecord | null)[]> {
  const { rows } = await db.query<Row & Record<string, unknown>>(
    `select asked.place, e.id, e.sequence, e.digest, e.lead_id, e.campaign_id,
            coalesce((select c.weight from campaigns c where c.id = e.campaign_id), 1) as weight, e.senders, e.vars, e.status, e.outcome, e.stop_outcome, e.stop_event_id, e.replied_at, e.label,
            e.accepted_at, e.invited_at, e.invitation_id, e.withdrawn_at, e.node, e.waiting_kind, e.until,
            to_json(l) as lead,
            coalesce((select json_agg(json_build_object('kind', i.kind, 'value', i.value) order by i.kind, i.value)
               from identities i where i.lead_id = e.lead_id), '[]') as identities,
            coalesce((select json_agg(to_json(r)) from relations r where r.lead_id = e.lead_id), '[]') as relations,
            coalesce((select json_agg(json_build_object(${OF_SENDERS.map((column) => `'${column}', a.${column}`).join(', ')})) from accounts a
               where a.id in (select value from jsonb_each_text(e.senders))), '[]') as accounts,
            (select i.node from intents i where i.enrollment_id = e.id and i.state = 'done'
              order by i.settled_at desc limit 1) as last_step,
            (select i.state from intents i where i.key = asked.intent) as intent_state,
            exists (select from put_off p where p.enrollment_id = e.id) as put_off
       from ${rowsOf('place int, enrollment_id text, intent text')} as asked
       join enrollments e on e.id = asked.enrollment_id left join leads l on l.id = e.lead_id`,
    [jsonRows(asked.map((one, place) => ({ place, ...one })))],
  );
  const found = new Map(rows.map(({ place, ...row }) => [place, recordOf(row)]));
  return asked.map((_, place) => found.get(place) ?? null);
}

function recordOf(row: Omit<Row, 'place'>): StepRecord {
  const { lead, identities, relations, accounts, last_step, intent_state, put_off, ...enrollment } = row;
  return { enrollment, lead, identities, relations, accounts, last_step, intent_state, put_off };
}
