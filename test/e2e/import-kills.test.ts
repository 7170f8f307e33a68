import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { examineCounts } from '../../src/app/main/recount.ts';
import { waitUntil } from '../../src/app/main/wait-until.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

const ROWS = 40_000;
/** So many of every hundred rows are a person of an earlier row, and so many are wrong. */
const [TWICE, WRONG] = [5, 3];
/** The worker is killed once so many of the rows are over. */
const KILLED_AT = [0.05, 0.25, 0.5, 0.75];

let overture: Overture;
let db: pg.Client;
beforeAll(async () => {
  overture = await startOverture({ env: { OVERTURE_DEMO: '0' } });
  db = new pg.Client({ connectionString: overture.run().postgres.url });
  await db.connect();
});
afterAll(async () => {
  await db?.end();
  await overture?.dispose();
});

/** Nobody is visited meanwhile: the service knows none of these people, and a campaign whose steps fail pauses itself. */
const SEQUENCE = `sequence: imported
limits: { visits: 20/day }
steps:
  - wait: 30 days
  - visit
  - end: seen
`;

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
  readonly counts: {
    readonly rows: number;
    readonly pending: number;
    readonly enrolled: number;
    readonly duplicates: number;
    readonly refused: Readonly<Record<string, number>>;
  };
  readonly progress: {
    readonly done: number;
    readonly per_second: number | null;
    readonly seconds_left: number | null;
  } | null;
}

/** The nth row, from 0. Some have no name, which the sequence needs no less than an address. */
function rowOf(n: number): string {
  const place = n % 100;
  const person = place < TWICE ? n + TWICE : n;
  const url = place >= 100 - WRONG ? 'no address' : `https://professional.example/in/person-${person}`;
  return `${url},Ada${person},Company ${person % 977}\n`;
}
const FILE = `profile_url,first_name,company\n${Array.from({ length: ROWS }, (_, n) => rowOf(n)).join('')}`;
const share = (of: number): number => (ROWS / 100) * of;

async function upload(): Promise<Shown> {
  const { url } = overture.run().api;
  const answer = await fetch(`${url}/api/campaigns?name=Large&sequence=imported`, {
    method: 'POST',
    headers: { authorization: `Bearer ${overture.api_key}`, 'content-type': 'text/csv' },
    body: FILE,
  });
  expect(answer.status).toBe(201);
  // The test looks at the fields it names.
  return (await answer.json()) as Shown;
}

const numberOf = async (query: string): Promise<number> => (await db.query<{ n: number }>(query)).rows[0]?.n ?? 0;
const pending = () => numberOf(`select count(*)::int as n from campaign_rows where status = 'pending'`);

it('goes on with an import whose worker is killed in its middle, again and again: no row twice, and none lost', async () => {
  const account = { platform: 'professional', name: 'Anna Keller', country: 'FR', products: ['classic'] };
  await overture.v2('POST', '/sandbox/accounts', account);
  const isKnown = async () => (await numberOf('select count(*)::int as n from accounts')) > 0;
  expect(await waitUntil(isKnown, { timeout: 120_000 })).toBe(true);
  expect((await overture.api('POST', '/api/sequences', SEQUENCE)).status).toBe(201);
  const { id } = await upload();
  const show = async () => (await overture.api<Shown>('GET', `/api/campaigns/${id}`)).body;

  const seen: NonNullable<Shown['progress']>[] = [];
  const killed: number[] = [];
  for (const at of KILLED_AT) {
    const isThere = async () => ROWS - (await pending()) >= at * ROWS;
    expect(await waitUntil(isThere, { timeout: 300_000, every: 20 })).toBe(true);
    const { progress } = await show();
    if (progress !== null) seen.push(progress);
    const before = overture.run().pids.worker;
    overture.killRole('worker');
    killed.push(await pending());
    expect(await waitUntil(() => overture.run().pids.worker !== before, { timeout: 120_000 })).toBe(true);
  }
  // Each time some rows were over, and some were still to come.
  expect(killed.every((left) => left > 0 && left < ROWS)).toBe(true);
  const isOver = async () => (await show()).status !== 'importing';
  expect(await waitUntil(isOver, { timeout: 300_000, every: 500 })).toBe(true);

  const shown = await show();
  expect(shown).toMatchObject({ status: 'running', error: null, progress: null });
  const [duplicates, refused] = [share(TWICE), share(WRONG)];
  expect(shown.counts).toMatchObject({
    ...{ rows: ROWS, pending: 0, enrolled: ROWS - duplicates - refused, duplicates },
    refused: { [Object.keys(shown.counts.refused)[0] ?? '']: refused },
  });
  // What the numbers say is what is there.
  expect(await examineCounts(overture.run().postgres.url)).toContain('are what counting gives');
  expect(await numberOf('select count(distinct lead_id)::int as n from enrollments')).toBe(shown.counts.enrolled);
  expect(
    await numberOf(`select count(distinct enrollment_id)::int as n from campaign_rows where status = 'created'`),
  ).toBe(shown.counts.enrolled);
  expect(await numberOf(`select count(*)::int as n from timeline where type = 'enrolled'`)).toBe(shown.counts.enrolled);
  // How far it was could be seen, and never went back.
  expect(seen.length).toBe(KILLED_AT.length);
  expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).toSorted((one, other) => one - other));
  expect(seen.some(({ per_second, seconds_left }) => per_second !== null && seconds_left !== null)).toBe(true);
});
