import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sweepInDoubt } from '../../activities/reconcile/sweep.ts';
import type { Node } from '../../src/language/plan/node.ts';
import { readPage } from '../../src/runtime/store/listing.ts';
import { decideUnknownOutcome } from '../../src/runtime/store/tasks/decide-task.ts';
import { taskListing } from '../../src/runtime/store/tasks/list-tasks.ts';
import { createV2Client } from '../../src/v2/client/create-v2-client.ts';
import { cut, failure, json, type Received, startScriptedServer, success } from '../v2-client/scripted-server.ts';
import { ask, type Bench, carryThrough, INVITE, MESSAGE, MONDAY, openBench, VISIT } from './bench.ts';

let bench: Bench;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  bench = await openBench();
  await bench.account('acc_anna');
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await bench.db.query('update accounts set wall_held_until = null, status = $1', ['connected']);
  await bench.db.query('truncate class_holds');
});
afterAll(() => bench.close());

type Script = (request: Received & { action: string }, respond: (status: number, body: unknown) => void) => void;

/** A service that answers each action as the script says; `respond` not called: the connection is cut. */
async function service(script: Script) {
  const server = await startScriptedServer((response: ServerResponse, request: Received) => {
    const { body } = request;
    const asked = typeof body === 'object' && body !== null && 'action' in body ? String(body.action) : request.url;
    let answered = false;
    script({ ...request, action: asked }, (status, answer) => {
      answered = true;
      json(status, answer)(response, request);
    });
    if (!answered) cut(response, request);
  });
  const v2 = createV2Client({
    base_url: server.url,
    api_key: 'key',
    timeout_ms: 10_000,
    read_retries: { attempts: 1, first_wait_ms: 1, longest_wait_ms: 1 },
  });
  closing.push(
    () => v2.close(),
    () => server.stop(),
  );
  const count = (action: string) =>
    server.received.filter(
      ({ body }) => typeof body === 'object' && body !== null && 'action' in body && body.action === action,
    ).length;
  return { v2, count, received: server.received };
}

let leads = 0;
const enroll = async (node: Node = INVITE) => {
  leads += 1;
  const lead = { profile_url: `https://n.example/in/doubt-${leads}`, first_name: 'Ada' };
  return bench.enroll(await bench.sequence([node]), lead, { professional: 'acc_anna' });
};
const INVITED = success({ invitation_id: 7, invitation_state: 'PENDING', profile_url: 'https://n.example/in/x' });
const check = (state: string, type: string | null) =>
  success({ invitation_state: state, invitation_type: type, invitation_id: null, member_distance: 2, message: '' });
const noLogs = failure('INTERNAL_ERROR', 'not here');

