import type { Plan } from '../../src/language/plan/plan.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';

export const PLAYED = {
  campaign_id: 'cmp_played',
  yaml: `sequence: played
senders: { professional: [acc_anna] }
steps:
  - split:
      long: { weight: 1, steps: [visit] }
      short: { weight: 1, steps: [visit] }
  - invite: "Hello"
  - wait_for: accepted_invitation
    within: 7 days
    then: [{ message: "Thank you" }]
    else: [{ inmail: { subject: "Hello", text: "Again" }, else: [{ end: unreachable }] }]
  - end: done
`,
} as const;

const MONDAY = '2026-03-02T09:00:00Z';
export const playedEnrollment = (n: number): string => `enr_${String(n).padStart(8, '0')}`;

/**
 * A campaign whose ledger is written as the engine writes it. Of every twelve people, from 1: the 12th is refused; the even ones but him accept
 * after a day, and get the message an hour later; the 4th and 8th reply to it a day after that; the 3rd gets an InMail and replies to it; the
 * others are silent. The last twelve of all wait; of their messages one is in doubt and one was not done.
 */
export async function writePlayedCampaign(db: Queryable, plan: Pick<Plan, 'nodes'>, people: number): Promise<void> {
  const nodes = Object.values(plan.nodes);
  const idOf = (kind: string) => nodes.find((node) => node.kind === kind)?.id ?? kind;
  const id = PLAYED.campaign_id;
  await db.query(
    `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at)
     values ($1, 'Spring', 'played', 1, '{}', 'played', 'running', $2)`,
    [id, MONDAY],
  );
  await db.query(
    `with v as (select * from sequence_versions where sequence = 'played'),
          n as (select n, 'enr_' || lpad(n::text, 8, '0') as id, 'lead_' || lpad(n::text, 8, '0') as lead_id, n % 12 as k, n > $3::int - 12 as is_open,
                       $2::timestamptz + (n % 120) * interval '2 hours' as at from generate_series(1, $3::int) n),
          p as (select n.*, k <> 0 as invited, k <> 0 and k % 2 = 0 as accepts, k in (4, 8, 3) as replies from n),
          l as (insert into leads (id, first_name, last_name, company, company_key, country, vars, created_at, updated_at)
                select lead_id, '+Ada' || n, 'Example', 'Company ' || n % 7, 'company ' || n % 7, 'FR',
                       jsonb_build_object('company_size', (array['1-10', '11-50', '51+'])[1 + n % 3]), at, at from p returning id),
          e as (insert into enrollments (id, sequence, version, digest, lead_id, campaign_id, senders, status, outcome, node, created_at, started_at,
                                         invited_at, accepted_at, replied_at, finished_at)
                select p.id, 'played', v.version, v.digest, l.id, $1, '{"professional": "acc_anna"}', case when is_open and not replies then 'active' else 'finished' end,
                       case when replies then 'replied' when is_open then null else 'done' end, case when is_open and not replies then $5 end, at, at, at,
                       case when accepts then at + interval '24 hours' end,
                       case when k = 3 then at + interval '60 hours' when replies then at + interval '49 hours' end,
                       case when is_open and not replies then null else at + interval '9 days' end
                  from p join l on l.id = p.lead_id, v returning id),
          t as (insert into timeline (enrollment_id, at, node, type, title, detail)
                select p.id, at, $8, 'branch', 'Takes arm', jsonb_build_object('arm', case when n % 2 = 0 then 'short' else 'long' end) from p join e using (id))
     insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, credits, created_at, settled_at)
     select p.id || '/' || node || '/1', p.id, node, 1, 'acc_anna', 'professional', action, class, state, '{"params": {}}', credits, begun, case when state = 'done' then begun end
       from p join e using (id), lateral (
         select $4::text as node, 'invite' as action, 'invite' as class, case when invited then 'done' else 'refused' end as state,
                case when invited then 1 else 0 end as credits, at as begun
         union all
         select $6, 'send', 'message', 'done', 1, at + interval '25 hours' where accepts
         union all
         select $6, 'send', 'message', case k when 1 then 'unknown' else 'not_done' end, 0, at + interval '25 hours' where is_open and k in (1, 5)
         union all
         select $7, 'inmail', 'inmail', 'done', 2, at + interval '48 hours' where k = 3) as call`,
    [id, MONDAY, people, idOf('invite'), idOf('wait_for'), idOf('message'), idOf('inmail'), idOf('split')],
  );
}
