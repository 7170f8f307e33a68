import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { startPostgres } from '../../src/app/main/postgres/start-postgres.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { readPage } from '../../src/runtime/store/listing.ts';
import { migrate } from '../../src/runtime/store/migrate.ts';
import { countResults } from '../../src/runtime/store/results/count-results.ts';
import { pagesOfResultPeople } from '../../src/runtime/store/results/narrow-result-people.ts';
import type { ResultsAsked } from '../../src/runtime/store/results/result-filter.ts';
import { saveSequenceVersion } from '../../src/runtime/store/sequences/save-sequence-version.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { PLAYED, writePlayedCampaign } from '../support/write-played-campaign.ts';
import type { Figure } from './ratio.ts';

const PEOPLE = 50_000;
const ROUNDS = 5;
const AIM_MS = 2000;
const PAGE_AIM_MS = 100;

/** All numbers of a campaign of 50,000 people, and the first page of the people behind one of them: the median of five. */
export async function benchResults(report: (line: string) => void): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'overture-bench-'));
  const postgres = await startPostgres({ folder });
  try {
    const url = await postgres.ensureDatabase('bench_results');
    await migrate(url, PACKAGE_ROOT);
    const db = openDatabase(url, { max: 2 });
    try {
      return await measure(db, report);
    } finally {
      await db.close();
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(db: Database, report: (line: string) => void): Promise<Figure[]> {
  const compiled = compileSequence(PLAYED.yaml);
  if (!compiled.ok) throw new Error('the sequence of the campaign does not compile');
  const { plan, digest } = compiled;
  await saveSequenceVersion(db, { name: 'played', digest, plan, source: PLAYED.yaml, at: new Date() });
  await writePlayedCampaign(db, plan, PEOPLE);
  await db.query('analyze');
  const asked: ResultsAsked = {
    ...{ campaign_id: PLAYED.campaign_id, sequence: 'played', window_days: 14, now: new Date('2026-04-10') },
    by: { kind: 'variable', name: 'company_size' },
  };
  const numbers = await timesOf(() => countResults(db, asked));
  const people = await timesOf(() =>
    readPage(db, pagesOfResultPeople(db, asked, { replied: true, group: '1-10' }), { limit: 50 }),
  );
  report(
    `all numbers: ${numbers.map(Math.round).join(', ')} ms; a page of people: ${people.map(Math.round).join(', ')} ms`,
  );
  const figure = (what: string, times: readonly number[], aim: number) => ({
    what,
    unit: 'ms',
    measured: times[2] ?? Number.NaN,
    aim,
  });
  return [
    figure('results of 50,000 people', numbers, AIM_MS),
    figure('a page of the people behind a number', people, PAGE_AIM_MS),
  ];
}

async function timesOf(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times.toSorted((one, other) => one - other);
}
