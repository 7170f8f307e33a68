import { waitUntil } from '../../../src/app/main/wait-until.ts';
import { percentile } from '../../support/percentile.ts';
import { type Finding, finding } from '../invariants/finding.ts';
import type { Run, Scenario } from '../scenario.ts';
import { countWork, type Work } from '../system/count-work.ts';
import type { System } from '../system/system.ts';
import { startV2Gate } from '../system/v2-gate.ts';

const SEQUENCE = 'probe';
const ANSWERS_AFTER = 25_000;
const HEALTHY = 6;
const PROBES = 200;
const A_SECOND = 10;
/** Steps that are due for each slow account: more than it may have under way. */
const DUE_OF_EACH = 25;
/** Each lets one call of a slow account out. */
const WORKERS = 2;
/** Generous: what is looked for is a queue of tens of seconds. */
const MOST_TIMES = 3;
const MOST_BESIDES_MS = 2_000;
/** Once all have tried, hardly anybody looks by themselves: they are woken. The waits of those who came last still begin then. */
const MOST_LOOKS = 0.1;

/** Calls of slow accounts, as the wire sees them. */
interface Seen {
  /** When each person had the call of their step. */
  readonly first: Map<string, number>;
  /** How many calls of each slow account began. */
  readonly calls: Map<string, number>;
}

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
    const seen: Seen = { first: new Map(), calls: new Map() };
    const gate = await startV2Gate(system.v2_url);
    try {
      await system.links['workers-v2'].leadTo(gate.address);
      let isSlow = false;
      gate.meddle(async ({ account_id, key }, forward) => {
        const [enrollment] = key?.split('/') ?? [];
        if (enrollment !== undefined) seen.first.set(enrollment, seen.first.get(enrollment) ?? Date.now());
        if (!isSlow || account_id === null || !sick.includes(account_id)) return forward();
        seen.calls.set(account_id, (seen.calls.get(account_id) ?? 0) + 1);
        await run.pause(ANSWERS_AFTER);
        return forward();
      });
      await system.callApi(
        'POST',
        '/api/sequences',
        `sequence: ${SEQUENCE}\nlimits: { visits: 100000/day }\nsteps: [visit]\n`,
      );
      await measure(run, well, seen, { probes: 5 * HEALTHY, mark: 'first' });
      const before = await measure(run, well, seen, { probes: PROBES, mark: 'before' });
      isSlow = true;
      const began = Date.now();
      const due: string[] = [];
      for (const account of sick) {
        due.push(...(await enrol(system, account, await people(system, `${account}-due`, DUE_OF_EACH))));
      }
      await waitUntil(async () => seen.calls.size === slow, { timeout: 30_000, every: 100 });
      // So many who begin at once are a crowd for any machine, whoever they are for: what slow accounts cost is seen when each has tried.
      const allTried = async () => (await untried(system)) <= slow * WORKERS;
      if (!(await waitUntil(allTried, { timeout: 300_000, every: 500 }))) throw new Error('not everybody has tried');
      fault(`${slow} accounts answer after ${ANSWERS_AFTER / 1000} s`);
      const [beside, callsBefore] = [Date.now(), new Map(seen.calls)];
      const during = await measure(run, well, seen, { probes: PROBES, mark: 'during' });
      const healed = Date.now();
      const calls = sick.map((id) => (seen.calls.get(id) ?? 0) - (callsBefore.get(id) ?? 0));
      const room = WORKERS * (1 + Math.ceil((healed - beside) / ANSWERS_AFTER));
      isSlow = false;
      const allCalled = async () => due.every((id) => seen.first.has(id));
      await waitUntil(allCalled, { timeout: 600_000, every: 500 });
      const over = Date.now();
      const after = await measure(run, well, seen, { probes: PROBES, mark: 'after' });
      gate.meddle(null);
      say(`p95 ${before} ms before, ${during} ms beside ${slow} slow accounts, ${after} ms when they are well again`);
      const crowd = await countWork(system, due, began, beside);
      const waiting = await countWork(system, due, beside, healed);
      say(`so many who began at once: ${JSON.stringify(crowd)}`);
      const woken = await countWork(system, due, healed, over);
      await system.speedUp(load.speed);
      await run.untilAllEnd();
      await system.links['workers-v2'].leadTo(new URL(system.v2_url).host);
      return [
        judgeTimes(slow, { before, during, after }),
        judgeWork(waiting, { most_calls: Math.max(...calls), room }),
        judgeWaking(due, seen, woken, over - healed),
      ];
    } finally {
      await gate.stop();
    }
  },
});

/** Without slow accounts is measured twice, before and after: where the two differ as much as is looked for, it was the machine. */
function judgeTimes(
  slow: number,
  { before, during, after }: Readonly<Record<'before' | 'during' | 'after', number>>,
): Finding {
  const most = Math.max(before, after) * MOST_TIMES + MOST_BESIDES_MS;
  return finding(
    'p95',
    'steps of other accounts go out as soon beside slow ones as without them',
    { slow_accounts: slow, before_ms: before, during_ms: during, after_ms: after },
    during > most
      ? [`95 of 100 steps went out within ${during} ms, without slow accounts ${before} and ${after} ms`]
      : [],
  );
}

/** Says the same on a busy machine. */
function judgeWork(
  { people, waits, ended_by_time, tasks, timed_out }: Work,
  calls: { readonly most_calls: number; readonly room: number },
): Finding {
  const wrong: string[] = [];
  if (ended_by_time > people * MOST_LOOKS)
    wrong.push(`${ended_by_time} of ${people} who had been put off looked again`);
  if (calls.most_calls > calls.room) {
    wrong.push(`a slow account had ${calls.most_calls} calls in a time in which ${calls.room} fit one after the other`);
  }
  return finding(
    'work',
    'who was put off for a slow account does not look again, and its calls go out one after the other',
    { people, waits, ended_by_time, tasks, timed_out, ...calls },
    wrong,
  );
}

function judgeWaking(due: readonly string[], { first }: Seen, { ended_by_time }: Work, took: number): Finding {
  const uncalled = due.filter((id) => !first.has(id));
  const wrong = uncalled.map((id) => `${id} had no call though its account answers again`);
  if (ended_by_time > due.length / 4)
    wrong.push(`${ended_by_time} of ${due.length} came only when their time was over`);
  return finding(
    'woken',
    'who waits for a slow account goes on when it answers fast again',
    { people: due.length, ended_by_time, took_ms: took },
    wrong,
  );
}

/** Enrolls people one after the other, at a steady rate, and measures within how many milliseconds 95 of 100 had their step. */
async function measure(
  { system, pause }: Run,
  accounts: readonly string[],
  { first: calls }: Seen,
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
  return percentile(
    [...began].map(([id, at]) => (calls.get(id) ?? at + never) - at),
    0.95,
  );
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