describe('an outcome without proof either way', () => {
  it('goes to a person after the probes, who says it was sent', async () => {
    const { v2, count } = await service(({ action }, respond) => {
      if (action === 'check_invitation') respond(200, check('PENDING', 'RECEIVED'));
      else if (action !== 'invite') respond(500, noLogs);
    });
    const ada = await enroll();
    const activities = bench.activities(v2);
    const result = await carryThrough(bench, activities, ada, 'invite');
    expect(result).toMatchObject({
      status: 'needs_person',
      text: expect.stringContaining('Did the invitation to Ada go out?'),
    });
    expect(count('invite')).toBe(1);
    expect(await activities.perform(ask(ada, 'invite', 9))).toEqual(result);
    const [task] = await readPage(bench.db, taskListing({ status: 'open', enrollment_id: ada.id }), { limit: 10 });
    expect(task).toMatchObject({ kind: 'unknown_outcome', preview: { params: { message_text: 'Hi Ada' } } });
    const decision = { id: task?.id ?? '', decision: 'sent', note: null, at: new Date() } as const;
    expect(await decideUnknownOutcome(bench.db, decision)).toMatchObject({ status: 'done', decision: 'sent' });
    expect(await activities.perform(ask(ada, 'invite', 10))).toEqual({ status: 'done' });
    expect(count('invite')).toBe(1);
    const { rows } = await bench.db.query(`select payload->>'decision' as decision from outbox where target_id = $1`, [
      ada.id,
    ]);
    expect(rows).toEqual([{ decision: 'sent' }]);
  });

  it('has its call sent again, the same bytes under the same key, when the person says it was not sent', async () => {
    let good = false;
    const { v2, count, received } = await service(({ action }, respond) => {
      if (action === 'check_invitation') respond(200, check('PENDING', 'RECEIVED'));
      else if (action === 'invite' && good) respond(200, INVITED);
      else if (action !== 'invite') respond(500, noLogs);
    });
    const ada = await enroll();
    const activities = bench.activities(v2);
    const result = await carryThrough(bench, activities, ada, 'invite');
    const id = result.status === 'needs_person' ? result.task_id : '';
    await decideUnknownOutcome(bench.db, { id, decision: 'not_sent', note: null, at: new Date() });
    await bench.db.query(`update leads set first_name = 'Augusta' where id = $1`, [ada.lead_id]);
    good = true;
    expect(await activities.perform(ask(ada, 'invite', 20))).toMatchObject({ status: 'done' });
    expect(count('invite')).toBe(2);
    const sent = received.filter(({ body }) => JSON.stringify(body).includes('"invite"'));
    expect(sent[1]?.body).toEqual(sent[0]?.body);
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual([`${ada.id}/invite/1`, `${ada.id}/invite/1`]);
  });

  it('does not count a service that is away as a look', async () => {
    const { v2, count } = await service(() => undefined);
    const ada = await enroll();
    const activities = bench.activities(v2, { lookups: 1 });
    for (let attempt = 0; attempt < 5; attempt++) {
      const result = await activities.perform(ask(ada, 'invite', attempt));
      expect(result).toMatchObject({ status: 'deferred', kind: 'time' });
    }
    expect(count('invite')).toBe(1);
  });

  it('is read back after the enrollment has ended', async () => {
    let pending = false;
    const { v2 } = await service(({ action }, respond) => {
      if (action === 'check_invitation' && pending) respond(200, check('PENDING', 'SENT'));
    });
    const ada = await enroll();
    const activities = bench.activities(v2);
    await activities.perform(ask(ada, 'invite'));
    const standing = { status: 'finished', outcome: 'replied' } as const;
    await activities.settle({ enrollment_id: ada.id, node: 'invite', visit: 1, standing });
    expect(await sweepInDoubt(bench.deps(v2))).toBe(0);
    pending = true;
    // It was looked for a moment ago: others have their turn first.
    expect(await sweepInDoubt(bench.deps(v2))).toBe(0);
    await bench.db.query(`update intents set wall_looked_at = wall_looked_at - interval '1 hour'`);
    expect(await sweepInDoubt(bench.deps(v2))).toBe(1);
    expect(await bench.intent(ada.id)).toMatchObject({ state: 'done' });
  });
});

describe('doubts that nobody can read', () => {
  it('do not keep those from being looked for that can be read', async () => {
    const readable = new Set<string>();
    const { v2 } = await service(({ action, body }, respond) => {
      if (action === 'check_invitation' && [...readable].some((url) => JSON.stringify(body).includes(url))) {
        respond(200, check('PENDING', 'SENT'));
      }
    });
    const activities = bench.activities(v2);
    const doubtful = async () => {
      const ada = await enroll();
      await activities.perform(ask(ada, 'invite'));
      const standing = { status: 'finished', outcome: 'replied' } as const;
      await activities.settle({ enrollment_id: ada.id, node: 'invite', visit: 1, standing });
      return ada;
    };
    for (let count = 0; count < 3; count++) await doubtful();
    const last = await doubtful();
    readable.add(`doubt-${leads}`);
    await sweepInDoubt(bench.deps(v2), 2);
    await sweepInDoubt(bench.deps(v2), 2);
    expect(await bench.intent(last.id)).toMatchObject({ state: 'done' });
  });
});

