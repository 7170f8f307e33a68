import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { waitUntil } from '../../../src/app/main/wait-until.ts';
import { cpuBetween, formatCpuTime, readCpuTime } from '../cpu-time.ts';
import { FINISHED, finished, makePeople, prepareOwner, SEQUENCE } from '../enroll-people.ts';
import { post } from '../post.ts';
import { memoryOfConnections, rssOf } from '../process-memory.ts';
import type { Bound } from '../ratio.ts';
import { type BenchSystem, untilCount, withSystem } from '../with-system.ts';
import { FLAT_MB, sumOf } from './import-alone.ts';
import { peopleCsv } from './people-csv.ts';

const AIM = 4000;
/** Wall milliseconds in which walks are watched before the file comes. */
const WATCHED = 5000;
/** People who walk while the file is imported; some of them are left when it is over. */
const WALKING = 2000;
const IMPORTED = `sequence: imported
limits: { invites: 20/day }
steps:
  - invite: "Hello {{ first_name }}"
  - end: done
`;

/** A file of so many people into a whole system in which others walk meanwhile, as fast as they can. */
export const importBesideWalks = (rows: number, report: (line: string) => void): Promise<Bound[]> =>
  withSystem(report, {}, (bench) => measure(bench, rows, report));

async function measure(bench: BenchSystem, rows: number, report: (line: string) => void): Promise<Bound[]> {
  const { api, v2, engine, system } = bench;
  await prepareOwner(v2);
  await post(api, '/api/sequences', SEQUENCE);
  await post(api, '/api/sequences', IMPORTED);
  await untilCount(engine, 'select count(*)::int as n from accounts', 1);
  const people = await makePeople(v2, WALKING);
  for (let from = 0; from < WALKING; from += 500) {
    const leads = people.slice(from, from + 500).map(({ profile_url }) => ({ profile_url, first_name: 'Ada' }));
    await post(api, '/api/enrollments/batch', { sequence: 'benchmark', leads });
  }
  await untilCount(engine, FINISHED, 20);
  const memory = watchMemory(bench, rows);
  const before = await stepsEachSecond(bench, () => setTimeout(WATCHED));
  const [walked, cpu, begun] = [await finished(engine), readCpuTime(system), performance.now()];
  await upload(bench, rows);
  const kept = performance.now();
  const open = `select count(*)::int as n from campaigns where name = 'Imported' and status <> 'importing'`;
  const isOver = async () => ((await engine.query<{ n: number }>(open)).rows[0]?.n ?? 0) > 0;
  const beside = await stepsEachSecond(bench, async () => {
    if (!(await waitUntil(isOver, { timeout: 3_600_000, every: 100 })))
      throw new Error('an hour without an end of the import');
  });
  const ended = performance.now();
  memory.stop();
  const walks = (await finished(engine)) - walked;
  report(
    `beside walks, ${rows.toLocaleString('en-US')} rows: kept in ${((kept - begun) / 1000).toFixed(1)} s, enrolled in ${((ended - kept) / 1000).toFixed(1)} s; ` +
      `${(walks / ((ended - begun) / 1000)).toFixed(1)} walks came to their end each second`,
  );
  report(`steps that were done each second: ${before.toFixed(0)} before, ${beside.toFixed(0)} beside the import`);
  report(`of a row, walks and all: ${formatCpuTime(cpuBetween(cpu, readCpuTime(system), rows / 1000))} for a thousand`);
  if (walks >= WALKING - walked) report('all walks had ended before the import: the last of it was alone');
  const grown = memory.most().flatMap(([name, { walks = 0, beginning = 0, import: later = 0 }]): Bound[] => {
    const taken = Math.max(beginning, later) - walks;
    report(`memory of ${name}: ${inMB(walks)} at most with walks alone, ${inMB(taken)} more beside the import`);
    const measured = (later - beginning) / 1e6;
    if (name === ALL_CONNECTIONS) return [];
    return [{ what: `memory beside walks, ${name}: by how much it grows`, unit: 'MB', measured, aim: FLAT_MB }];
  });
  const speed = rows / ((ended - kept) / 1000);
  return [
    { what: 'import, beside running walks', unit: 'rows/s', measured: speed, aim: AIM, at_least: true },
    ...grown,
  ];
}

const inMB = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** Each connection comes to some 15 MB as it learns the statements of walks, whether anything is imported or not: so all together are reported, and are no figure. */
const ALL_CONNECTIONS = 'all connections of Postgres';

/** `beginning`: until a tenth of the rows are enrolled, when the importing thread and its connections hold all that they need. */
type Phase = 'walks' | 'beginning' | 'import';

/** Notes the most bytes that each process has held in each phase. */
function watchMemory({ engine, system }: BenchSystem, rows: number) {
  const most = new Map<string, Partial<Record<Phase, number>>>();
  const enrolled = `select coalesce(sum(amount), 0)::int as n from campaigns c left join campaign_tallies t on t.campaign_id = c.id and t.what = 'enrolled'
     where c.name = 'Imported' group by c.id`;
  const phaseOf = async (): Promise<Phase> => {
    const [imported] = (await engine.query<{ n: number }>(enrolled)).rows;
    if (imported === undefined) return 'walks';
    return imported.n < rows / 10 ? 'beginning' : 'import';
  };
  const note = async (): Promise<void> => {
    const { pids = {}, postgres } = system.run;
    const phase = await phaseOf();
    const connections = memoryOfConnections(postgres?.pid);
    const held = {
      worker: rssOf(pids.worker),
      api: rssOf(pids.api),
      'the largest connection of Postgres': Math.max(0, ...connections),
      [ALL_CONNECTIONS]: sumOf(connections),
    };
    for (const [name, bytes] of Object.entries(held)) {
      const before = most.get(name) ?? {};
      most.set(name, { ...before, [phase]: Math.max(before[phase] ?? 0, bytes ?? 0) });
    }
  };
  const sampling = setInterval(() => note().catch(() => undefined), 500);
  return { most: () => [...most], stop: () => clearInterval(sampling) };
}

/** How many steps of walks were done each second while this lasted. */
async function stepsEachSecond({ engine }: BenchSystem, lasting: () => Promise<unknown>): Promise<number> {
  const done = async (): Promise<number> => {
    const { rows } = await engine.query<{ n: number }>(`select count(*)::int as n from intents where state = 'done'`);
    return rows[0]?.n ?? 0;
  };
  const [before, begun] = [await done(), performance.now()];
  await lasting();
  return (((await done()) - before) * 1000) / (performance.now() - begun);
}

async function upload({ api }: BenchSystem, rows: number): Promise<void> {
  const answer = await fetch(`${api.url}/api/campaigns?name=Imported&sequence=imported`, {
    method: 'POST',
    headers: { ...api.headers, 'content-type': 'text/csv' },
    body: Readable.toWeb(Readable.from(peopleCsv(rows, 'beside'))),
    duplex: 'half',
  } as RequestInit);
  if (!answer.ok) throw new Error(`the upload answered ${answer.status}: ${await answer.text()}`);
}
