import type { Queryable } from '../../../shared/postgres/database.ts';

/** The people who came to a split on one day (UTC), by arm: the mean of the shares that held, and how many took it. */
export interface SharesOfDayRow {
  readonly date: string;
  readonly shares: Readonly<Record<string, number>>;
  readonly entered: Readonly<Record<string, number>>;
}

export async function listSharesByDay(db: Queryable, experiment_id: string): Promise<SharesOfDayRow[]> {
  const { rows } = await db.query<SharesOfDayRow & Record<string, unknown>>(
    `select date, jsonb_object_agg(arm, share) as shares, jsonb_object_agg(arm, entered) as entered
       from (select to_char(c.at at time zone 'UTC', 'YYYY-MM-DD') as date, s.key as arm, avg(s.value::float8) as share,
                    count(*) filter (where s.key = c.arm) as entered
               from arm_choices c cross join lateral jsonb_each_text(c.shares) as s where c.experiment_id = $1 group by 1, 2) as d
      group by 1 order by 1`,
    [experiment_id],
  );
  return rows;
}
