import type { Queryable } from '../../../shared/postgres/database.ts';

/** The sends of a campaign on a day from an account, booked and used. */
export interface CampaignSlots {
  readonly account_id: string;
  readonly limit_class: string;
  /** The account's local day. */
  readonly date: string;
  readonly used: number;
  readonly booked: number;
}

/** Counts the slots of a campaign by the accounts' own days. It has few slots at a time, while its people may be a million. */
export async function countCampaignSlots(
  db: Queryable,
  campaignId: string,
  { accounts, from, days }: { readonly accounts: readonly string[]; readonly from: string; readonly days: number },
): Promise<CampaignSlots[]> {
  const { rows } = await db.query<CampaignSlots & Record<string, unknown>>(
    `select s.account_id, s.limit_class, s.local_day::text as date,
            coalesce(sum(s.amount) filter (where s.state = 'used'), 0)::int as used,
            coalesce(sum(s.amount) filter (where s.state = 'booked'), 0)::int as booked
       from slots s join enrollments e on e.id = s.enrollment_id
      where s.account_id = any($2) and s.local_day >= $3::date and s.local_day < $3::date + $4::int
        and e.campaign_id = $1
      group by 1, 2, 3 order by 3, 1, 2`,
    [campaignId, [...accounts], from, days],
  );
  return rows;
}
