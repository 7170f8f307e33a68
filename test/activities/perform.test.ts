import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Node } from '../../src/language/plan/node.ts';
import { syncAccounts } from '../../src/runtime/accounts/sync-accounts.ts';
import { syncCredits } from '../../src/runtime/accounts/sync-credits.ts';
import { setPaused } from '../../src/runtime/store/enrollments/set-paused.ts';
import { stopEnrollments } from '../../src/runtime/store/enrollments/stop-enrollments.ts';
import { noteReply } from '../../src/runtime/store/events/note-reaction.ts';
import { insertSuppression } from '../../src/runtime/store/suppressions/insert-suppression.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { ask, carryThrough, EMAIL, ENRICH, INMAIL, INVITE, MESSAGE, MONDAY, VISIT, WITHDRAW } from './bench.ts';
import { openServiceBench, type ServiceBench } from './service.ts';

let bench: ServiceBench;
let anna: string;
let mailbox: string;

beforeAll(async () => {
  bench = await openServiceBench();
  anna = await bench.sender();
  mailbox = await bench.sender({ platform: 'email', email: 'anna@mail.example' });
});
afterAll(() => bench.close());

const enrolled = async (
  nodes: readonly Node[],
  person: Record<string, unknown> = {},
  lead: { email?: string; company?: string } = {},
) => {
  const made = await bench.sandbox.person({ first_name: 'Ada', last_name: 'Lovelace', ...person });
  const plan = await bench.sequence(nodes);
  const senders = { professional: anna, email: mailbox };
  const enrollment = await bench.enroll(plan, { profile_url: made.url, first_name: 'Ada', ...lead }, senders);
  return { ...enrollment, made, received: () => bench.sandbox.received(made.slug) };
};
const kinds = (items: { kind: string }[]) => items.map(({ kind }) => kind);

