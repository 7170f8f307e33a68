import type { Client } from '@temporalio/client';
import { isEnrollmentBusy } from '../../../runtime/temporal/is-enrollment-busy.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

interface BusyDeps {
  readonly db: Queryable;
  readonly client: Client;
}

const AT_ONCE = 25;

/**
 * Another one as soon as the row was written or locked. A workflow at rest is set to work by its deadline, which its row has, and by what the outbox
 * tells it, at the end of which its row is locked (`deleteFromOutbox`). What is written of others does not count: among a thousand people somebody always
 * does something.
 */
const VERSIONS = `select id, concat_ws('/', xmin, xmax) as version from enrollments where id = any($1)`;

/**
 * How many of these enrollments' workflows are at work. Asking Temporal for each takes most of the time of a jump, so whoever was at rest is
 * asked again only once there is a reason to be at work.
 */
export function createBusyCount({ db, client }: BusyDeps): (ids: readonly string[]) => Promise<number> {
  /** The version that each row had before its workflow was seen at rest. */
  let atRest: ReadonlyMap<string, string> = new Map();
  return async (ids) => {
    const { rows } = await db.query<{ id: string; version: string }>(VERSIONS, [ids]);
    const kept = new Map<string, string>();
    const left: typeof rows = [];
    for (const row of rows) {
      if (atRest.get(row.id) === row.version) kept.set(row.id, row.version);
      else left.push(row);
    }
    const look = async (): Promise<void> => {
      for (let row = left.pop(); row !== undefined; row = left.pop()) {
        if (!(await isEnrollmentBusy(client, row.id))) kept.set(row.id, row.version);
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, left.length) }, look));
    atRest = kept;
    return rows.length - kept.size;
  };
}
