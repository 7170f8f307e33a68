import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plan } from '../../src/language/plan/plan.ts';
import { type AuditReport, audit } from '../../src/runtime/audit/audit.ts';
import type { Rule } from '../../src/runtime/audit/exception.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { ask, INVITE, MESSAGE, VISIT } from '../activities/bench.ts';
import { openServiceBench, type ServiceBench } from '../activities/service.ts';
import { eventually } from '../support/eventually.ts';

let bench: ServiceBench;
let anna: string;
let from: Date;
let people: { id: string; lead_id: string; url: string }[];

/** People of the sandbox accept by themselves, a moment later. */
const acceptances = (count: number): Promise<void> =>
  eventually(async () => {
    const { db } = bench.sandbox.service;
    const { rowCount } = await db.query(`select from sandbox_connections`);
    expect(rowCount).toBe(count);
  });

/** Three people are visited, invited and written to, all of it by the engine's own steps. */
beforeAll(async () => {
  bench = await openServiceBench();
  anna = await bench.sender();
  from = new Date(bench.clock.now());
  const plan = await bench.sequence([VISIT, INVITE, MESSAGE]);
  people = [];
  const activities = bench.activities(bench.v2);
  for (const first_name of ['Ada', 'Grace', 'Edith']) {
    const { url } = await bench.sandbox.person({ first_name, behavior: { accepts_after: 'PT0S' } });
    const enrolled = await bench.enroll(plan, { profile_url: url, first_name }, { professional: anna });
    for (const node of ['visit', 'invite', 'message']) {
      if (node === 'message') await acceptances(people.length + 1);
      expect(await activities.perform(ask(enrolled, node))).toMatchObject({ status: 'done' });
      bench.travel(bench.clock.now() + 60_000);
    }
    people.push({ ...enrolled, url });
  }
});
afterAll(() => bench.close());

const run = (conversations = false): Promise<AuditReport> =>
  audit({ db: bench.db, v2: bench.v2, profiles: [] }, { from, to: new Date(bench.clock.now()), conversations });
const rules = async (conversations = false): Promise<(Rule | string)[][]> =>
  (await run(conversations)).exceptions.map(({ rule, person }) => [rule, person]);
const key = (index: number, node: string) => `${people[index]?.id}/${node}/1`;

/** Breaks something in the tables, looks, and mends it. */
async function broken(damage: string, repair: string, values: unknown[], look: () => Promise<unknown>): Promise<void> {
  await bench.db.query(damage, values);
  await look();
  await bench.db.query(repair, values);
  expect(await rules()).toEqual([]);
}