describe('a step', () => {
  it('visits, learns every name of the person, and answers the same when it is replayed', async () => {
    const ada = await enrolled([VISIT]);
    const activities = bench.activities(bench.v2);
    const first = await activities.perform(ask(ada, 'visit'));
    expect(first).toEqual({ status: 'done' });
    expect(await activities.perform(ask(ada, 'visit'))).toEqual(first);
    expect(kinds(await ada.received())).toEqual(['visit']);
    const { rows } = await bench.db.query('select kind from identities where lead_id = $1 order by kind', [
      ada.lead_id,
    ]);
    expect(rows.map(({ kind }) => kind)).toEqual(['profile_id', 'slug']);
    expect(await bench.titles(ada.id)).toEqual(['Visited the profile of Ada from Anna']);
  });

  it('invites with the rendered note and keeps the id of the invitation', async () => {
    const ada = await enrolled([INVITE]);
    const result = await bench.activities(bench.v2).perform(ask(ada, 'invite'));
    expect(result).toEqual({ status: 'done', facts: { invited: true } });
    expect(await ada.received()).toMatchObject([{ kind: 'invitation', text: 'Hi Ada' }]);
    const { rows } = await bench.db.query('select invitation_id, invited_at from enrollments where id = $1', [ada.id]);
    expect(rows[0]).toMatchObject({ invitation_id: expect.stringMatching(/^\d+$/), invited_at: expect.any(Date) });
  });

  it('counts somebody already connected as accepted, and the call that found it out against its limit', async () => {
    const ada = await enrolled([VISIT, INVITE], { degree: 1 });
    const activities = bench.activities(bench.v2);
    expect(await activities.perform(ask(ada, 'visit'))).toEqual({ status: 'done', facts: { connected: true } });
    expect(await activities.perform(ask(ada, 'invite'))).toEqual({ status: 'done', facts: { connected: true } });
    const unseen = await enrolled([INVITE], { degree: 1 });
    expect(await activities.perform(ask(unseen, 'invite'))).toEqual({ status: 'done', facts: { connected: true } });
    expect(kinds([...(await ada.received()), ...(await unseen.received())])).toEqual(['visit']);
    const classes = (await bench.slots()).filter((slot) => slot.enrollment_id === unseen.id);
    expect(classes).toMatchObject([{ limit_class: 'invite', state: 'used' }]);
  });

  it('messages a connection, and finds a message to anybody else impossible', async () => {
    const friend = await enrolled([MESSAGE], { degree: 1 });
    const stranger = await enrolled([MESSAGE]);
    const activities = bench.activities(bench.v2);
    expect(await activities.perform(ask(friend, 'message'))).toEqual({ status: 'done' });
    expect(await friend.received()).toMatchObject([{ kind: 'message', text: 'Dear Ada, shall we talk?' }]);
    const refused = await activities.perform(ask(stranger, 'message'));
    expect(refused).toMatchObject({ status: 'impossible', code: 'NOT_CONNECTED' });
    expect(await activities.perform(ask(stranger, 'message'))).toEqual(refused);
    expect((await bench.slots()).filter((slot) => slot.enrollment_id === stranger.id)).toMatchObject([
      { state: 'used' },
    ]);
  });

  it('knows from then on whose answer in that conversation is', async () => {
    const activities = bench.activities(bench.v2);
    const friend = await enrolled([MESSAGE], { degree: 1 });
    const stranger = await enrolled([INMAIL]);
    await activities.perform(ask(friend, 'message'));
    await activities.perform(ask(stranger, 'inmail'));
    const { rows } = await bench.db.query(
      `select e.id from identities i join enrollments e on e.lead_id = i.lead_id
        where i.kind = 'conversation' and e.id = any($1) order by e.id`,
      [[friend.id, stranger.id]],
    );
    expect(rows.map(({ id }) => id)).toEqual([friend.id, stranger.id].sort());
  });

  it('sends an InMail from a premium seat only', async () => {
    const ada = await enrolled([INMAIL]);
    expect(await bench.activities(bench.v2).perform(ask(ada, 'inmail'))).toEqual({ status: 'done' });
    expect(await ada.received()).toMatchObject([{ kind: 'inmail', subject: 'A job', text: 'Dear Ada' }]);
    const classic = await bench.sender({ products: ['classic'] });
    const plan = await bench.sequence([INMAIL]);
    const other = await bench.enroll(plan, { profile_url: ada.made.url, first_name: 'Ada' }, { professional: classic });
    const result = await bench.activities(bench.v2).perform(ask(other, 'inmail'));
    expect(result).toMatchObject({ status: 'impossible', code: 'NO_PREMIUM_SEAT' });
    expect(await bench.intent(other.id)).toBeUndefined();
  });

  it('finds the address, then emails with our header and a one-click unsubscribe', async () => {
    const ada = await enrolled([ENRICH, EMAIL], { email: 'ada.l@acme.example' });
    const activities = bench.activities(bench.v2);
    expect(await activities.perform(ask(ada, 'enrich'))).toEqual({ status: 'done' });
    expect(await activities.perform(ask(ada, 'email'))).toEqual({ status: 'done' });
    const [mail] = await ada.received();
    expect(mail).toMatchObject({ kind: 'email', subject: 'A job', text: expect.stringContaining('Dear Ada') });
    expect(JSON.stringify(mail.headers)).toContain(`${ada.id}/email/1`);
    expect(JSON.stringify(mail.headers)).toContain(`https://overture.example/u/${ada.id}`);
  });

  it('takes else when no address is found, and never overwrites one', async () => {
    const nobody = await enrolled([ENRICH], { email: null });
    const activities = bench.activities(bench.v2);
    expect(await activities.perform(ask(nobody, 'enrich'))).toMatchObject({
      status: 'impossible',
      code: 'EMAIL_NOT_FOUND',
    });
    const known = await enrolled([ENRICH], { email: 'new@acme.example' }, { email: 'own@home.example' });
    expect(await activities.perform(ask(known, 'enrich'))).toEqual({ status: 'done' });
    const { rows } = await bench.db.query('select email from leads where id = $1', [known.lead_id]);
    expect(rows).toEqual([{ email: 'own@home.example' }]);
  });

  it('withdraws the pending invitation, and has nothing to do where none is', async () => {
    const ada = await enrolled([INVITE, WITHDRAW]);
    const activities = bench.activities(bench.v2);
    expect(await activities.perform(ask(ada, 'withdraw'))).toEqual({ status: 'done' });
    await activities.perform(ask(ada, 'invite'));
    expect(await activities.perform(ask(ada, 'withdraw', 0, 2))).toEqual({ status: 'done', facts: { invited: false } });
    const again = await activities.perform(ask(ada, 'invite', 0, 2));
    expect(again).toMatchObject({ status: 'impossible', code: 'RECENTLY_WITHDRAWN' });
  });

  it('fails with the name of a variable that has no value, and sends nothing', async () => {
    const ada = await enrolled([{ ...MESSAGE, text: 'About {{ team }}' } as Node], { degree: 1 });
    const result = await bench.activities(bench.v2).perform(ask(ada, 'message'));
    expect(result).toMatchObject({ status: 'failed', code: 'MISSING_VARIABLE', text: expect.stringContaining('team') });
    expect(await ada.received()).toEqual([]);
  });

  it('puts a blank for a line break in the subject of an email, and sends it', async () => {
    const ada = await enrolled(
      [{ ...EMAIL, subject: 'A job at {{ company }}' } as Node],
      {},
      {
        email: 'ada2@acme.example',
        company: 'Acme\r\nBcc: all@x.example',
      },
    );
    expect(await carryThrough(bench, bench.activities(bench.v2), ada, 'email')).toEqual({ status: 'done' });
    const [mail] = await bench.sandbox.received('ada2@acme.example');
    expect(mail).toMatchObject({ subject: 'A job at Acme Bcc: all@x.example' });
    expect(await bench.sandbox.received('all@x.example')).toEqual([]);
  });

  it('is skipped when its condition is false, and an if branches', async () => {
    const condition = 'state.connected';
    const test: Node = {
      kind: 'if',
      id: 'if',
      test: 'lead.first_name == "Ada"',
      on_error: { do: 'stop' },
      next: 'end',
      // biome-ignore lint/suspicious/noThenProperty: the edge of a plan's node.
      then: 'end',
      else: 'end',
    };
    const ada = await enrolled([{ ...VISIT, condition }, test]);
    const activities = bench.activities(bench.v2);
    expect(await activities.perform(ask(ada, 'visit'))).toEqual({ status: 'skipped' });
    expect(await activities.perform(ask(ada, 'if'))).toEqual({ status: 'branch', to: 'then' });
    expect(await activities.perform(ask(ada, 'if'))).toEqual({ status: 'branch', to: 'then' });
    expect(await bench.titles(ada.id)).toHaveLength(2);
  });

  it('computes a wait of business days', async () => {
    const wait: Node = {
      kind: 'wait',
      id: 'wait',
      duration: { unit: 'business_days', count: 5 },
      on_error: { do: 'stop' },
      next: 'end',
    };
    const ada = await enrolled([wait]);
    const result = await bench.activities(bench.v2).perform(ask(ada, 'wait'));
    expect(result).toMatchObject({ status: 'wait' });
    const until = result.status === 'wait' ? result.until : 0;
    expect(Math.round((until - bench.clock.now()) / 86_400_000)).toBe(7);
    expect(bench.clock.now()).toBeGreaterThanOrEqual(MONDAY);
  });
});

