import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { startPostgres } from '../../src/app/main/postgres/start-postgres.ts';
import { migrate } from '../../src/runtime/store/migrate.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { fillMillion } from '../support/fill-million.ts';
import type { BenchOptions } from './bench-options.ts';
import { askPages } from './million/ask-pages.ts';
import { askPairs } from './million/ask-pairs.ts';
import { timeOfTurn } from './million/begin-next.ts';
import { importAlone } from './million/import-alone.ts';
import { importBesideWalks } from './million/import-beside-walks.ts';
import type { Figure } from './ratio.ts';

/**
 * The fewest people. With so many, 72 wait to begin in each group, which is more than may begin at once: with fewer, a turn would
 * have less to count.
 */
const FEW = 120_000;
const HOURS = 3_600_000;

/**
 * A million people on one machine, or as many as `--people` says: what a page takes, by whichever two filters, and what numbers of a whole campaign do, what the turn costs that lets the next
 * begin, how many bytes each table takes, and how fast a file of a fifth as many comes in, alone and beside walks.
 */
export async function benchMillion(
  report: (line: string) => void,
  { people = 1_000_000, part }: BenchOptions,
): Promise<Figure[]> {
  if (part === 'beside') return importBesideWalks(people, report);
  const folder = mkdtempSync(join(tmpdir(), 'overture-bench-'));
  const postgres = await startPostgres({ folder });
  const filled = async (
    name: string,
    count: number,
    say: (line: string) => void,
    { skewed = false } = {},
  ): Promise<string> => {
    const url = await postgres.ensureDatabase(name);
    await migrate(url, PACKAGE_ROOT);
    const db = openDatabase(url, { max: 2, timeouts: { statement: HOURS } });
    await fillMillion(db, count, say, { skewed });
    await db.close();
    return url;
  };
  const figures: Figure[] = [];
  try {
    if (part === 'alone')
      return await importAlone(await filled('bench_few', FEW, () => undefined), postgres.pid, people, report);
    if (part === 'pairs') return await askPairs(await filled('bench_skewed', people, report, { skewed: true }), report);
    const base = Math.min(people, FEW);
    const few = await filled('bench_few', base, () => undefined);
    const many = await filled('bench_million', people, report);
    report(`${people.toLocaleString('en-US')} people`);
    for (const line of await bytesOf(many, people)) report(line);
    figures.push(...(await askPages(many, postgres.pid, report)));
    figures.push(...(await askPairs(await filled('bench_skewed', people, () => undefined, { skewed: true }), report)));
    const turns = { many: await timeOfTurn(many), few: await timeOfTurn(few) };
    report(
      `a turn that lets people begin: ${turns.many.toFixed(1)} ms, with ${base.toLocaleString('en-US')} people ${turns.few.toFixed(1)} ms`,
    );
    figures.push({
      ...{ unit: 'turns/s', what: 'a turn that lets people begin, against the same with at most 120,000 people' },
      ...{ ours: [1000 / turns.many], baseline: [1000 / turns.few], aim: 0.8 },
    });
    figures.push(...(await importAlone(many, postgres.pid, Math.floor(people / 5), report)));
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return [...figures, ...(await importBesideWalks(Math.floor(people / 10), report))];
}

/** The largest tables, with their indexes, for a million people. */
async function bytesOf(url: string, people: number): Promise<string[]> {
  const db = openDatabase(url, { max: 1 });
  const { rows } = await db.query<{ name: string; bytes: string; indexes: string; rows: number }>(
    `select relname as name, pg_total_relation_size(oid) as bytes, pg_indexes_size(oid) as indexes, reltuples as rows
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc limit 12`,
  );
  await db.close();
  const megabytes = (bytes: string): string => Math.round((Number(bytes) / people) * 1).toLocaleString('en-US');
  return rows.map(
    ({ name, bytes, indexes, rows: count }) =>
      `${name}: ${megabytes(bytes)} MB for a million people, of which indexes ${megabytes(indexes)} MB; ${(count / people).toFixed(1)} rows for each`,
  );
}
