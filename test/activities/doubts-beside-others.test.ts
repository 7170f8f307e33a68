import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Node } from '../../src/language/plan/node.ts';
import { decideUnknownOutcome } from '../../src/runtime/store/tasks/decide-task.ts';
import { HOUR } from '../../src/shared/kit/duration.ts';
import { ask, carryThrough, type EnrolledLead, INMAIL, INVITE, MESSAGE } from './bench.ts';
import { message } from './nodes.ts';
import { openServiceBench, type ServiceBench } from './service.ts';

/** A service without keys, where what another step did looks exactly like what this one would have done. */
let bench: ServiceBench;
let phone: string;
beforeAll(async () => {
  bench = await openServiceBench();
  await bench.sandbox.control('POST', '/idempotency', { honored: false });
  await bench.sandbox.control('POST', '/credits', { set: 100_000 });
  phone = await bench.sender({ platform: 'messenger', phone_number: '+33611111111' });
});
afterAll(() => bench.close());

const CHAT: Node = { ...message({ channel: 'messenger', text: 'Hello {{ first_name }}' }), id: 'chat' };

let people = 0;
const person = async (degree: number) => {
  people += 1;
  const professional = await bench.sender();
  const phone_number = `+338${String(people).padStart(8, '0')}`;
  const made = await bench.sandbox.person({ first_name: 'Grace', last_name: 'Hopper', phone_number, degree });
  const lead = { profile_url: made.url, first_name: 'Grace', phone_number };
  const kinds = async () => (await bench.sandbox.received(made.slug)).map(({ kind }: { kind: string }) => kind);
  return { lead, senders: { professional, messenger: phone }, kinds };
};
type Person = Awaited<ReturnType<typeof person>>;

const enroll = async ({ lead, senders }: Person, node: Node) =>
  bench.enroll(await bench.sequence([node]), lead, senders);
/** The same person in another sequence. */
const enrollAgain = async (grace: Person, node: Node, first: EnrolledLead): Promise<EnrolledLead> => {
  const { id } = await enroll(grace, node);
  await bench.db.query('update enrollments set lead_id = $2 where id = $1', [id, first.lead_id]);
  return { id, lead_id: first.lead_id };
};
const fail = (action: string, kind: string) =>
  bench.sandbox.control('POST', '/faults', { match: { action }, times: 1, kind });
/** Performs the step, and looks for its effect once, too soon to prove that nothing happened. */
const leftInDoubt = async (enrollment: EnrolledLead, node: string) => {
  const impatient = bench.activities(bench.v2, { proof_after_ms: HOUR });
  expect(await impatient.perform(ask(enrollment, node))).toMatchObject({ status: 'deferred' });
  expect(await intents(enrollment)).toMatchObject([{ state: 'unknown' }]);
};
const intents = async (enrollment: EnrolledLead) => {
  const { rows } = await bench.db.query<{ state: string; sends: number; receipt: string }>(
    `select state, sends, coalesce(response #>> '{data,entityUrn}', response #>> '{data,value,messageId}') as receipt
       from intents where enrollment_id = $1 order by visit`,
    [enrollment.id],
  );
  return rows;
};

describe.each([
  [MESSAGE, 'message', 1],
  [INMAIL, 'inmail', 2],
  [CHAT, 'messenger', 2],
])('the same words in the next round of a repeat', (node, kind, degree) => {
  it.each([
    ['drop_before', 2],
    ['drop_after', 1],
  ])(`${kind}: after ${'%s'} are not proven by those of the round before`, async (fault, sends) => {
    const grace = await person(degree);
    const first = await enroll(grace, node);
    const activities = bench.activities(bench.v2);
    expect(await carryThrough(bench, activities, first, node.id)).toEqual({ status: 'done' });
    await fail('send', fault);
    expect(await carryThrough(bench, activities, first, node.id, 2)).toEqual({ status: 'done' });
    expect(await grace.kinds()).toEqual([kind, kind]);
    const [one, two] = await intents(first);
    expect([one, two]).toMatchObject([
      { state: 'done', sends: 1 },
      { state: 'done', sends },
    ]);
    expect(new Set([one?.receipt, two?.receipt, null]).size).toBe(3);
  });
});

describe('two enrollments of one person with the same words', () => {
  it('are both a question for a person while either may have sent the one message that is there', async () => {
    const grace = await person(1);
    const [first, activities] = [await enroll(grace, MESSAGE), bench.activities(bench.v2, { lookups: 2 })];
    const second = await enrollAgain(grace, MESSAGE, first);
    await fail('send', 'drop_before');
    await leftInDoubt(first, 'message');
    await fail('send', 'drop_after');
    await leftInDoubt(second, 'message');
    const text = expect.stringContaining('but another send could explain it');
    const asked = await carryThrough(bench, activities, first, 'message');
    expect(asked).toMatchObject({ status: 'needs_person', text });
    expect(await carryThrough(bench, activities, second, 'message')).toMatchObject({ status: 'needs_person', text });
    expect(await grace.kinds()).toEqual(['message']);
    // What a person says of one leaves the other in doubt: its receipt is not known by that.
    const id = asked.status === 'needs_person' ? asked.task_id : '';
    await decideUnknownOutcome(bench.db, { id, decision: 'sent', note: null, at: new Date(bench.clock.now()) });
    const { rows } = await bench.db.query(`delete from tasks where status = 'open' returning id`);
    expect(rows).toHaveLength(1);
    expect(await carryThrough(bench, activities, second, 'message')).toMatchObject({ status: 'needs_person', text });
  });

  it('of which one has its receipt: the other did not go out, and goes out now', async () => {
    const grace = await person(1);
    const [first, activities] = [await enroll(grace, MESSAGE), bench.activities(bench.v2)];
    const second = await enrollAgain(grace, MESSAGE, first);
    await fail('send', 'drop_before');
    await leftInDoubt(first, 'message');
    expect(await activities.perform(ask(second, 'message'))).toEqual({ status: 'done' });
    expect(await carryThrough(bench, activities, first, 'message')).toEqual({ status: 'done' });
    expect(await grace.kinds()).toEqual(['message', 'message']);
    expect(await intents(first)).toMatchObject([{ state: 'done', sends: 2 }]);
  });
});

describe('an invitation in doubt', () => {
  it('is not proven by one that another enrollment of the person sent later', async () => {
    const grace = await person(2);
    const [first, activities] = [await enroll(grace, INVITE), bench.activities(bench.v2, { lookups: 2 })];
    const second = await enrollAgain(grace, INVITE, first);
    await fail('invite', 'drop_before');
    await leftInDoubt(first, 'invite');
    expect(await activities.perform(ask(second, 'invite'))).toMatchObject({ status: 'done' });
    const text = expect.stringContaining('the pending invitation is a later one');
    expect(await carryThrough(bench, activities, first, 'invite')).toMatchObject({ status: 'needs_person', text });
    expect(await grace.kinds()).toEqual(['invitation']);
  });
});
