import type pg from 'pg';
import { waitUntil } from '../../src/app/main/wait-until.ts';
import { post, type Served } from './post.ts';
import type { Ratio } from './ratio.ts';
import { untilCount, withSystem } from './with-system.ts';

const PEOPLE = 600;
const ACCOUNTS = 12;
const READERS = 16;

const SEQUENCE = (accounts: readonly string[]): string => `sequence: benchmark
senders: { professional: [${accounts.join(', ')}] }
limits: { visits: 100000/day, invites: 100000/day, messages: 100000/day }
steps:
  - visit
  - invite: Shall we talk?
  - wait_for: accepted_invitation
    within: 7 days
    then:
      - message: Thank you.
    else:
      - end: no_answer
  - end: completed
`;

/**
 * How many connections each role holds, and how many of them work at the same moment, while a worker has as much to do as it takes and
 * people and programs ask the API without a pause. No ratio: the figures stand in docs/operations.md.
 */
export async function benchConnections(report: (line: string) => void): Promise<Ratio[]> {
  await withSystem(report, {}, async (bench) => {
    const { v2, api, engine } = bench;
    await post(v2, '/sandbox/credits', { unlimited: true });
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => makeAccount(v2)));
    const people = await makePeople(v2, PEOPLE);
    await post(api, '/api/sequences', SEQUENCE(accounts));
    const watch = watchConnections(bench.service);
    const readers = readApi(api);
    const began = performance.now();
    for (let at = 0; at < people.length; at += 100) {
      const leads = people.slice(at, at + 100).map((profile_url) => ({ profile_url, first_name: 'Ada' }));
      await post(api, '/api/enrollments/batch', { sequence: 'benchmark', leads });
    }
    await untilCount(engine, "select count(*)::int as n from enrollments where outcome = 'completed'", PEOPLE);
    const seconds = (performance.now() - began) / 1000;
    await readers.stop();
    report(
      `${PEOPLE} people in ${seconds.toFixed(0)} s, ${(PEOPLE / seconds).toFixed(1)}/s; the API read by ${READERS}`,
    );
    for (const [name, { open, busy }] of await watch.stop()) report(`${name}: ${open} open, ${busy} at work at most`);
  });
  return [];
}

const makeAccount = async (v2: Served): Promise<string> =>
  (
    await post<{ account_id: string }>(v2, '/sandbox/accounts', {
      platform: 'professional',
      name: 'Benchmark',
      products: ['classic'],
    })
  ).account_id;

async function makePeople(v2: Served, count: number): Promise<string[]> {
  const made: string[] = [];
  while (made.length < count) {
    const batch = Array.from({ length: 20 }, () =>
      post<{ profile_url: string }>(v2, '/sandbox/people', {
        ...{ first_name: 'Ada', last_name: 'Lovelace', degree: 2, behavior: { accepts_after: 'PT0S' } },
      }),
    );
    made.push(...(await Promise.all(batch)).map(({ profile_url }) => profile_url));
  }
  return made;
}

interface Peak {
  open: number;
  busy: number;
}

/** Looks some fifty times a second. */
function watchConnections(database: pg.Client): { stop(): Promise<ReadonlyMap<string, Peak>> } {
  const peaks = new Map<string, Peak>();
  let stopped = false;
  const watching = waitUntil(
    async () => {
      const { rows } = await database.query<{ name: string } & Peak>(
        `select application_name as name, count(*)::int as open, count(*) filter (where state <> 'idle')::int as busy
         from pg_stat_activity where application_name like 'overture%' group by 1`,
      );
      for (const { name, open, busy } of rows) {
        const before = peaks.get(name) ?? { open: 0, busy: 0 };
        peaks.set(name, { open: Math.max(before.open, open), busy: Math.max(before.busy, busy) });
      }
      return stopped;
    },
    { timeout: 1_200_000, every: 20 },
  );
  return {
    stop: async () => {
      stopped = true;
      await watching;
      return new Map([...peaks].sort());
    },
  };
}

/** Asks the API over and over, as the page and programs of customers do. */
function readApi({ url, headers }: Served): { stop(): Promise<void> } {
  let stopped = false;
  const paths = ['/api/enrollments?limit=50', '/api/stats', '/api/campaigns', '/api/accounts'];
  const reading = Array.from({ length: READERS }, async (_, reader) => {
    for (let turn = reader; !stopped; turn++) {
      const answer = await fetch(url + (paths[turn % paths.length] ?? ''), { headers });
      await answer.arrayBuffer();
    }
  });
  return {
    stop: async () => {
      stopped = true;
      await Promise.all(reading);
    },
  };
}
