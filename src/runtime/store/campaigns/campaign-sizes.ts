import type { Queryable } from '../../../shared/postgres/database.ts';

/** Writes down how many people the campaigns have from now on, where that has changed; of one that is being imported once it is over. */
export async function recordSizes(tx: Queryable, campaigns: readonly string[], at: Date): Promise<void> {
  if (campaigns.length === 0) return;
  await tx.query(
    `insert into campaign_sizes (campaign_id, at, people)
     select c.id, $2, sum(t.amount) from campaigns c join campaign_tallies t on t.campaign_id = c.id and t.what = 'enrolled'
      where c.id = any($1) and c.status <> 'importing' group by c.id
     having sum(t.amount) is distinct from
            (select s.people from campaign_sizes s where s.campaign_id = c.id order by s.at desc limit 1)
      order by c.id
     on conflict (campaign_id, at) do update set people = excluded.people`,
    [[...campaigns], at],
  );
}

/** Oldest first; empty: it was not imported yet. */
export async function listSizes(db: Queryable, campaignId: string): Promise<{ at: Date; people: number }[]> {
  const { rows } = await db.query<{ at: Date; people: number }>(
    'select at, people from campaign_sizes where campaign_id = $1 order by at',
    [campaignId],
  );
  return rows;
}
