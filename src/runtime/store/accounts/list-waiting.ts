import type { Queryable } from '../../../shared/postgres/database.ts';

/** People whose step waits for a slot of an account, by what keeps it from going out now. */
export interface WaitingPeople {
  readonly account_id: string;
  readonly people: number;
  /** The reason of the first of them in plain words: `10 of 10 invitations of Anna used today`. */
  readonly reason: string;
  /** Virtual time at which the first of them goes on; null: nobody can tell. */
  readonly next: Date | null;
}

/** A step without a booked slot waits for an account of the channel that its limit is of. Its condition is that of an index. */
const WAITING = `select e.id, e.waiting_text as reason, e.until, e.waiting_detail ->> 'constraint' as constraint_name,
         coalesce(s.limit_class, e.waiting_detail ->> 'limit_class') as limit_class,
         coalesce(s.account_id, e.senders ->>
           case e.waiting_detail ->> 'limit_class' when 'email' then 'email' else 'professional' end) as account_id
    from enrollments e
    left join lateral (select limit_class, account_id from slots
      where enrollment_id = e.id and node = e.node and visit = e.visit and state = 'booked'
      order by limit_class limit 1) s on true
   where e.status = 'active' and e.started_at is not null and e.waiting_kind = 'slot' and e.waiting_detail is not null`;

/** The ids of the enrollments whose step waits for a slot of the account `place`. */
export const waitingOn = (place: string): string =>
  `select waiting.id from (${WAITING}) as waiting where waiting.account_id = ${place}`;

export async function listWaitingPeople(db: Queryable): Promise<WaitingPeople[]> {
  const { rows } = await db.query<WaitingPeople & Record<string, unknown>>(
    `select account_id, count(*)::int as people, (array_agg(reason order by until nulls last, id))[1] as reason, min(until) as next
       from (${WAITING}) as waiting
      where account_id is not null
      group by account_id, limit_class, constraint_name
      order by account_id, people desc, reason`,
  );
  return rows;
}