describe('what a person said', () => {
  it('gives way to the answer itself, where that comes after all', async () => {
    const { v2, count } = await service(({ action }, respond) => {
      if (action === 'invite') respond(200, INVITED);
    });
    const ada = await enroll();
    const late = bench.activities(v2, {}, async (point) => {
      if (point !== 'response_received') return;
      await bench.db.query(`update intents set state = 'not_done', settled_at = now() where enrollment_id = $1`, [
        ada.id,
      ]);
    });
    expect(await late.perform(ask(ada, 'invite'))).toMatchObject({ status: 'done' });
    expect(await bench.intent(ada.id)).toMatchObject({ state: 'done', sends: 1 });
    expect(count('invite')).toBe(1);
  });

  it('of a second invitation makes it pending again', async () => {
    const { v2 } = await service(({ action }, respond) => {
      if (action === 'check_invitation') respond(200, check('PENDING', 'RECEIVED'));
      else if (action !== 'invite') respond(500, noLogs);
    });
    const ada = await enroll();
    await bench.db.query(`update enrollments set invited_at = now(), withdrawn_at = now() where id = $1`, [ada.id]);
    const result = await carryThrough(bench, bench.activities(v2), ada, 'invite');
    const id = result.status === 'needs_person' ? result.task_id : '';
    const decision = { id, decision: 'sent', note: null, at: new Date(bench.clock.now()) } as const;
    const both = await Promise.all([
      decideUnknownOutcome(bench.db, decision),
      decideUnknownOutcome(bench.db, { ...decision, decision: 'not_sent' }),
    ]);
    expect(both.map((one) => one?.fresh).sort()).toEqual([false, true]);
    const { rows } = await bench.db.query('select withdrawn_at, invited_at from enrollments where id = $1', [ada.id]);
    const sent = both[0]?.fresh;
    expect(rows[0]?.withdrawn_at === null).toBe(sent);
    expect(await bench.intent(ada.id)).toMatchObject({ state: sent ? 'done' : 'not_done' });
    // It may have reached the network either way.
    expect((await bench.slots()).filter((slot) => slot.enrollment_id === ada.id)).toHaveLength(1);
  });
});

describe('a visit in doubt when the enrollment ends', () => {
  it('counts as done and is not repeated', async () => {
    const { v2, count } = await service(() => undefined);
    const ada = await enroll(VISIT);
    const activities = bench.activities(v2);
    expect(await activities.perform(ask(ada, 'visit'))).toMatchObject({ status: 'deferred' });
    const standing = { status: 'finished', outcome: 'replied' } as const;
    await activities.settle({ enrollment_id: ada.id, node: 'visit', visit: 1, standing });
    const calls = count('visit');
    expect(await sweepInDoubt(bench.deps(v2))).toBe(1);
    expect(await bench.intent(ada.id)).toMatchObject({ state: 'done' });
    expect(count('visit')).toBe(calls);
  });
});

describe('a message in doubt', () => {
  const party = { name: 'Somebody', headline: '', profile_picture: '' };
  const inboxOf = (profile_url: string, text: string) => (action: string) => {
    const participant = { ...party, profile_url };
    const time = bench.clock.now();
    const conversation = {
      conversation_id: 'c1',
      unread: 0,
      participant,
      last_message: { text, time, sender: { ...participant, is_me: false } },
      type: 'normal',
    };
    const message = {
      message_id: 'm1',
      text,
      time,
      attachments: [],
      sender: { ...party, profile_url: '', is_me: true },
    };
    const page = { total_results: 1, has_more: false, next_cursor: null };
    if (action === 'list_inbox') return { conversations: [conversation], ...page };
    return action === 'get_conversation' ? { messages: [message], ...page } : null;
  };
  const outcomeWith = async (profile_url: string, text: string) => {
    const script = inboxOf(profile_url, text);
    const { v2, count } = await service(({ action }, respond) => {
      const data = script(action);
      if (data) respond(200, success(data));
      else if (action !== 'send') respond(500, noLogs);
    });
    const ada = await enroll(MESSAGE);
    await bench.db.query('update enrollments set accepted_at = now() where id = $1', [ada.id]);
    const activities = bench.activities(v2, { proof_after_ms: 3_600_000, lookups: 2 });
    let result = await activities.perform(ask(ada, 'message'));
    for (let attempt = 1; attempt < 4 && result.status === 'deferred'; attempt++) {
      result = await activities.perform(ask(ada, 'message', attempt));
    }
    return { result, sends: count('send') };
  };

  it('is not taken as unsent while our text stands in a conversation with somebody whose name we do not know', async () => {
    const asked = await outcomeWith('https://n.example/in/ACoAAB1c2D3e4F5g6H7i8J9k0', 'Dear Ada, shall we talk?');
    expect(asked).toMatchObject({ result: { status: 'needs_person' }, sends: 1 });
  });

  it('is not confused with the same text to another person', async () => {
    const asked = await outcomeWith('https://n.example/in/somebody-else', 'Dear Ada, shall we talk?');
    expect(asked).toMatchObject({
      result: { status: 'deferred', text: 'checks whether the message went out' },
      sends: 1,
    });
  });
});