describe('a committed stop', () => {
  it('wins before anything is done', async () => {
    const ada = await enrolled([INVITE]);
    await stopEnrollments(bench.db, { ids: [ada.id], outcome: 'replied', event_id: 'evt_1', at: new Date() });
    const result = await bench.activities(bench.v2).perform(ask(ada, 'invite'));
    expect(result).toEqual({ status: 'stopped', outcome: 'replied' });
    expect(await ada.received()).toEqual([]);
  });

  it('wins when it comes after the first look and before the intent', async () => {
    const ada = await enrolled([INVITE]);
    const activities = bench.activities(bench.v2, {}, async (point) => {
      if (point !== 'before_intent') return;
      await stopEnrollments(bench.db, { ids: [ada.id], outcome: 'replied', event_id: 'evt_2', at: new Date() });
    });
    expect(await activities.perform(ask(ada, 'invite'))).toEqual({ status: 'stopped', outcome: 'replied' });
    expect(await ada.received()).toEqual([]);
    expect(await bench.intent(ada.id)).toBeUndefined();
  });

  it('also comes from the do-not-contact list', async () => {
    const ada = await enrolled([INVITE]);
    const value = ada.made.slug;
    await insertSuppression(bench.db, { id: 'sup_1', kind: 'slug', value, reason: 'asked', created_at: new Date() });
    const result = await bench.activities(bench.v2).perform(ask(ada, 'invite'));
    expect(result).toEqual({ status: 'stopped', outcome: 'stopped' });
    expect(await ada.received()).toEqual([]);
  });
});

