import { LEAD_FIELDS } from '../../language/plan/lead.ts';
import type { Database, Queryable } from '../../shared/postgres/database.ts';
import { type EnrollDeps, enrollLead } from '../enroll/enroll-lead.ts';
import { concludeEntering, type EnteringPerson, listEntering } from '../store/conversations/entering.ts';
import { wakeSnoozed } from '../store/conversations/handle-conversations.ts';
import { readLead } from '../store/leads/read-lead.ts';

const AT_A_TIME = 50;

/** Conversations whose time has come are back in the inbox, or their people enter the sequence of the label. True: something was done. */
export async function bringBack(deps: EnrollDeps): Promise<boolean> {
  const at = new Date(deps.clock.now());
  const woken = await wakeSnoozed(deps.db, at);
  const entering = await listEntering(deps.db, at, AT_A_TIME);
  for (const one of entering) await enter(deps, one, at);
  return woken + entering.length > 0;
}

/** Ended by force between the two, it is done again: then they are in the sequence already, since `label_until` at the earliest. */
async function enter(deps: EnrollDeps, one: EnteringPerson, at: Date): Promise<void> {
  const lead = await readLead(deps.db, one.lead_id);
  if (lead === null) return;
  const known = LEAD_FIELDS.flatMap((field) => (lead[field] === null ? [] : [[field, lead[field]] as const]));
  const result = await enrollLead(deps, {
    sequence: one.enters,
    lead: { ...Object.fromEntries(known), vars: lead.vars },
  });
  const isIn = result.kind === 'created' || (await hasEntered(deps.db, one));
  await deps.db.transaction((tx) => concludeEntering(tx, one, isIn ? null : result.message, at));
}

async function hasEntered(
  db: Database | Queryable,
  { lead_id, enters, label_until }: EnteringPerson,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from enrollments where lead_id = $1 and sequence = $2 and created_at >= $3 limit 1',
    [lead_id, enters, label_until],
  );
  return (rowCount ?? 0) > 0;
}
