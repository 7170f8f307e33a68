import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StepClient } from '../../activities/v2-caller.ts';
import { readWalks } from '../../src/runtime/store/results/list-result-people.ts';
import { MINUTE } from '../../src/shared/kit/duration.ts';
import { ask, type Bench, INVITE, openBench } from './bench.ts';
import { createCountingClient } from './counting-client.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await bench.account('acc_anna');
});
afterAll(() => bench.close());

/** A service whose answer takes seven minutes. */
function slowClient(answer: 'comes' | 'is lost'): StepClient {
  const { client } = createCountingClient();
  return {
    ...client,
    async perform(...call) {
      const done = await client.perform(...call);
      bench.travel(bench.clock.now() + 7 * MINUTE);
      return answer === 'comes' ? done : { kind: 'unknown', reason: 'the connection broke' };
    },
  };
}

const enrolled = async (slug: string) => {
  const plan = await bench.sequence([INVITE]);
  return bench.enroll(
    plan,
    { profile_url: `https://n.example/in/${slug}`, first_name: slug },
    { professional: 'acc_anna' },
  );
};

it('is one in the ledger, the calendar, the timeline, the results and of the person, however long the answer took', async () => {
  const ada = await enrolled('ada');
  const before = bench.clock.now();
  await bench.activities(slowClient('comes')).perform(ask(ada, 'invite'));
  const { rows } = await bench.db.query<Record<string, Date>>(
    `select i.created_at as ledger, s.at as calendar, t.at as timeline, e.invited_at as person
       from enrollments e join intents i on i.enrollment_id = e.id join slots s on s.enrollment_id = e.id join timeline t on t.enrollment_id = e.id
      where e.id = $1`,
    [ada.id],
  );
  const [times] = rows;
  const sent = times?.ledger?.getTime() ?? 0;
  expect(sent - before).toBeLessThan(MINUTE);
  const results = (await readWalks(bench.db, [ada.id])).get(ada.id)?.steps[0]?.at ?? '';
  expect(Object.values({ ...times, results: new Date(results) }).map((at) => at.getTime())).toEqual(
    Array.from({ length: 5 }, () => sent),
  );
});

it('is named by the line that says that a send in doubt went out, which is of when that came to light', async () => {
  const bea = await enrolled('bea');
  const lost = bench.activities(slowClient('is lost'));
  await lost.perform(ask(bea, 'invite'));
  const intent = await bench.intent(bea.id);
  expect(intent).toMatchObject({ state: expect.stringMatching(/^(sent|unknown)$/) });
  const found: StepClient = {
    ...createCountingClient().client,
    async perform(definition) {
      if (definition.action === 'check_invitation')
        return { kind: 'success', data: { invitation_state: 'PENDING' }, credits: 1, replayed: false };
      return { kind: 'unreachable', reason: 'not part of this test' };
    },
  };
  bench.travel(bench.clock.now() + 60 * MINUTE);
  await bench.activities(found).perform(ask(bea, 'invite', 1));
  const { rows } = await bench.db.query<{ at: Date; sent_at: string }>(
    `select at, detail ->> 'sent_at' as sent_at from timeline where enrollment_id = $1 and type = 'invite'`,
    [bea.id],
  );
  expect(rows).toEqual([{ at: expect.any(Date), sent_at: new Date(intent?.created_at as Date).toISOString() }]);
  expect((rows[0]?.at.getTime() ?? 0) - Date.parse(rows[0]?.sent_at ?? '')).toBeGreaterThan(60 * MINUTE);
});
