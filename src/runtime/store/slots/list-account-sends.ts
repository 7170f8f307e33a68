import { SEND_CLASSES } from '../../../language/plan/node-traits.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { equal, type Listing } from '../listing.ts';

/** A slot of an account with whom it is for. */
export interface AccountSend {
  /** A number. */
  readonly id: string;
  readonly at: Date;
  /** The account's local day. */
  readonly date: string;
  readonly limit_class: string;
  readonly state: 'booked' | 'used';
  readonly first_contact: boolean;
  readonly enrollment_id: string | null;
  readonly lead_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly profile_url: string | null;
  readonly company: string | null;
  readonly sequence: string | null;
  readonly campaign_id: string | null;
  readonly node: string;
  /** Digest of the plan in which its step stands, or stood when it was called. Null: an answer to somebody who is in no sequence. */
  readonly digest: string | null;
}

interface AskedSends {
  readonly date?: string | undefined;
  readonly limit_class?: string | undefined;
  readonly state?: 'booked' | 'used' | undefined;
  readonly campaign_id?: string | undefined;
}

const SENDS = SEND_CLASSES.map((one) => `'${one}'`).join(', ');

/** Whether nothing has reached the person before the slot `s` in its enrollment: what was refused reached nobody. An answer is never first. */
const IS_FIRST = `(s.limit_class in (${SENDS}) and s.enrollment_id is not null and not exists (
    select from intents i where i.enrollment_id = s.enrollment_id and i.state = 'done' and i.limit_class in (${SENDS})
       and (i.node, i.visit) <> (s.node, s.visit) and i.settled_at <= s.at))`;

/** Credits and unlocks stand in the calendar beside the call that they belong to. */
const IS_CALL = `s.limit_class in ('visit', 'credits', ${SENDS})`;

export const accountSendListing = (
  account_id: string,
  { date, limit_class, state, campaign_id }: AskedSends,
): Listing<AccountSend> => ({
  columns: `s.id, s.at, s.local_day::text as date, s.limit_class, s.state, ${IS_FIRST} as first_contact, e.id as enrollment_id, l.id as lead_id,
    l.first_name, l.last_name, l.email, l.profile_url, l.company, e.sequence, e.campaign_id, s.node,
    coalesce((select i.digest from intents i where i.key = s.enrollment_id || '/' || s.node || '/' || s.visit), e.digest) as digest`,
  tables: `slots s left join answers a on a.id = s.answer_id
    left join enrollments e on e.id = coalesce(s.enrollment_id, a.enrollment_id)
    left join leads l on l.id = coalesce(e.lead_id, a.lead_id)`,
  ...equal(
    {
      's.account_id': account_id,
      's.local_day': date,
      's.limit_class': limit_class,
      's.state': state,
      'e.campaign_id': campaign_id,
    },
    IS_CALL,
  ),
  orders: {
    at: [
      { sql: 's.at', of: ({ at }) => at, kind: 'time' },
      { sql: 's.id', of: ({ id }) => id, kind: 'number' },
    ],
  },
  usual: 'at',
});

export interface FirstContacts {
  readonly date: string;
  readonly limit_class: string;
  readonly used: number;
  readonly booked: number;
}

/** How many of the slots of these days reach their person first. */
export async function countFirstContacts(
  db: Queryable,
  accountId: string,
  { from, days }: { readonly from: string; readonly days: number },
): Promise<FirstContacts[]> {
  const { rows } = await db.query<FirstContacts & Record<string, unknown>>(
    `select s.local_day::text as date, s.limit_class, count(*) filter (where s.state = 'used')::int as used,
            count(*) filter (where s.state = 'booked')::int as booked
       from slots s
      where s.account_id = $1 and s.local_day >= $2::date and s.local_day < $2::date + $3::int and ${IS_FIRST}
      group by 1, 2 order by 1, 2`,
    [accountId, from, days],
  );
  return rows;
}
