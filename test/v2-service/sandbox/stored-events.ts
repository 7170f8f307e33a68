import type { Database } from '../../../src/shared/postgres/database.ts';
import { readEvent, type ServiceEvent } from '../../../src/v2/contract/events.ts';

export type ReadEvent = ServiceEvent;

/** In the order in which they were emitted; an event that the contract does not know as good throws. */
export async function storedEvents(db: Database, accountId: string): Promise<ReadEvent[]> {
  const { rows } = await db.query<{ envelope: string }>(
    'select envelope from events where account_id = $1 order by event_id',
    [accountId],
  );
  return rows.map(({ envelope }) => {
    const reading = readEvent(JSON.parse(envelope));
    if (reading.kind !== 'known') throw new Error(`not an event of the contract: ${JSON.stringify(reading)}`);
    return reading.event;
  });
}
