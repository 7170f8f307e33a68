import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPerform } from '../../activities/perform.ts';
import { createAccountCheck } from '../../activities/reconcile/forgotten/check-accounts.ts';
import { readBackForgotten } from '../../activities/reconcile/forgotten/read-back.ts';
import type { PerformResult } from '../../src/core/engine/perform.ts';
import type { Node } from '../../src/language/plan/node.ts';
import { decideUnknownOutcome } from '../../src/runtime/store/tasks/decide-task.ts';
import { DAY, HOUR, MINUTE } from '../../src/shared/kit/duration.ts';
import { NEVER } from '../../src/shared/kit/never.ts';
import { ask, EMAIL, INVITE, MESSAGE, VISIT } from './bench.ts';
import { openServiceBench, type ServiceBench } from './service.ts';

/** A V2 service of another make: it ignores `Idempotency-Key`, and its log has neither keys nor for whom a call was. */
let bench: ServiceBench;
let anna: string;
let mailbox: string;
beforeAll(async () => {
  bench = await openServiceBench();
  await bench.sandbox.control('POST', '/idempotency', { honored: false });
  await bench.sandbox.control('POST', '/credits', { set: 100_000 });
});
afterAll(() => bench.close());
beforeEach(async () => {
  anna = await bench.sender();
  mailbox = await bench.sender({ platform: 'email', email: `anna@${anna.replaceAll('_', '-')}.example` });
});

let people = 0;
async function aPerson(node: Node, degree = 2) {
  people += 1;
  const email = `ada-${people}@acme.example`;
  const made = await bench.sandbox.person({ first_name: 'Ada', email, degree });
  const lead = { profile_url: made.url, first_name: 'Ada', email };
  const plan = await bench.sequence([node]);
  const enrollment = await bench.enroll(plan, lead, { professional: anna, email: mailbox });
  const kinds = async () => (await bench.sandbox.received(made.slug)).map(({ kind }) => kind);
  return { ...enrollment, kinds };
}
type Somebody = Awaited<ReturnType<typeof aPerson>>;

const check = () => createAccountCheck(bench);
/** A worker that has just started. */
const worker = () => createPerform({ ...bench.deps(bench.v2), accountCheck: check() });
const step = (person: Somebody, node: Node, attempt = 0) => worker()(ask(person, node.id, attempt));

async function through(person: Somebody, node: Node): Promise<PerformResult> {
  for (let attempt = 1; attempt < 20; attempt++) {
    const result = await step(person, node, attempt);
    if (result.status !== 'deferred') return result;
    bench.travel(Math.min(result.until, bench.clock.now() + DAY));
  }
  throw new Error('it waits for ever');
}

/** A copy of before what these people got. They and their enrollments are in it. */
async function putBack(...forgotten: readonly Somebody[]): Promise<void> {
  const ids = [forgotten.map(({ id }) => id)];
  for (const table of ['intents', 'slots', 'timeline']) {
    await bench.db.query(`delete from ${table} where enrollment_id = any($1)`, ids);
  }
  await bench.db.query('update enrollments set invited_at = null, invitation_id = null where id = any($1)', ids);
}

async function readBack(): Promise<boolean> {
  await bench.db.query('update enrollments set wall_looked_at = clock_timestamp()');
  return readBackForgotten(bench.deps(bench.v2));
}

async function reached(node: Node, degree?: number): Promise<Somebody> {
  const person = await aPerson(node, degree);
  expect(await through(person, node)).toMatchObject({ status: 'done' });
  return person;
}

