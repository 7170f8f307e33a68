import type { Client } from '@temporalio/client';
import { isEnrollmentBusy } from '../../../runtime/temporal/is-enrollment-busy.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

interface BusyDeps {
  readonly db: Queryable;
  readonly client: Client;
}

interface Rest {
  readonly version: string;
  /** Wall time, milliseconds. */
  readonly seen: number;
}

const AT_ONCE = 25;
/** Wall milliseconds. A worker that starts again may signal the clock to every enrollment, which no table shows. */
const FORGOTTEN_AFTER = 5_000;

/** Another one as soon as the row was written or anything went into the outbox: whatever sets a workflow to work does one of the two. */
const VERSIONS = `select id, concat_ws('/', xmin, (select concat(last_value, is_called) from outbox_id_seq)) as version
  from enrollments where id = any($1)`;

/**
 * How many of these enrollments' workflows are at work. Asking Temporal for each takes most of the time of a jump, so whoever was at rest is
 * asked again only once there is a reason to be at work.
 */
export function createBusyCount({ db, client }: BusyDeps): (ids: readonly string[]) => Promise<number> {
  let atRest: ReadonlyMap<string, Rest> = new Map();
  return async (ids) => {
    const { rows } = await db.query<{ id: string; version: string }>(VERSIONS, [ids]);
    const seen = Date.now();
    const kept = new Map<string, Rest>();
    const left: typeof rows = [];
    for (const row of rows) {
      const rest = atRest.get(row.id);
      if (rest?.version === row.version && seen - rest.seen < FORGOTTEN_AFTER) kept.set(row.id, rest);
      else left.push(row);
    }
    const look = async (): Promise<void> => {
      for (let row = left.pop(); row !== undefined; row = left.pop()) {
        if (!(await isEnrollmentBusy(client, row.id))) kept.set(row.id, { version: row.version, seen });
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, left.length) }, look));
    atRest = kept;
    return rows.length - kept.size;
  };
}
