import type { Queryable } from '../../../shared/postgres/database.ts';
import type { TaskRow } from '../tasks/task.ts';
import type { DecidedMeaning } from '../tasks/unclear-reply.ts';

/** A line of the timeline, or an announcement, with what an event says of it. */
export interface CauseRow {
  readonly id: string;
  /** The type of the line of a timeline, or of the event that is announced. */
  readonly type: string;
  readonly is_line: boolean;
  readonly at: Date;
  readonly node: string | null;
  readonly title: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly enrollment: {
    readonly id: string;
    readonly sequence: string;
    readonly campaign_id: string | null;
    readonly outcome: string | null;
    readonly senders: Readonly<Record<string, string>>;
  } | null;
  readonly lead: CauseLead | null;
  /** The person as known by now: the one whom they proved to be, or they themselves; kept where they were erased. */
  readonly person_id: string | null;
  readonly campaign: { readonly id: string; readonly name: string; readonly sequence: string } | null;
  readonly account: { readonly id: string; readonly name: string; readonly platform: string } | null;
  readonly task:
    | (Pick<TaskRow, 'id' | 'kind' | 'text' | 'status' | 'assignee'> & { readonly due_at: string | null })
    | null;
  /** The event that came in, where the cause is a reply. */
  readonly received: {
    readonly event_id: string;
    readonly account_id: string;
    readonly platform: string;
    readonly type: string;
    readonly payload: unknown;
    readonly decided: DecidedMeaning | null;
  } | null;
  /** The same reply, for another sequence that they are in. */
  readonly is_repeated: boolean;
}

export interface CauseLead {
  readonly id: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly company: string | null;
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly profile_url: string | null;
}

export interface CausesAsked {
  readonly after: bigint;
  /** Everything up to it is committed. */
  readonly upto: bigint;
  readonly limit: number;
}

const row = (alias: string, columns: string): string =>
  `case when ${alias}.id is not null then jsonb_build_object(${columns
    .split(' ')
    .map((column) => `'${column}', ${alias}.${column}`)
    .join(', ')}) end`;

/**
 * The person of a line that is about somebody who was erased. No row of them is left but that of the erasure; all that is about them stays in one
 * order, with `lead.erased` as the last.
 */
const ERASED = `case when page.type = 'lead.erased' or (e.id is not null and e.lead_id is null) then (
  select erased.leads[1] from erasures erased where erased.id = page.detail ->> 'receipt_id' or e.id = any(erased.enrollments) limit 1) end`;

const CAUSES = `
with causes as (
  (select id, type, true as is_line, at, node, title, detail, once, enrollment_id, null as lead_id, null as campaign_id, null as account_id
     from timeline where id > $1 and id <= $2 order by id limit $3)
  union all
  (select id, type, false, at, detail ->> 'node', '', detail, null, enrollment_id, lead_id, campaign_id, account_id
     from announcements where id > $1 and id <= $2 order by id limit $3)
), page as (select * from causes order by id limit $3)
select page.id, page.type, page.is_line, page.at, page.node, page.title, page.detail,
       ${row('e', 'id sequence campaign_id outcome senders')} as enrollment,
       ${row('l', 'id first_name last_name company email phone_number profile_url')} as lead, coalesce(l.merged_into, l.id, ${ERASED}) as person_id,
       ${row('c', 'id name sequence')} as campaign, ${row('a', 'id name platform')} as account,
       ${row('t', 'id kind text status assignee due_at')} as task,
       case when r.event_id is not null then jsonb_build_object('event_id', r.event_id, 'account_id', r.account_id, 'platform', r.platform,
         'type', r.type, 'payload', r.payload, 'decided', r.decided) end as received,
       page.type = 'replied' and exists (
         select from enrollments other join timeline first on first.enrollment_id = other.id and first.once = page.once
          where other.lead_id = e.lead_id and first.id < page.id) as is_repeated
  from page
  left join enrollments e on e.id = page.enrollment_id
  left join identities named on page.type = 'lead.suppressed' and named.kind = page.detail ->> 'kind' and named.value = page.detail ->> 'value'
  left join leads l on l.id = coalesce(page.lead_id, e.lead_id, named.lead_id)
  left join campaigns c on c.id = page.campaign_id
  left join accounts a on a.id = coalesce(page.account_id, case when page.type = 'unknown' then page.detail ->> 'account_id' end)
  left join tasks t on page.type in ('needs_person', 'decided', 'expired') and t.id = page.detail ->> 'task_id'
  left join events r on (page.type = 'replied' and page.once like 'event/%' and r.event_id = substr(page.once, 7))
                     or (page.type = 'reply.received' and r.event_id = page.detail ->> 'event_id')
 order by page.id`;

/** Reads causes in the order of their ids; `last`: the id up to which they were read. */
export async function readCauses(
  db: Queryable,
  { after, upto, limit }: CausesAsked,
): Promise<{ readonly causes: readonly CauseRow[]; readonly last: bigint }> {
  const { rows } = await db.query<CauseRow & Record<string, unknown>>(CAUSES, [String(after), String(upto), limit]);
  const newest = rows.at(-1);
  return { causes: rows, last: newest !== undefined && rows.length === limit ? BigInt(newest.id) : upto };
}