describe('a service that cannot be reached', () => {
  it('is proof that nothing was sent: the step waits, frees its slot, and the account is untouched', async () => {
    const { v2 } = await service(() => undefined);
    await closing.pop()?.();
    const ada = await enroll();
    const result = await bench.activities(v2).perform(ask(ada, 'invite'));
    expect(result).toMatchObject({ status: 'deferred', kind: 'time' });
    expect(await bench.intent(ada.id)).toMatchObject({ state: 'not_done', doubtful_since: null });
    expect((await bench.slots()).filter((slot) => slot.enrollment_id === ada.id)).toEqual([]);
    const { rows } = await bench.db.query('select wall_held_until from accounts');
    expect(rows).toEqual([{ wall_held_until: null }]);
  });
});

describe("the network's own weekly limit", () => {
  it('makes all invitations of the account wait until its next week, and then uses a new key', async () => {
    let limited = true;
    const { v2, count, received } = await service(({ action }, respond) => {
      if (action !== 'invite') respond(500, noLogs);
      else if (limited) respond(422, failure('CHANNEL_ERROR', 'weekly limit', { sub_code: 'INVITATION_LIMIT' }));
      else respond(200, INVITED);
    });
    bench.travel(MONDAY + 24 * 3_600_000);
    const [ada, bob] = [await enroll(), await enroll()];
    const activities = bench.activities(v2);
    const nextWeek = Date.parse('2026-03-08T23:00:00Z');
    expect(await activities.perform(ask(ada, 'invite'))).toMatchObject({ status: 'deferred', until: nextWeek });
    expect(await activities.perform(ask(bob, 'invite'))).toMatchObject({ status: 'deferred', until: nextWeek });
    expect(count('invite')).toBe(1);
    limited = false;
    bench.travel(nextWeek);
    expect(await activities.perform(ask(ada, 'invite', 1))).toMatchObject({ status: 'done' });
    expect(received.at(-1)?.headers['idempotency-key']).toBe(`${ada.id}/invite/1~2`);
  });
});

describe('writing a status snapshot', () => {
  it('never overwrites how an enrollment ended', async () => {
    const { client } = { client: await service(() => undefined) };
    const ada = await enroll(VISIT as typeof INVITE);
    const { settle } = bench.activities(client.v2);
    const place = { enrollment_id: ada.id, node: 'visit', visit: 1 };
    const waiting = { status: 'active', kind: 'slot', text: 'waits', until: MONDAY } as const;
    const read = async () => {
      const { rows } = await bench.db.query(
        'select status, outcome, waiting_kind, finished_at from enrollments where id = $1',
        [ada.id],
      );
      return rows[0];
    };
    await settle({ ...place, standing: waiting });
    expect(await read()).toMatchObject({ status: 'active', waiting_kind: 'slot' });
    await settle({ ...place, standing: { status: 'finished', outcome: 'no_answer' } });
    await settle({ ...place, standing: { status: 'finished', outcome: 'completed' } });
    await settle({ ...place, standing: waiting });
    expect(await read()).toMatchObject({ status: 'finished', outcome: 'no_answer', waiting_kind: null });
    expect(await bench.titles(ada.id)).toEqual(['Ended: no answer']);
  });
});
