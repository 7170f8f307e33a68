import { waitUntil } from '../../../src/app/main/wait-until.ts';
import { finding } from '../invariants/finding.ts';
import type { Run, Scenario } from '../scenario.ts';
import type { System } from '../system/start-system.ts';
import { startV2Gate } from '../system/v2-gate.ts';

const SEQUENCE = 'probe';
const ANSWERS_AFTER = 25_000;
const HEALTHY = 6;
const PROBES = 200;
const A_SECOND = 10;
/** Steps that are due for each slow account: more than it may have under way. */
const DUE_OF_EACH = 25;
/** Generous: what is looked for is a queue of tens of seconds. */
const MOST_TIMES = 3;
const MOST_BESIDES_MS = 2_000;

/** A world of its own pace: what is measured is the time of the wall, from the enrolling to the call of the first step. */
const slowAccounts = (name: string, about: string, slow: number): Scenario => ({
  name,
  about,
  load: { leads: 12, accounts: slow + HEALTHY, per_day: 100_000 },
  system: { env: { V2_TIMEOUT: '30' } },
  async play(run) {
    const { system, load, fault, say } = run;
    await system.speedUp(1);
    const professionals = load.accounts.slice(0, -1);
    const [sick, well] = [professionals.slice(0, slow), professionals.slice(slow)];
    const calls = new Map<string, number>();
    /** Slow accounts that had a call. */
    const waiting = new Set<string>();
    const gate = await startV2Gate(system.v2_url);
    try {
      await system.links['workers-v2'].leadTo(gate.address);
      let isSlow = false;
      gate.meddle(async ({ account_id, key }, forward) => {
        const [enrollment] = key?.split('/') ?? [];
        if (enrollment !== undefined) calls.set(enrollment, calls.get(enrollment) ?? Date.now());
        if (isSlow && account_id !== null && sick.includes(account_id)) {
          waiting.add(account_id);
          await run.pause(ANSWERS_AFTER);
        }
        return forward();
      });
      await system.callApi(
        'POST',
        '/api/sequences',
        `sequence: ${SEQUENCE}\nlimits: { visits: 100000/day }\nsteps: [visit]\n`,
      );
      await measure(run, well, calls, { probes: 5 * HEALTHY, mark: 'first' });
      const before = await measure(run, well, calls, { probes: PROBES, mark: 'before' });
      isSlow = true;
      for (const account of sick) await enrol(system, account, await people(system, `${account}-due`, DUE_OF_EACH));
      await waitUntil(async () => waiting.size === slow, { timeout: 30_000, every: 100 });
      // So many who begin at once are a crowd for any machine, whoever they are for: what slow accounts cost is seen when each has tried.
      const allTried = async () => (await untried(system)) <= slow;
      if (!(await waitUntil(allTried, { timeout: 300_000, every: 500 }))) throw new Error('not everybody has tried');
      fault(`${slow} accounts answer after ${ANSWERS_AFTER / 1000} s`);
      const during = await measure(run, well, calls, { probes: PROBES, mark: 'during' });
      isSlow = false;
      gate.meddle(null);
      say(`p95 ${before} ms before, ${during} ms beside ${slow} slow accounts`);
      await system.speedUp(load.speed);
      await run.untilAllEnd();
      await system.links['workers-v2'].leadTo(new URL(system.v2_url).host);
      const slower = during > before * MOST_TIMES + MOST_BESIDES_MS;
      return [
        finding(
          'p95',
          'steps of other accounts go out as soon beside slow ones as without them',
          { slow_accounts: slow, before_ms: before, during_ms: during, percent: Math.round((during / before) * 100) },
          slower ? [`95 of 100 steps went out within ${during} ms, before within ${before} ms`] : [],
        ),
      ];
    } finally {
      await gate.stop();
    }
  },
});

/** Of people who are enrolled one after the other, at a steady pace: within how many milliseconds 95 of 100 had their step. */
async function measure(
  { system, pause }: Run,
  accounts: readonly string[],
  calls: ReadonlyMap<string, number>,
  { probes, mark }: { readonly probes: number; readonly mark: string },
): Promise<number> {
  const leads = await people(system, mark, probes);
  const began = new Map<string, number>();
  const enrolling: Promise<void>[] = [];
  const first = Date.now();
  for (const [index, lead] of leads.entries()) {
    // By the clock, not by pauses: a slow machine would enrol more slowly the slower the steps are.
    await pause(Math.max(0, first + (index * 1000) / A_SECOND - Date.now()));
    const at = Date.now();
    const one = enrol(system, accounts[index % accounts.length] ?? '', [lead]).then(([id]) => {
      if (id !== undefined) began.set(id, at);
    });
    enrolling.push(one);
  }
  await Promise.all(enrolling);
  const allCalled = async () => [...began.keys()].every((id) => calls.has(id));
  await waitUntil(allCalled, { timeout: 4 * ANSWERS_AFTER, every: 100 });
  const never = 4 * ANSWERS_AFTER;
  const took = [...began].map(([id, at]) => (calls.get(id) ?? at + never) - at).sort((a, b) => a - b);
  return took[Math.floor(took.length * 0.95)] ?? never;
}

/** People whose first step is under way or to come: nothing is said yet of where they stand. */
async function untried({ engine_db }: System): Promise<number> {
  const { rows } = await engine_db.query<{ n: number }>(
    `select count(*)::int as n from enrollments where sequence = $1 and status = 'queued'`,
    [SEQUENCE],
  );
  return rows[0]?.n ?? 0;
}

async function people(system: System, mark: string, count: number): Promise<object[]> {
  const made: object[] = [];
  for (let n = 0; n < count; n++) {
    const person = {
      first_name: 'Pat',
      last_name: 'Probe',
      public_identifier: `probe-${mark}-${n}`.toLowerCase(),
      degree: 2,
    };
    const { profile_url } = await system.callV2<{ profile_url: string }>('POST', '/sandbox/people', person);
    made.push({ profile_url, first_name: 'Pat' });
  }
  return made;
}

async function enrol(system: System, account: string, leads: readonly object[]): Promise<string[]> {
  const { body, status } = await system.callApi<{ results: { id?: string }[] }>('POST', '/api/enrollments/batch', {
    sequence: SEQUENCE,
    senders: { professional: account },
    leads,
  });
  if (status !== 200) throw new Error(`enrolling was refused: ${JSON.stringify(body)}`);
  return body.results.flatMap(({ id }) => id ?? []);
}

export const slowAccount = slowAccounts(
  'slow-account',
  'the V2 service answers one account after 25 s; the others wait no longer',
  1,
);

export const manySlowAccounts = slowAccounts(
  'many-slow-accounts',
  'the V2 service answers 30 accounts after 25 s; the others wait no longer',
  30,
);
