import type { Queryable } from '../../../shared/postgres/database.ts';
import type { ConversationRow } from '../conversations/conversation-row.ts';
import { byId, type Listing } from '../listing.ts';
import { TASK_OF, type Within } from '../within.ts';
import type { TaskRow } from './task.ts';
import { TASK_SENDER } from './task-account.ts';

/**
 * A task with its person, its sender, and the last message between the person and the accounts that it is sent from, of those that whoever asks may
 * see.
 */
export interface ListedTask extends TaskRow {
  readonly lead: {
    readonly id: string;
    readonly first_name: string | null;
    readonly last_name: string | null;
    readonly company: string | null;
  } | null;
  /** The account of the call that it is about; else the only one of the enrollment. */
  readonly sender: { readonly account_id: string; readonly name: string; readonly platform: string } | null;
  readonly last_message: {
    readonly conversation_id: string;
    readonly at: string;
    readonly by: ConversationRow['last_by'];
    readonly channel: ConversationRow['last_channel'];
    readonly text: string;
  } | null;
}

const LEAD_ID = `(select coalesce(l.merged_into, l.id) from leads l where l.id = coalesce(
    (select e.lead_id from enrollments e where e.id = tasks.enrollment_id), (select w.lead_id from answers w where w.id = tasks.answer_id)))`;

/** `within`: the place of the accounts whose words are shown. */
const columnsFor = (within: string): string => `tasks.*,
  (select jsonb_build_object('account_id', a.id, 'name', a.name, 'platform', a.platform) from accounts a where a.id = ${TASK_SENDER}) as sender,
  (select jsonb_build_object('id', l.id, 'first_name', l.first_name, 'last_name', l.last_name, 'company', l.company)
     from leads l where l.id = ${LEAD_ID}) as lead,
  (select jsonb_build_object('conversation_id', c.id, 'by', c.last_by, 'channel', c.last_channel, 'text', c.last_text,
            'at', to_char(c.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     from conversations c where c.lead_id = ${LEAD_ID} and c.merged_into is null and (${within}::text[] is null or c.account_id = any(${within})) and c.account_id in (
       select e.senders ->> platform from enrollments e, jsonb_object_keys(e.senders) as platform where e.id = tasks.enrollment_id
       union all select w.account_id from answers w where w.id = tasks.answer_id) order by c.last_at desc, c.id limit 1) as last_message`;

/** Null: there is none of these accounts. */
export async function readTask(db: Queryable, id: string, within: Within = null): Promise<ListedTask | null> {
  const { rows } = await db.query<ListedTask & Record<string, unknown>>(
    `select ${columnsFor('$2')} from tasks where tasks.id = $1 and ($2::text[] is null or ${TASK_OF('$2')})`,
    [id, within],
  );
  return rows[0] ?? null;
}

export interface TaskFilter {
  readonly status?: string | undefined;
  readonly enrollment_id?: string | undefined;
  /** `none`: of nobody. */
  readonly assignee?: string | undefined;
}

export function taskListing(filter: TaskFilter, within: Within = null): Listing<ListedTask> {
  const values: unknown[] = [within];
  const conditions = Object.entries(filter).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (name === 'assignee' && value === 'none') return ['tasks.assignee is null'];
    return [`tasks.${name} = $${values.push(value)}`];
  });
  conditions.push(within === null ? '$1::text[] is null' : TASK_OF('$1'));
  return {
    ...{ columns: columnsFor('$1'), tables: 'tasks', where: conditions.join(' and '), values },
    orders: { created_at: byId('tasks.id') },
    usual: '-created_at',
  };
}
