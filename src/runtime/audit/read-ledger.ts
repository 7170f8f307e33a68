import type { Plan } from '../../language/plan/plan.ts';
import { domainOf } from '../../shared/identity/mailbox-key.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import { ACTIONS } from '../../v2/contract/actions.ts';
import { type ServiceCall, stepNamed, stepOf } from './read-service-log.ts';

/** One call that somebody may notice, as the ledger has it. */
export interface LedgerCall {
  readonly key: string;
  /** Null: the call sent an answer that a person of ours wrote. */
  readonly enrollment_id: string | null;
  readonly lead_id: string | null;
  readonly person: string;
  readonly account_id: string;
  readonly action: string;
  readonly limit_class: string | null;
  readonly error_code: string | null;
  /** Domain of the recipient of a mail; null for other calls. */
  readonly domain: string | null;
  readonly state: 'sent' | 'done' | 'refused' | 'unknown' | 'not_done';
  /** False: it was so already, and the service did nothing. */
  readonly had_effect: boolean;
  readonly text: string | null;
  readonly conversation_id: string | null;
  /** Digest of the plan by whose limits the call is judged; null: no sequence limits it. */
  readonly digest: string | null;
  readonly at: Date;
  readonly wall_at: Date;
  readonly outcome: string | null;
  readonly stop_outcome: string | null;
  readonly wall_stopped_at: Date | null;
  /** The end of an answer that was not sent: it was taken back, for instance. */
  readonly ended_unsent: 'withdrawn' | 'not_sent' | null;
  /** Entries of the do-not-contact list that were there before the call. */
  readonly suppressed_by: string | null;
}

export interface LedgerAccount {
  readonly id: string;
  readonly name: string;
  readonly platform: 'professional' | 'messenger' | 'email';
  readonly email: string | null;
  readonly country: string | null;
  readonly timezone: string | null;
  readonly products: readonly string[];
  readonly profile: string | null;
  readonly daily_limit: number | null;
  readonly first_send_at: Date | null;
}

/** One that a key in the log names. */
export interface LedgerEnrollment {
  readonly id: string;
  readonly lead_id: string | null;
  readonly person: string;
  readonly digest: string;
  readonly outcome: string | null;
}

export interface Ledger {
  readonly calls: readonly LedgerCall[];
  readonly enrollments: ReadonlyMap<string, LedgerEnrollment>;
  readonly plans: ReadonlyMap<string, Plan>;
  readonly accounts: ReadonlyMap<string, LedgerAccount>;
}

const NOTICED = ACTIONS.filter(({ effect }) => effect !== 'read').map(
  ({ category, action }) => `${category}/${action}`,
);

/** Calls of the period, and those that the service's log names. */
export async function readLedger(
  db: Queryable,
  { from, to }: { readonly from: Date; readonly to: Date },
  log: readonly ServiceCall[],
): Promise<Ledger> {
  const named = log.flatMap(({ key }) => (key === null ? [] : [stepOf(key)]));
  const calls = await db.query<Omit<LedgerCall, 'domain'> & { readonly mailed_to: string | null }>(
    `select i.key, i.enrollment_id, i.account_id, i.action, i.limit_class, i.state, coalesce(i.error_code, i.response ->> 'refused') as error_code, i.created_at as at,
            case when i.limit_class = 'email' then i.request #>> '{params,to}' end as mailed_to,
            i.wall_created_at as wall_at, i.request #>> '{params,message_text}' as text,
            i.state = 'done' and i.response ->> 'refused' is null as had_effect,
            case when i.limit_class = 'inmail' then r.premium_conversation_id else r.conversation_id end as conversation_id,
            case when w.state in ('withdrawn', 'not_sent') and w.lead_id is not null then w.state end as ended_unsent,
            of.lead_id, e.outcome, e.stop_outcome, e.wall_stopped_at, coalesce(i.digest, e.digest) as digest,
            coalesce(nullif(concat_ws(' ', l.first_name, l.last_name), ''), l.email, l.profile_url, e.id, w.id) as person,
            (select s.kind || ' ' || s.value from suppressions s
              where s.wall_created_at < i.wall_created_at
                -- Its writer was shown the entry, and confirmed it.
                and coalesce(s.person_entry, s.id) <> all(coalesce(w.confirmed, '{}')) and (
                    (s.kind = 'company' and s.value = l.company_key)
                 or (s.kind = 'lead' and s.value = of.lead_id)
                 or exists (select from identities d where d.lead_id = of.lead_id and (
                      (s.kind, s.value) = (d.kind, d.value)
                      or (s.kind = 'domain' and d.kind = 'email'
                          and (split_part(d.value, '@', 2) = s.value or right(d.value, length(s.value) + 1) = '.' || s.value)))))
              limit 1) as suppressed_by
       from intents i left join enrollments e on e.id = i.enrollment_id left join answers w on w.id = i.answer_id
            cross join lateral (select coalesce(e.lead_id, w.lead_id) as lead_id) as of left join leads l on l.id = of.lead_id
            left join relations r on r.lead_id = of.lead_id and r.account_id = i.account_id
      where i.category || '/' || i.action = any($1) and (i.created_at between $2 and $3 or i.key = any($4))
      order by i.created_at`,
    [NOTICED, from, to, named],
  );
  const enrollments = await db.query<LedgerEnrollment & Record<string, unknown>>(
    `select e.id, e.lead_id, e.digest, e.outcome,
            coalesce(nullif(concat_ws(' ', l.first_name, l.last_name), ''), l.email, l.profile_url, e.id) as person
       from enrollments e left join leads l on l.id = e.lead_id where e.id = any($1)`,
    [[...new Set(named.flatMap((key) => stepNamed(key)?.enrollment_id ?? []))]],
  );
  const plans = await db.query<{ digest: string; plan: Plan }>(
    'select digest, plan from plans where digest = any($1)',
    [[...new Set([...calls.rows, ...enrollments.rows].flatMap(({ digest }) => digest ?? []))]],
  );
  const accounts = await db.query<LedgerAccount & Record<string, unknown>>(
    `select a.*, (select min(s.at) from slots s
                   where s.account_id = a.id and s.state = 'used'
                     and s.limit_class in ('invite', 'message', 'inmail', 'email')) as first_send_at
       from accounts a`,
  );
  return {
    calls: calls.rows.map(({ mailed_to, ...call }) => ({ ...call, domain: domainOf(mailed_to ?? '') || null })),
    enrollments: new Map(enrollments.rows.map((enrollment) => [enrollment.id, enrollment])),
    plans: new Map(plans.rows.map(({ digest, plan }) => [digest, plan])),
    accounts: new Map(accounts.rows.map((account) => [account.id, account])),
  };
}
