import { findLastSnapshot, type LastSnapshot } from '../../../src/runtime/store/walks/lock-walk.ts';
import { hasEnded, sampleWalks } from '../../../src/runtime/store/walks/sample-walks.ts';
import type { Database } from '../../../src/shared/postgres/database.ts';
import type { Workflows } from './workflows.ts';

/** Temporal's word about walks that are only looked at. */
export interface ReportedWalks extends Pick<Workflows, 'look'> {
  /** How far a walk at rest was when it last asked for something; null: nobody can tell. */
  reported(id: string): Promise<{ readonly run_id: string; readonly events: number } | null>;
}

/**
 * The size of the sample: enough to notice a copy since which one walk in twenty has gone on, at the cost of a second.
 */
const SAMPLE = 60;

/**
 * Looks at a sample of walks. `behind`: a history in Temporal is ahead of its row, as after a copy of Postgres was put
 * back: whoever waits or has ended has written so before. `known`: none of the sample is. `unreadable`: Temporal cannot
 * be read.
 */
export async function findAhead(db: Database, walks: ReportedWalks): Promise<'behind' | 'known' | 'unreadable'> {
  const looks = (await sampleWalks(db, SAMPLE)).map((id) => lookAt(db, walks, id));
  const found = await Promise.all(looks);
  return found.find((one) => one === 'behind') ?? found.find((one) => one === 'unreadable') ?? 'known';
}

/** Looks at one walk. The row is read after the history, since it goes on meanwhile. */
async function lookAt(db: Database, walks: ReportedWalks, id: string): Promise<'behind' | 'known' | 'unreadable'> {
  const snapshot = await findLastSnapshot(db, id);
  const found = await Promise.all([walks.look(id, snapshot), walks.reported(id)]).catch(() => null);
  if (found === null) return 'unreadable';
  const [{ status }, reported] = found;
  const isAhead =
    status === 'ended' ||
    (status === 'running' && reported !== null && !isWritten(reported, await findLastSnapshot(db, id)));
  return isAhead && !(await hasEnded(db, id)) ? 'behind' : 'known';
}

/**
 * Whether the row has the reported position. A run that rests has written something itself; whatever it asks for next
 * it asks in a task that begins six events later at least.
 */
const isWritten = ({ run_id, events }: { run_id: string; events: number }, written: LastSnapshot): boolean =>
  written.run_id === run_id && events < written.events + 6;