describe('a reply', () => {
  const replied = async (id: string, event: string, flag: boolean) => {
    const at = new Date(bench.clock.now());
    await bench.db.transaction(async (tx) => {
      await noteReply(tx, { enrollment_id: id, at });
      const line = { enrollment_id: id, at, node: null, type: 'replied', title: 'Replied', once: `event/${event}` };
      await addLine(tx, line);
      if (flag) await stopEnrollments(tx, { ids: [id], outcome: 'replied', event_id: event, at });
    });
  };
  const awaited = (enrollment: { id: string; lead_id: string }, ...awaited_replies: string[]) => ({
    ...ask(enrollment, 'invite'),
    awaited_replies,
  });

  it('stops a step that did not wait for it, even where no flag was raised: the wait was over already', async () => {
    const ada = await enrolled([INVITE]);
    await replied(ada.id, 'evt_late', false);
    const stopped = { status: 'stopped', outcome: 'replied' };
    expect(await bench.activities(bench.v2).perform(ask(ada, 'invite'))).toEqual(stopped);
    expect(await ada.received()).toEqual([]);
  });

  it('that was waited for stops nothing, even where its flag was raised: the wait was not written yet', async () => {
    const ada = await enrolled([INVITE]);
    await replied(ada.id, 'evt_early', true);
    expect(await bench.activities(bench.v2).perform(awaited(ada, 'evt_early'))).toMatchObject({ status: 'done' });
    expect(kinds(await ada.received())).toEqual(['invitation']);
  });

  it('stops after one that was waited for, with a flag or without', async () => {
    for (const flag of [true, false]) {
      const ada = await enrolled([INVITE]);
      await replied(ada.id, `evt_first_${flag}`, true);
      await replied(ada.id, `evt_second_${flag}`, flag);
      const result = await bench.activities(bench.v2).perform(awaited(ada, `evt_first_${flag}`));
      expect(result).toEqual({ status: 'stopped', outcome: 'replied' });
      expect(await ada.received()).toEqual([]);
    }
  });

  it('that was waited for hides no later refusal', async () => {
    const ada = await enrolled([INVITE]);
    await replied(ada.id, 'evt_yes', true);
    await stopEnrollments(bench.db, { ids: [ada.id], outcome: 'refused', event_id: 'evt_no', at: new Date() });
    const result = await bench.activities(bench.v2).perform(awaited(ada, 'evt_yes'));
    expect(result).toEqual({ status: 'stopped', outcome: 'refused' });
    expect(await ada.received()).toEqual([]);
  });
});