describe('an audit', () => {
  it('finds nothing where the engine did what it promises', async () => {
    expect(await run(true)).toMatchObject({
      calls: 9,
      people: 3,
      accounts: 1,
      of_others: 0,
      in_doubt: [],
      conversations: 3,
      exceptions: [],
    });
  });

  it('reports a call that the ledger denies', async () => {
    await broken(
      "update intents set state = 'refused' where key = $1",
      "update intents set state = 'done' where key = $1",
      [key(0, 'message')],
      async () => expect(await rules()).toEqual([['ledger_denies', 'Ada']]),
    );
  });

  it('lists a call in doubt, which is no exception', async () => {
    await broken(
      "update intents set state = 'unknown' where key = $1",
      "update intents set state = 'done' where key = $1",
      [key(0, 'message')],
      async () => expect(await run()).toMatchObject({ in_doubt: [key(0, 'message')], exceptions: [] }),
    );
  });

  it('reports a call after a stop that was written before it, and none that was under way', async () => {
    await broken(
      `update enrollments set stop_outcome = 'refused', wall_stopped_at = (
         select wall_created_at - interval '1 ms' from intents where key = $1) where id = split_part($1, '/', 1)`,
      "update enrollments set stop_outcome = null, wall_stopped_at = null where id = split_part($1, '/', 1)",
      [key(1, 'message')],
      async () => expect(await rules()).toEqual([['after_a_stop', 'Grace']]),
    );
    await broken(
      `update enrollments set stop_outcome = 'refused', wall_stopped_at = (
         select wall_created_at + interval '1 ms' from intents where key = $1) where id = split_part($1, '/', 1)`,
      "update enrollments set stop_outcome = null, wall_stopped_at = null where id = split_part($1, '/', 1)",
      [key(1, 'message')],
      async () => expect(await rules()).toEqual([]),
    );
  });

  it.each([
    ['by a name', "select kind, value from identities where lead_id = $1 and kind = 'slug'"],
    ['as a person', "select 'lead', $1"],
    ['by a domain above that of their address', "select 'domain', 'acme.example' from leads where id = $1"],
  ])('reports a call to somebody who was on the do-not-contact list before it, %s', async (_, names) => {
    const edith = people[2]?.lead_id;
    await bench.db.query(
      "insert into identities (kind, value, lead_id) values ('email', 'edith@mail.acme.example', $1)",
      [edith],
    );
    await bench.db.query(
      `insert into suppressions (id, kind, value, reason, created_at, wall_created_at)
       select 'sup_1', kind, value, '', now(), (select wall_created_at - interval '1 ms' from intents where key = $2)
         from (${names}) as name (kind, value)`,
      [edith, key(2, 'message')],
    );
    expect(await rules()).toEqual([['after_do_not_contact', 'Edith']]);
    await bench.db.query('delete from suppressions');
    await bench.db.query("delete from identities where kind = 'email' and lead_id = $1", [edith]);
  });

  it('counts answers of ours, and holds them to the same: taken back, on the list without a confirmation, above a limit', async () => {
    const answer = key(2, 'message');
    await bench.db.query(
      `insert into answers (id, lead_id, account_id, channel, enrollment_id, request_hash, author_id, author, address, text, attachments, seen, confirmed,
         sequences, state, wall_send_after, wall_due, created_at)
       select 'ans_1', e.lead_id, $2, 'message', e.id, 'x', 'usr_1', 'Hedy', '{}', 'Gladly', '[]', 0, '{}', 'continue', 'sent', now(), now(), now()
         from enrollments e where e.id = $1`,
      [people[2]?.id, anna],
    );
    const owner = `update intents set enrollment_id = $2, answer_id = $3, digest = (select digest from enrollments limit 1) where key = $1`;
    await bench.db.query(owner, [answer, null, 'ans_1']);
    expect(await run()).toMatchObject({ calls: 9, people: 3, answers: 1, exceptions: [] });

    await bench.db.query("update answers set state = 'withdrawn'");
    expect(await run()).toMatchObject({
      exceptions: [{ rule: 'ledger_denies', key: answer, text: expect.stringContaining('the answer was taken back') }],
    });
    await bench.db.query("update answers set state = 'sent'");

    await bench.db.query(
      `insert into suppressions (id, kind, value, reason, created_at, wall_created_at)
       select 'sup_1', kind, value, '', now(), (select wall_created_at - interval '1 ms' from intents where key = $2)
         from identities where lead_id = $1 and kind = 'slug'`,
      [people[2]?.lead_id, answer],
    );
    expect(await rules()).toEqual([['after_do_not_contact', 'Edith']]);
    await bench.db.query("update answers set confirmed = '{sup_1}'");
    expect(await rules()).toEqual([]);
    await bench.db.query('delete from suppressions');

    await bench.db.query(
      `update plans set plan = jsonb_set(plan, '{limits}', '{"message": [{"count": 2, "per": "day"}]}')`,
    );
    expect((await run()).exceptions).toMatchObject([{ rule: 'above_a_limit', key: answer }]);
    await bench.db.query("update plans set plan = jsonb_set(plan, '{limits}', '{}')");
    await bench.db.query(owner, [answer, people[2]?.id, null]);
    await bench.db.query('delete from answers');
    expect(await run()).toMatchObject({ answers: 0, exceptions: [] });
  });

  it('reports what is above a limit of the sequence, counted by the log of the service', async () => {
    const { rows } = await bench.db.query<{ plan: Plan }>('select plan from plans');
    const limits = { ...rows[0]?.plan.limits, message: [{ count: 2, per: 'day' }] };
    await bench.db.query("update plans set plan = jsonb_set(plan, '{limits}', $1)", [JSON.stringify(limits)]);
    const report = await run();
    expect(report.exceptions).toMatchObject([{ rule: 'above_a_limit', person: 'Edith', key: key(2, 'message') }]);
    expect(report.exceptions[0]?.text).toBe('send: number 3 of its day, where sequence allows 2');
    await bench.db.query("update plans set plan = jsonb_set(plan, '{limits}', '{}')");
  });

  it('holds no call of a sequence that allows more against one that allows less', async () => {
    const allow = (count: number, which: string) =>
      bench.db.query(`update plans set plan = jsonb_set(plan, '{limits}', $1) where ${which}`, [
        JSON.stringify({ message: [{ count, per: 'day' }] }),
      ]);
    const ofStrict = async (index: number) =>
      bench.db.query(`update intents set digest = 'strict' where key = $1`, [key(index, 'message')]);
    await bench.db.query(`insert into plans (digest, plan) select 'strict', plan from plans`);
    await allow(1, `digest = 'strict'`);
    await allow(3, `digest <> 'strict'`);
    // Ada and Grace were written to before, by a sequence that allows three a day: Edith is the first of hers.
    await ofStrict(2);
    expect(await rules()).toEqual([]);
    await ofStrict(1);
    expect(await rules()).toEqual([['above_a_limit', 'Edith']]);
    // Whoever allows more counts all.
    await allow(2, `digest <> 'strict'`);
    await bench.db.query('update intents set digest = null');
    await ofStrict(0);
    expect(await rules()).toEqual([['above_a_limit', 'Edith']]);

    await bench.db.query('update intents set digest = null');
    await bench.db.query(`delete from plans where digest = 'strict'`);
    await bench.db.query("update plans set plan = jsonb_set(plan, '{limits}', '{}')");
  });

  it('reports what is above the limit of a domain', async () => {
    const mails = `update intents set limit_class = $1, request = jsonb_set(request, '{params,to}', $2) where node = 'message'`;
    await bench.db.query(mails, ['email', '"Someone <a.b@Acme.example>"']);
    await bench.db.query(`update plans set plan = plan || '{"emails_per_domain": [{"count": 2, "per": "day"}]}'`);
    const { exceptions } = await run();
    expect(exceptions).toMatchObject([{ rule: 'above_a_limit', person: 'Edith', key: key(2, 'message') }]);
    expect(exceptions[0]?.text).toBe('send: number 3 to acme.example of its day, where sequence allows 2');
    await bench.db.query(mails, ['message', 'null']);
    await bench.db.query(`update plans set plan = plan - 'emails_per_domain'`);
    expect(await rules()).toEqual([]);
  });

  it('reports calls of ours that the ledger has forgotten, whose they were, and that they count against the limits', async () => {
    const { rows } = await bench.db.query("delete from intents where key like '%/message/1' or key = $1 returning *", [
      key(2, 'invite'),
    ]);
    await bench.db.query(
      `update plans set plan = jsonb_set(plan, '{limits}', '{"message": [{"count": 2, "per": "day"}]}')`,
    );
    const report = await run();
    expect(report).toMatchObject({ calls: 9, people: 3, of_others: 0 });
    expect(report.exceptions.map(({ rule, person, key: of }) => [rule, person, of])).toEqual([
      ['without_intent', 'Ada', key(0, 'message')],
      ['without_intent', 'Grace', key(1, 'message')],
      ['without_intent', 'Edith', key(2, 'invite')],
      ['without_intent', 'Edith', key(2, 'message')],
      ['above_a_limit', 'Edith', key(2, 'message')],
    ]);
    await bench.db.query("update plans set plan = jsonb_set(plan, '{limits}', '{}')");
    await bench.db.query('insert into intents select * from jsonb_populate_recordset(null::intents, $1)', [
      JSON.stringify(rows),
    ]);
    expect(await rules()).toEqual([]);
  });

  it('reports a call of an enrollment that the ledger has forgotten, with the person whom the service names', async () => {
    const { db } = bench.sandbox.service;
    const lost = 'enr_01kjpqb52tas94ve7eff91exmw/invite/1';
    const was = key(1, 'invite');
    await db.query('update logs set idempotency_key = $1 where idempotency_key = $2', [lost, was]);
    const { exceptions, of_others } = await run();
    expect(of_others).toBe(0);
    expect(exceptions).toMatchObject([
      { rule: 'without_intent', key: lost, person: expect.stringContaining('grace') },
      { rule: 'service_denies', key: was },
    ]);
    await db.query('update logs set idempotency_key = $1 where idempotency_key = $2', [was, lost]);
  });

  it('does not take what other programs do for ours', async () => {
    const { url } = await bench.sandbox.person({ first_name: 'Mary' });
    await bench.sandbox.act('network', anna, 'invite', { profile_url: url });
    expect(await run()).toMatchObject({ calls: 10, of_others: 1, exceptions: [] });
    const { db } = bench.sandbox.service;
    const theirs = `update logs set idempotency_key = $1 where idempotency_key is not distinct from $2 and action = 'invite'`;
    await db.query(theirs, ['enr_of another program/1/2', null]);
    expect(await run()).toMatchObject({ calls: 10, of_others: 1, exceptions: [] });
    await db.query(theirs, [null, 'enr_of another program/1/2']);
  });

  it('counts each call once while the log grows under it, and misses none that was done meanwhile', async () => {
    const { db } = bench.sandbox.service;
    const copy = `insert into logs (log_id, user_id, action, account_id, credits_consumed, status, idempotency_key, created_at, outcome_unknown)
      select $1 || n, user_id, 'visit', account_id, 0, 'success', null, created_at - n * interval '1 second', false
        from logs, generate_series(1, $2) as n where idempotency_key = $3`;
    await db.query(copy, ['log_before_', 500, key(2, 'message')]);
    const late = key(2, 'message');
    await db.query('update logs set account_id = null where idempotency_key = $1', [late]);
    let pages = 0;
    const growing: typeof bench.v2 = {
      ...bench.v2,
      listLogs: async (asked) => {
        const page = await bench.v2.listLogs(asked);
        pages += 1;
        await db.query(
          `insert into logs (log_id, user_id, action, account_id, credits_consumed, status, created_at, outcome_unknown)
           select $1, user_id, 'visit', account_id, 0, 'success', created_at, false from logs order by created_at desc limit 1`,
          [`log_during_${pages}`],
        );
        if (pages === 2) await db.query('update logs set account_id = $1 where idempotency_key = $2', [anna, late]);
        return page;
      },
    };
    const { calls, of_others, exceptions } = await audit(
      { db: bench.db, v2: growing, profiles: [] },
      { from: new Date(from.getTime() - DAY), to: new Date(bench.clock.now()), conversations: false },
    );
    expect(exceptions).toEqual([]);
    expect(calls - of_others).toBe(9);
    expect(of_others).toBe(1 + 500);
    await db.query("delete from logs where log_id like 'log_before_%' or log_id like 'log_during_%'");
  });

  it('reports a step that was done twice, by the log and by the conversation', async () => {
    await bench.v2.call('messages', 'send', {
      account_id: anna,
      params: { profile_url: people[0]?.url ?? '', message_text: 'Dear Ada, shall we talk?' },
      idempotency_key: `${key(0, 'message')}~2`,
    });
    expect(await rules(true)).toEqual([
      ['contacted_twice', 'Ada'],
      ['contacted_twice', 'Ada'],
    ]);
  });

  it('reports a send that is done by the ledger alone', async () => {
    await bench.sandbox.service.db.query('delete from logs where idempotency_key = $1', [key(1, 'invite')]);
    expect(await rules()).toContainEqual(['service_denies', 'Grace']);
  });

  it('matches by account, action and order where the service keeps no keys', async () => {
    await bench.sandbox.service.db.query('update logs set idempotency_key = null');
    const { people: found, exceptions } = await run();
    expect(found).toBe(3);
    expect(exceptions.map(({ rule }) => rule)).not.toContain('ledger_denies');
  });
});