describe('a copy that is put back beside a log without keys', () => {
  it('keeps the account back as soon as the log has more calls of it than the ledger', async () => {
    await reached(INVITE);
    expect(await check().ensure(anna)).toBe('known');
    await putBack(await reached(INVITE));
    const next = await aPerson(INVITE);
    expect(await step(next, INVITE)).toMatchObject({
      ...{ status: 'deferred', until: NEVER, kind: 'account' },
      text: expect.stringContaining('1 or more calls of Anna that are not written here'),
    });
    expect(await readBack()).toBe(true);
    expect(await check().ensure(anna)).toBe('known');
  });

  it('sends no second mail, which is found among those that went out, and a first one to whom it did not reach', async () => {
    await reached(EMAIL);
    const [ada, grace] = [await reached(EMAIL), await aPerson(EMAIL)];
    await putBack(ada);
    expect(await check().ensure(mailbox)).toBe('behind');
    expect(await readBack()).toBe(true);
    expect(await through(grace, EMAIL)).toMatchObject({ status: 'done' });
    expect(await through(ada, EMAIL)).toMatchObject({ status: 'done' });
    expect([await ada.kinds(), await grace.kinds()]).toEqual([['email'], ['email']]);
    expect(await bench.titles(ada.id)).toContainEqual(expect.stringMatching(/went out: .* for nobody knows whom/));
    // All are accounted for, so nobody else is looked up.
    const last = await reached(EMAIL);
    expect(await bench.titles(last.id)).not.toContainEqual(expect.stringContaining('Nobody knows'));
  });

  it('sends no second message, which is found in the conversation', async () => {
    await reached(MESSAGE, 1);
    const [ada, grace] = [await reached(MESSAGE, 1), await aPerson(MESSAGE, 1)];
    await putBack(ada);
    expect(await check().ensure(anna)).toBe('behind');
    expect(await readBack()).toBe(true);
    expect(await through(grace, MESSAGE)).toMatchObject({ status: 'done' });
    expect(await through(ada, MESSAGE)).toMatchObject({ status: 'done' });
    expect([await ada.kinds(), await grace.kinds()]).toEqual([['message'], ['message']]);
  });

  it('asks a person where nothing proves that an invitation went out or did not', async () => {
    await reached(INVITE);
    const [ada, grace] = [await reached(INVITE), await aPerson(INVITE)];
    await putBack(ada);
    // As a network does it: what was declined is as if it had never been sent.
    await bench.sandbox.service.db.query('delete from sandbox_invitations where account_id = $1', [anna]);
    expect(await check().ensure(anna)).toBe('behind');
    expect(await readBack()).toBe(true);
    for (const [person, decision] of [
      [grace, 'not_sent'],
      [ada, 'sent'],
    ] as const) {
      const asked = await through(person, INVITE);
      expect(asked).toMatchObject({
        status: 'needs_person',
        text: expect.stringMatching(/^Did the invitation to Ada go out\?/),
      });
      const id = asked.status === 'needs_person' ? asked.task_id : '';
      await decideUnknownOutcome(bench.db, { id, decision, note: null, at: new Date(bench.clock.now()) });
      expect(await through(person, INVITE)).toMatchObject({ status: 'done' });
    }
    expect([await ada.kinds(), await grace.kinds()]).toEqual([['invitation'], ['invitation']]);
  });

  it('counts a visit as done of whoever may have had it, and of nobody who was enrolled long after', async () => {
    await reached(VISIT);
    const [ada, grace] = [await reached(VISIT), await aPerson(VISIT)];
    await putBack(ada);
    expect(await check().ensure(anna)).toBe('behind');
    expect(await readBack()).toBe(true);
    for (const person of [grace, ada]) {
      expect(await step(person, VISIT)).toEqual({ status: 'done' });
      expect(await bench.titles(person.id)).toEqual([
        expect.stringMatching(/^The visit counts as done: .* nobody knows whom/),
      ]);
    }
    expect([await ada.kinds(), await grace.kinds()]).toEqual([['visit'], []]);
    expect(await check().ensure(anna)).toBe('known');
    bench.travel(bench.clock.now() + 31 * DAY);
    expect(await (await reached(VISIT)).kinds()).toEqual(['visit']);
  });

  it('counts what is noted against the limits of its day', async () => {
    await reached(INVITE);
    await putBack(await reached(INVITE));
    expect(await check().ensure(anna)).toBe('behind');
    expect(await readBack()).toBe(true);
    const { rows } = await bench.db.query(
      `select count(*)::int as used from slots where account_id = $1 and limit_class = 'invite' and state = 'used'`,
      [anna],
    );
    expect(rows).toEqual([{ used: 2 }]);
  });
});

it('a search by keys alone misses the copy beside a log without keys: somebody gets a second mail', async () => {
  await reached(EMAIL);
  const ada = await reached(EMAIL);
  await putBack(ada);
  const byKeys: Pick<ServiceBench['v2'], 'listLogs'> = {
    async listLogs(asked) {
      const page = await bench.v2.listLogs(asked);
      if (page.kind !== 'success') return page;
      const items = page.data.items.filter(({ idempotency_key }) => typeof idempotency_key === 'string');
      return { ...page, data: { ...page.data, items } };
    },
  };
  const accountCheck = createAccountCheck({ ...bench, v2: byKeys });
  expect(await accountCheck.ensure(mailbox)).toBe('known');
  const perform = createPerform({ ...bench.deps(bench.v2), accountCheck });
  expect(await perform(ask(ada, EMAIL.id))).toMatchObject({ status: 'done' });
  expect(await ada.kinds()).toEqual(['email', 'email']);
});

describe('a log without keys says nothing of a copy', () => {
  const invitedByAnother = async () => {
    const { url } = await bench.sandbox.person({ first_name: 'Eve' });
    await bench.v2.call('network', 'invite', { account_id: anna, params: { profile_url: url } });
  };

  it('by what others did before anybody was to be written to from the account', async () => {
    await invitedByAnother();
    expect(await check().ensure(anna)).toBe('known');
    bench.travel(bench.clock.now() + HOUR);
    const ada = await aPerson(INVITE);
    expect(await check().ensure(anna)).toBe('known');
    expect(await through(ada, INVITE)).toMatchObject({ status: 'done' });
    expect(await check().ensure(anna)).toBe('known');
  });

  it('where other programs use the account as well, and that is set', async () => {
    await reached(INVITE);
    await invitedByAnother();
    expect(await createAccountCheck({ ...bench, accounts_shared: true }).ensure(anna)).toBe('known');
    expect(await check().ensure(anna)).toBe('behind');
    await readBackForgotten(bench.deps(bench.v2, { accounts_shared: true }));
    const { rows } = await bench.db.query('select from unowned_calls where account_id = $1', [anna]);
    expect(rows).toEqual([]);
    await readBack();
  });

  it('by a call in doubt, which may be what the log has', async () => {
    const ada = await reached(INVITE);
    await bench.db.query(`update intents set state = 'sent' where enrollment_id = $1`, [ada.id]);
    expect(await check().ensure(anna)).toBe('known');
    bench.travel(bench.clock.now() + MINUTE);
    expect(await check().ensure(anna)).toBe('known');
  });
});
