import { afterAll, beforeAll, expect, it } from 'vitest';
import { audit } from '../../src/runtime/audit/audit.ts';
import { countResults } from '../../src/runtime/store/results/count-results.ts';
import type { CountedResults } from '../../src/runtime/store/results/counted-results.ts';
import { ask, INVITE, MESSAGE, VISIT } from '../activities/bench.ts';
import { openServiceBench, type ServiceBench } from '../activities/service.ts';
import { eventually } from '../support/eventually.ts';

const PEOPLE = ['Ada', 'Grace', 'Edith', 'Mary', 'Hedy'];
let bench: ServiceBench;
let from: Date;
let sequence: string;

/** Five people of a campaign, all steps by the engine against the real service: two of them never accept. */
beforeAll(async () => {
  bench = await openServiceBench();
  const anna = await bench.sender();
  from = new Date(bench.clock.now());
  const plan = await bench.sequence([VISIT, INVITE, MESSAGE]);
  sequence = plan.sequence;
  await bench.db.query(
    `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at)
     values ('cmp_1', 'Spring', $1, 1, '{}', 'spring', 'running', $2)`,
    [sequence, from],
  );
  const activities = bench.activities(bench.v2);
  for (const [index, first_name] of PEOPLE.entries()) {
    const accepts = index < 3;
    const behavior = accepts ? { accepts_after: 'PT0S' } : {};
    const { url } = await bench.sandbox.person({ first_name, behavior });
    const enrolled = await bench.enroll(plan, { profile_url: url, first_name }, { professional: anna });
    await bench.db.query(
      "update enrollments set campaign_id = 'cmp_1', status = 'active', node = 'message' where id = $1",
      [enrolled.id],
    );
    for (const node of accepts ? ['visit', 'invite', 'message'] : ['visit', 'invite']) {
      if (node === 'message') {
        await eventually(async () => {
          const { rowCount } = await bench.sandbox.service.db.query('select from sandbox_connections');
          expect(rowCount).toBe(index + 1);
        });
      }
      expect(await activities.perform(ask(enrolled, node))).toMatchObject({ status: 'done' });
      bench.travel(bench.clock.now() + 60_000);
    }
  }
});
afterAll(() => bench.close());

const results = (): Promise<CountedResults> =>
  countResults(bench.db, {
    ...{ campaign_id: 'cmp_1', sequence, by: { kind: 'week' }, window_days: 14 },
    now: new Date(bench.clock.now()),
  });
const report = () =>
  audit({ db: bench.db, v2: bench.v2, profiles: [] }, { from, to: new Date(bench.clock.now()), conversations: false });
const sum = (of: CountedResults, what: 'calls' | 'in_doubt' | 'credits') =>
  of.steps.reduce((total, step) => total + step[what], 0);

it('counts the calls that the audit finds in the log of the service, step by step', async () => {
  const [counted, audited] = [await results(), await report()];
  expect(audited).toMatchObject({ exceptions: [], of_others: 0, in_doubt: [] });
  expect(counted.total).toMatchObject({ enrolled: PEOPLE.length, contacted: PEOPLE.length });
  expect(sum(counted, 'calls')).toBe(audited.calls);
  const inLog = (node: string) =>
    audited.counted.filter(({ key, failed }) => failed === null && key.split('/')[1] === node);
  const called = Object.fromEntries(counted.steps.map(({ node, calls, done }) => [node, { calls, done }]));
  expect(called).toEqual({
    visit: { calls: inLog('visit').length, done: 5 },
    invite: { calls: inLog('invite').length, done: 5 },
    message: { calls: inLog('message').length, done: 3 },
  });
  expect(audited.people).toBe(counted.total.contacted);
  const { rows } = await bench.db.query<{ credits: number }>('select sum(credits)::int as credits from intents');
  expect([counted.total.credits, sum(counted, 'credits')]).toEqual([rows[0]?.credits, rows[0]?.credits]);
});

it('counts as in doubt what the audit lists as in doubt, and as done no more', async () => {
  await bench.db.query(
    "update intents set state = 'unknown' where node = 'message' and enrollment_id = (select min(enrollment_id) from intents)",
  );
  const [counted, audited] = [await results(), await report()];
  expect(audited.in_doubt).toHaveLength(1);
  expect(sum(counted, 'in_doubt')).toBe(1);
  // The service knows of it, and the ledger has no proof yet.
  expect(sum(counted, 'calls') + sum(counted, 'in_doubt')).toBe(audited.calls);
});