describe('a person who was enrolled twice, by slug and by id', () => {
  it('is left in the older enrollment only, whichever of the two finds out', async () => {
    for (const finder of ['older', 'newer'] as const) {
      const made = await bench.sandbox.person({ first_name: 'Ada', last_name: 'Lovelace' });
      const plan = await bench.sequence([VISIT, INVITE]);
      const senders = { professional: anna };
      const older = await bench.enroll(plan, { profile_url: made.url, first_name: 'Ada' }, senders);
      bench.travel(bench.clock.now() + 1000);
      const newer = await bench.enroll(plan, { profile_url: made.id_url, first_name: 'Ada' }, senders);
      const activities = bench.activities(bench.v2);
      await activities.perform(ask({ older, newer }[finder], 'visit'));
      expect(await activities.perform(ask(newer, 'invite'))).toEqual({ status: 'stopped', outcome: 'stopped' });
      expect(await activities.perform(ask(older, 'invite'))).toMatchObject({ status: 'done' });
    }
  });
});

describe('a committed pause', () => {
  it('holds the step back before the walk has heard of it', async () => {
    const ada = await enrolled([INVITE]);
    await bench.db.query(`update enrollments set status = 'active' where id = $1`, [ada.id]);
    await setPaused(bench.db, ada.id, true);
    const activities = bench.activities(bench.v2);
    expect(await activities.perform(ask(ada, 'invite'))).toMatchObject({ status: 'deferred', kind: 'person' });
    expect(await ada.received()).toEqual([]);
    await setPaused(bench.db, ada.id, false);
    expect(await activities.perform(ask(ada, 'invite', 1))).toMatchObject({ status: 'done' });
  });
});

describe('a refusal', () => {
  it('makes the whole account back off until Retry-After, and the step goes out then', async () => {
    const [ada, bob] = [await enrolled([VISIT]), await enrolled([VISIT])];
    const fault = { match: { path: '/v2/profiles', action: 'visit' }, times: 1, kind: 'rate_limited' };
    await bench.sandbox.control('POST', '/faults', fault);
    const activities = bench.activities(bench.v2);
    const held = await activities.perform(ask(ada, 'visit'));
    expect(held).toMatchObject({ status: 'deferred', kind: 'account' });
    expect(await activities.perform(ask(bob, 'visit'))).toMatchObject({ status: 'deferred', kind: 'account' });
    expect(await bench.intent(bob.id)).toBeUndefined();
    // Retry-After is wall time: a jump of the world does not end it.
    bench.travel(bench.clock.now() + 60_000);
    expect(await activities.perform(ask(bob, 'visit', 1))).toMatchObject({ status: 'deferred', kind: 'account' });
    await bench.db.query(`update accounts set wall_held_until = now() - interval '1 second'`);
    expect(await activities.perform(ask(ada, 'visit', 1))).toEqual({ status: 'done' });
    expect(kinds(await ada.received())).toEqual(['visit']);
  });

  it('waits for credits and goes on when they are back', async () => {
    const ada = await enrolled([VISIT]);
    await bench.sandbox.control('POST', '/credits', { set: 0 });
    const activities = bench.activities(bench.v2);
    const waiting = await activities.perform(ask(ada, 'visit'));
    expect(waiting).toMatchObject({ status: 'deferred', kind: 'credits' });
    await bench.sandbox.control('POST', '/credits', { set: 10_000 });
    await syncCredits(bench);
    expect(await carryThrough(bench, activities, ada, 'visit')).toEqual({ status: 'done' });
    expect(kinds(await ada.received())).toEqual(['visit']);
  });

  it('pauses an account that is not connected, and goes on when the list of accounts says that it is back', async () => {
    const ada = await enrolled([VISIT]);
    await bench.sandbox.control('POST', `/accounts/${anna}/expire`, { status: 'inactive' });
    const activities = bench.activities(bench.v2);
    expect(await activities.perform(ask(ada, 'visit'))).toMatchObject({ status: 'deferred', kind: 'account' });
    await bench.sandbox.control('POST', `/accounts/${anna}/reconnect`, {});
    await syncAccounts(bench);
    expect(await carryThrough(bench, activities, ada, 'visit')).toEqual({ status: 'done' });
    const { rows } = await bench.db.query('select status from accounts where id = $1', [anna]);
    expect(rows).toEqual([{ status: 'connected' }]);
  });
});
