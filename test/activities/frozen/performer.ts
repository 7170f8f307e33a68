import { channel } from 'node:diagnostics_channel';
import { pino } from 'pino';
import { createActivities } from '../../../activities/create-activities.ts';
import { continueIn } from '../../../src/runtime/enroll/continue-in.ts';
import { createClock } from '../../../src/shared/kit/clock.ts';
import { openDatabase } from '../../../src/shared/postgres/open-database.ts';
import { createV2Client } from '../../../src/v2/client/create-v2-client.ts';

/** A worker's one step, that freezes itself at a point and goes on when somebody continues it. Prints what came of it. */
const {
  database,
  v2_url,
  api_key,
  clock: setting,
  enrollment,
  node,
  point,
  settings,
} = JSON.parse(process.argv[2] ?? '');
let frozen = false;
const freeze = () => {
  if (frozen) return;
  frozen = true;
  process.kill(process.pid, 'SIGSTOP');
};
const db = openDatabase(database, { max: 4 });
const clock = createClock(setting);
const v2 = createV2Client({ base_url: v2_url, api_key, timeout_ms: 30_000 });
// The connection is there, and the request is about to be written to it.
if (point === 'connected') channel('undici:client:connected').subscribe(freeze);
if (point === 'bytes_sent') channel('undici:request:bodySent').subscribe(freeze);
const step = { enrollment_id: enrollment.id, node, visit: 1, attempt: 0 };
const activities = createActivities({
  ...{ db, clock, v2, settings, log: pino({ level: 'silent' }), continueIn: continueIn({ db, clock }) },
  importPage: async () => ({ next_offset: null }),
  reached: (at) => (at === point ? freeze() : undefined),
});
const outcome = await activities.perform(step).catch((error: unknown) => ({ error: String(error) }));
process.stdout.write(JSON.stringify(outcome));
await db.close();
await v2.close();
