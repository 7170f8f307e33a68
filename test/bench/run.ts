// Ratios of two programs that do the same work in the same run on the same servers, and a table of all figures and aims at the end. `npm run bench [webhooks|requests|deliveries|enrollments|simulate|results|optimize|moving|looking|bookings|reaction|restart|waiting|bounces|meaning|mails|arrivals|mailbox|connections|console|console-large|editor|conversations|validate|simulator|forecast]`;
// of `forecast`, `npm run bench forecast -- --campaigns 5 --seed other`. `--compare` and `--record`: docs/benchmarks.md.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { benchArrivals } from './arrivals.ts';
import type { BenchOptions } from './bench-options.ts';
import { benchBookings } from './bookings.ts';
import { benchBounces } from './bounces.ts';
import { benchConnections } from './connections.ts';
import { benchConsole, benchLargeConsole } from './console.ts';
import { benchConversations } from './conversations.ts';
import { benchDeliveries } from './deliveries.ts';
import { benchEditor } from './editor.ts';
import { benchEnrollments } from './enrollments.ts';
import { figuresTable, type NamedFigure } from './figures-table.ts';
import { benchForecast } from './forecast.ts';
import { benchLooking } from './looking.ts';
import { benchMailbox } from './mailbox.ts';
import { benchMails } from './mails.ts';
import { benchMeaning } from './meaning.ts';
import { benchMoving } from './moving.ts';
import { benchOptimize } from './optimize.ts';
import { formatRatio } from './ratio.ts';
import { benchReaction } from './reaction.ts';
import { fallsOf, type RecordedFigure, readRecorded, recordOf, writeRecorded } from './recorded-figures.ts';
import { benchRequests } from './requests.ts';
import { benchRestart } from './restart.ts';
import { benchResults } from './results.ts';
import { benchSimulate } from './simulate.ts';
import { benchSimulator } from './simulator.ts';
import { benchValidate } from './validate.ts';
import { benchWaiting } from './waiting.ts';
import { benchWebhooks } from './webhooks.ts';

const benchmarks = {
  webhooks: benchWebhooks,
  requests: benchRequests,
  deliveries: benchDeliveries,
  enrollments: benchEnrollments,
  simulate: benchSimulate,
  results: benchResults,
  optimize: benchOptimize,
  moving: benchMoving,
  looking: benchLooking,
  forecast: benchForecast,
  bookings: benchBookings,
  reaction: benchReaction,
  restart: benchRestart,
  waiting: benchWaiting,
  bounces: benchBounces,
  meaning: benchMeaning,
  mails: benchMails,
  arrivals: benchArrivals,
  mailbox: benchMailbox,
  connections: benchConnections,
  console: benchConsole,
  'console-large': benchLargeConsole,
  editor: benchEditor,
  conversations: benchConversations,
  validate: benchValidate,
  simulator: benchSimulator,
};
const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: {
    campaigns: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    compare: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const options: BenchOptions = { campaigns: Number(values.campaigns), seed: values.seed };
if (!(Number.isInteger(options.campaigns) && options.campaigns > 0)) {
  console.error(`--campaigns must be a whole number above 0, not ${values.campaigns}`);
  process.exit(2);
}
const unknown = wanted.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  console.error(`no benchmark is called ${unknown.join(', ')}; there are: ${Object.keys(benchmarks).join(', ')}`);
  process.exit(2);
}
const figures: NamedFigure[] = [];
const recorded: RecordedFigure[] = [];
for (const [name, bench] of Object.entries(benchmarks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  const at = { on: new Date(), load: (loadavg()[0] ?? 0) / availableParallelism() };
  const measured = await bench((line) => console.log(`  ${line}`), options);
  for (const figure of [measured].flat()) {
    figures.push({ bench: name, figure });
    recorded.push(recordOf({ bench: name, figure }, at));
    if ('ours' in figure) console.log(formatRatio(figure));
  }
}
if (figures.length > 0) console.log(`\n${figuresTable(figures)}`);
if (values.compare) {
  const falls = fallsOf(figures, readRecorded());
  for (const line of falls) console.error(`worse by a third: ${line}`);
  if (falls.length > 0) process.exitCode = 1;
}
if (values.record) writeRecorded(recorded);
