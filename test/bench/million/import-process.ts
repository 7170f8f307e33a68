import { readNetworkProfiles } from '../../../src/app/main/read-network-profiles.ts';
import { createCampaign } from '../../../src/runtime/enroll/campaign/create-campaign.ts';
import { type ImportDeps, importPage } from '../../../src/runtime/enroll/campaign/import-page.ts';
import { createClock } from '../../../src/shared/kit/clock.ts';
import { openDatabase } from '../../../src/shared/postgres/open-database.ts';
import { rssOf } from '../process-memory.ts';
import { peopleCsv } from './people-csv.ts';

/** Message of a process of its own that has imported a file, as a worker would. */
export interface Imported {
  readonly staged_s: number;
  readonly imported_s: number;
  readonly cpu_s: number;
  /** Bytes, after the first tenth and at most from then on; null where the system does not tell. */
  readonly rss_first: number | null;
  readonly rss_most: number | null;
}

const [, , url = '', sequence = '', people = '0'] = process.argv;
const rows = Number(people);
const clock = createClock();
const profiles = readNetworkProfiles({});
// The API keeps the rows, and a worker enrolls them: each asks in its own way.
const api = openDatabase(url, { max: 2 });
const worker = openDatabase(url, { max: 4, plans_once: true });
const v2: ImportDeps['v2'] = {
  call: async () => {
    throw new Error('a file asks nobody');
  },
};

const begun = performance.now();
const source = { csv: peopleCsv(rows, `import${Date.now()}`), mapping: {} };
const created = await createCampaign({ db: api, clock, profiles }, { name: 'Import', sequence, source });
if (created.kind === 'refused') throw new Error(created.message);
const staged = performance.now();
process.send?.('kept');
const before = process.cpuUsage();
const read = importPage({ db: worker, clock, profiles, v2 });
let [first, most]: (number | null)[] = [null, null];
let last: number | null = 0;
while (last !== null) {
  last = (await read({ campaign_id: created.campaign.id, offset: last })).next_offset;
  const rss = rssOf(process.pid);
  if (rss === null || (last ?? rows) < rows / 10) continue;
  first ??= rss;
  most = Math.max(most ?? 0, rss);
}
const { user, system } = process.cpuUsage(before);
const said: Imported = {
  staged_s: (staged - begun) / 1000,
  imported_s: (performance.now() - staged) / 1000,
  cpu_s: (user + system) / 1e6,
  ...{ rss_first: first ?? null, rss_most: most ?? null },
};
process.send?.(said);
await api.close();
await worker.close();
process.disconnect?.();
