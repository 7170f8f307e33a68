import { type Check, finding, rowsOf } from './finding.ts';

/** Along each account the ids grow in the order in which a reader is handed them. */
export const idsIncrease: Check = async ({ v2 }) => {
  const rows = await rowsOf<{ account_id: string; event_id: string; emitted_at: Date }>(
    v2,
    'select account_id, event_id, emitted_at from events order by account_id, event_id',
  );
  const exceptions: string[] = [];
  const ids = new Set<string>();
  for (const { event_id } of rows) {
    if (ids.has(event_id)) exceptions.push(`${event_id} is there twice`);
    ids.add(event_id);
  }
  return finding(
    'I9',
    'ids strictly increase; a reader that resumes has neither gap nor repeat',
    { events: rows.length },
    exceptions,
  );
};
