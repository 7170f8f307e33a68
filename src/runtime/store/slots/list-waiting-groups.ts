import type { Queryable } from '../../../shared/postgres/database.ts';

/** People of one plan who share an account under one name: a campaign, or a sequence whose people were enrolled by themselves. */
export interface WaitingGroup {
  readonly campaign_id: string | null;
  readonly sequence: string;
  readonly name: string;
  readonly weight: number;
  readonly digest: string;
  /** How many have not had a slot of the account yet. */
  readonly waiting: number;
  /** Slots that they and all others of the group have booked, by class. */
  readonly booked: Readonly<Record<string, number>>;
  readonly last_booked_on: string | null;
}

/** SQL: `enrollments e` that go on, and are written to from the account. */
const HAS_ACCOUNT = `e.status <> 'finished' and e.stop_outcome is null
          and $1 in (e.senders->>'professional', e.senders->>'messenger', e.senders->>'email')`;

export async function listWaitingGroups(db: Queryable, accountId: string): Promise<WaitingGroup[]> {
  const { rows } = await db.query<WaitingGroup & Record<string, unknown>>(
    `with mine as (
       select e.id, e.campaign_id, e.sequence, e.digest,
              not exists (select from slots s where s.enrollment_id = e.id and s.account_id = $1 and s.state = 'used') as waiting
         from enrollments e where ${HAS_ACCOUNT}),
     places as (
       select e.campaign_id, e.sequence, e.digest, s.limit_class, sum(s.amount)::int as count, max(s.local_day)::text as last
         from slots s join enrollments e on e.id = s.enrollment_id where s.account_id = $1 and s.state = 'booked' and ${HAS_ACCOUNT}
        group by 1, 2, 3, 4)
     select m.campaign_id, m.sequence, coalesce(c.name, m.sequence) as name, coalesce(c.weight, 1) as weight, m.digest,
            count(*) filter (where m.waiting)::int as waiting,
            coalesce((select jsonb_object_agg(p.limit_class, p.count) from places p
              where p.campaign_id is not distinct from m.campaign_id and p.sequence = m.sequence and p.digest = m.digest), '{}') as booked,
            (select max(p.last) from places p
              where p.campaign_id is not distinct from m.campaign_id and p.sequence = m.sequence and p.digest = m.digest) as last_booked_on
       from mine m left join campaigns c on c.id = m.campaign_id
      group by m.campaign_id, m.sequence, c.name, c.weight, m.digest
      order by m.campaign_id nulls last, m.sequence, m.digest`,
    [accountId],
  );
  return rows;
}

/** The accounts that the people of a campaign are written to from. */
export async function listCampaignAccounts(db: Queryable, campaignId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select distinct sender.value as id from enrollments e cross join jsonb_each_text(e.senders) sender
      where e.campaign_id = $1 and e.status <> 'finished' order by 1`,
    [campaignId],
  );
  return rows.map(({ id }) => id);
}
