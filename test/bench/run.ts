// Ratios of two programs that do the same work in the same run on the same servers, and a table of all figures and aims at the end. `npm run bench -- --help`
// names them; docs/benchmarks.md.
import { availableParallelism, loadavg } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { benchArrivals } from './arrivals.ts';
import type { BenchOptions } from './bench-options.ts';
import { benchBounces } from './bounces.ts';
import { benchCluster } from './cluster.ts';
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
import { benchMillion } from './million.ts';
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
import { benchSlots } from './slots.ts';
import { benchValidate } from './validate.ts';
import { benchWaiting } from './waiting.ts';
import { benchWebhooks } from './webhooks.ts';

const benchmarks = {
  webhooks: benchWebhooks,
  requests: benchRequests,
  deliveries: benchDeliveries,
  enrollments: benchEnrollments,
  cluster: benchCluster,
  simulate: benchSimulate,
  results: benchResults,
  optimize: benchOptimize,
  moving: benchMoving,
  looking: benchLooking,
  forecast: benchForecast,
  slots: benchSlots,
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
  million: benchMillion,
};
interface Chosen extends BenchOptions {
  readonly compare: boolean;
  readonly record: boolean;
}

const program = new Command('bench')
  .usage('[benches...] [-- options]')
  .description('Measures against the bare way of doing the same, and ends with a table of all figures and their aims.')
  .argument('[benches...]', `all of them unless named: ${Object.keys(benchmarks).join(', ')}`)
  .option('--compare', 'fail where a ratio is worse by a third than the recorded one', false)
  .option('--record', 'write what is measured to test/bench/figures.json', false)
  .option('--campaigns <n>', 'how many campaigns `forecast` runs', wholeNumber, 50)
  .option('--seed <text>', 'what `forecast` draws them from', '1')
  .option('--rounds <n>', 'how many rounds `enrollments` and `cluster` play', wholeNumber, 5)
  .option('--accounts <n>', 'how many accounts send in `enrollments` and `cluster`', wholeNumber, 1)
  .option(
    '--people <n>',
    'how many people `million` is about, how many wait in `waiting`, and are in each round of `enrollments` and `cluster`',
    wholeNumber,
  )
  .addOption(
    new Option(
      '--part <name>',
      'only this part of `million`: the import of a file of so many people, or pages by pairs of filters',
    ).choices(['alone', 'beside', 'pairs']),
  )
  .action(measure);

async function measure(names: readonly string[], chosen: Chosen): Promise<void> {
  const unknown = names.filter((name) => !Object.hasOwn(benchmarks, name));
  if (unknown.length > 0) {
    console.error(`no benchmark is called ${unknown.join(', ')}; there are: ${Object.keys(benchmarks).join(', ')}`);
    process.exitCode = 2;
    return;
  }
  const figures: NamedFigure[] = [];
  const recorded: RecordedFigure[] = [];
  for (const [name, bench] of Object.entries(benchmarks)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`\n${name}`);
    const at = { on: new Date(), load: (loadavg()[0] ?? 0) / availableParallelism() };
    const measured = await bench((line) => console.log(`  ${line}`), chosen);
    for (const figure of [measured].flat()) {
      figures.push({ bench: name, figure });
      recorded.push(recordOf({ bench: name, figure }, at));
      if ('ours' in figure) console.log(formatRatio(figure));
    }
  }
  if (figures.length > 0) console.log(`\n${figuresTable(figures)}`);
  if (chosen.compare) {
    const falls = fallsOf(figures, readRecorded());
    for (const line of falls) console.error(`worse by a third: ${line}`);
    if (falls.length > 0) process.exitCode = 1;
  }
  if (chosen.record) writeRecorded(recorded);
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('It must be a whole number above 0.');
  return number;
}

await program.parseAsync();
