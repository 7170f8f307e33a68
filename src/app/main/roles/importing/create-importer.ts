import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BroadcastChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { NetworkProfile } from '../../../../core/calendar/network-profile.ts';
import type { ImportedPage } from '../../../../core/engine/contracts.ts';
import type { Clock } from '../../../../shared/kit/clock.ts';
import { MINUTE } from '../../../../shared/kit/duration.ts';
import { countUnderWay, type UnderWay, whileCounted } from '../../../../shared/kit/under-way.ts';
import { tellUnavailable } from '../../../../shared/postgres/unavailable.ts';
import { isTraced } from '../../../../shared/telemetry/tracing.ts';
import { PACKAGE_ROOT } from '../../package-root.ts';
import { errorOf } from './failure.ts';
import type { ImportAnswer, ImportTask, ImportThread } from './thread.ts';

export interface Importer {
  /** Enrolls the next rows of a campaign; absent where enrollments are traced, since spans belong to this thread. */
  readonly enroll?: (campaignId: string) => Promise<ImportedPage>;
  close(): Promise<void>;
}

/** Campaigns that are imported beside each other: they share the thread, which mostly waits for Postgres. */
const AT_ONCE = 20;
const KEPT_IDLE = MINUTE;
/** Temporal has given up the activity by then (`workflows/campaign.ts`), whether or not its thread ever answers. */
const LONGEST = MINUTE;
/** Rows of a transaction live as long as it does: where too few fit into the young generation, they are copied again and again. */
const HEAP_MB = { maxYoungGenerationSizeMb: 72, maxOldGenerationSizeMb: 512 };

const isSource = import.meta.url.endsWith('.ts');
/** Loaded file by file, the thread takes a third of a second of CPU more to start. */
const BUNDLED = join(PACKAGE_ROOT, 'dist/bin/import-thread.js');
const MODULE = fileURLToPath(new URL(isSource ? './thread.ts' : './thread.js', import.meta.url));
const THREAD = !isSource && existsSync(BUNDLED) ? BUNDLED : MODULE;

/**
 * Imports lists in a thread of its own: what a list costs is not taken from the thread in which all walks have their turns, and an import does not stand behind each of them between two
 * statements. It is started when a list comes, and ended when none has come for a while.
 */
export function createImporter(given: {
  readonly url: string;
  readonly profiles: readonly NetworkProfile[];
  readonly clock: Clock;
  /** Counts the lists that are imported, for those who make room for them. */
  readonly lists?: UnderWay;
}): Importer {
  if (isTraced()) return { close: async () => undefined };
  const { url, profiles, clock, lists = countUnderWay() } = given;
  const workerData: ImportThread = { url, profiles, clock_channel: `clock ${randomUUID()}` };
  const channel = new BroadcastChannel(workerData.clock_channel);
  channel.unref();
  const unwatch = clock.onChange((setting) => channel.postMessage(setting));
  const pool = new Piscina<ImportTask, ImportAnswer>({
    ...{ filename: THREAD, name: 'enroll', workerData, atomics: 'disabled' },
    ...{ minThreads: 0, maxThreads: 1, concurrentTasksPerWorker: AT_ONCE, idleTimeout: KEPT_IDLE },
    resourceLimits: HEAP_MB,
    ...(isSource ? { execArgv: ['--import', 'tsx'] } : {}),
  });
  return {
    async enroll(campaign_id) {
      const answer = await whileCounted(lists, LONGEST, () => pool.run({ campaign_id, clock: clock.setting() }));
      if ('page' in answer) return answer.page;
      const { unavailable } = answer.failure;
      if (unavailable !== null) tellUnavailable(unavailable);
      throw errorOf(answer.failure);
    },
    async close() {
      unwatch();
      channel.close();
      await pool.destroy();
    },
  };
}
