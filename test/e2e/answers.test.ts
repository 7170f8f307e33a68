import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_COMMAND } from '../../src/app/main/built-command.ts';
import { eventually } from '../support/eventually.ts';
import { KILL_POINTS, KILLS_FILE, killAt } from '../support/kill-at.ts';
import type { Received } from './support/judge.ts';
import { sharedServers } from './support/shared-servers.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

// Each life of the worker dies once, at the first answer that comes to its point; where a call is under way by mail.
const FAULTS = KILL_POINTS.map((point) => ({
  point,
  channel: point === 'bytes_sent' || point === 'response_received' ? ('email' as const) : ('messenger' as const),
}));

// Nobody gets anything of it but words of a person of ours, until one who is silent is written to.
const SEQUENCE = `sequence: answered
schedule: { timezone: Europe/Paris, hours: { daily: "00:00-24:00" } }
steps:
  - wait: 30 days
  - end: silent
`;
const GREETING = `sequence: greeting
schedule: { timezone: Europe/Paris, hours: { daily: "00:00-24:00" } }
stop_on: [unsubscribe]
steps:
  - wait: 1 hour
  - message: { text: "Hello {{ first_name }}", channel: messenger }
  - end: greeted
`;

interface Correspondent {
  readonly slug: string;
  readonly enrollment: string;
  readonly conversation: string;
  readonly last_seen: string;
}
interface Answer {
  readonly id: string;
  readonly state: string;
}

describe('answers of people on a running system', () => {
  let system: Overture;
  const accounts: { messenger: string; email: string } = { messenger: '', email: '' };
  let people = 0;

  beforeAll(async () => {
    // Proof that a call did not go out takes a little longer than its timeout.
    const kills = killAt(FAULTS.map(({ point }) => `${point}:1`));
    system = await startOverture({
      env: { OVERTURE_DEMO: '0', V2_TIMEOUT: '3', ...kills },
      servers: await sharedServers(),
    });
    accounts.messenger = await account({ platform: 'messenger', phone_number: '+33611111111' });
    accounts.email = await account({ platform: 'email', email: 'anna@agency.test' });
    for (const text of [SEQUENCE, GREETING])
      expect(await system.api('POST', '/api/sequences', text)).toMatchObject({ status: 201 });
    // What is looked up again is looked up again minutes later.
    await system.speedUp(60);
  }, 360_000);
  afterAll(() => system?.dispose());

  it('go out exactly once, whichever point of one a worker is killed at', async () => {
    const written: { who: Correspondent; id: string; text: string }[] = [];
    for (const [at, { channel }] of FAULTS.entries()) {
      const who = await correspondent(channel);
      const text = `Gladly, number ${at}`;
      const { body } = await answer(who, { text, send_after: 0, ...(channel === 'email' ? { subject: 'A job' } : {}) });
      written.push({ who, id: body.id, text });
      // An answer may come to the points of two lives.
      await eventually(() => expect(deaths().length).toBeGreaterThan(at));
    }
    for (const { who, id, text } of written) {
      await eventually(async () => expect(await stateOf(who, id)).toBe('sent'));
      expect((await received(who)).map((one) => one.text)).toEqual([text]);
    }
    expect(deaths().map(({ fault }) => fault)).toEqual(FAULTS.map(({ point }) => `${point}:1`));
    expect(new Set([...deaths().map(({ pid }) => pid), system.run().pids.worker]).size).toBe(FAULTS.length + 1);
  }, 480_000);

  it('are one message for one click, however often it comes, and for two people who click at once', async () => {
    const who = await correspondent('messenger');
    const asked = { text: 'Gladly', send_after: 0 };
    const clicks = await Promise.all(Array.from({ length: 6 }, () => answer(who, asked, 'the same click')));
    const taken = clicks.filter(({ status }) => status === 201);
    // One that comes while the first is being answered is told to come again.
    expect(clicks.filter(({ status }) => status !== 201).every(({ status }) => status === 409)).toBe(true);
    expect(new Set(taken.map(({ body }) => body.id)).size).toBe(1);
    const again = await answer(who, asked, 'the same click');
    expect(again).toMatchObject({ status: 201, body: { id: taken[0]?.body.id } });

    const other = await correspondent('messenger');
    const both = await Promise.all([
      answer(other, { ...asked, text: 'From Anna' }),
      answer(other, { ...asked, text: 'From Ben' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = both.find(({ status }) => status === 409);
    const first = both.find(({ status }) => status === 201);
    expect(refused?.body).toMatchObject({ code: 'answered_meanwhile', unseen: [{ id: first?.body.id, by: 'us' }] });

    for (const each of [who, other]) await eventually(async () => expect(await received(each)).toHaveLength(1));
  });

  it("hold up the sequence's own message while somebody writes, until they have said nothing for 20 seconds", async () => {
    const name = await person();
    const lead = { first_name: 'Ada', profile_url: name.profile_url, phone_number: name.phone_number };
    const senders = { messenger: accounts.messenger };
    const { body } = await system.api<{ id: string; lead_id: string }>('POST', '/api/enrollments', {
      ...{ sequence: 'greeting', lead, senders },
    });
    await writes(name.slug, 'messenger', 'Who are you?');
    const conversation = await conversationWith(body.lead_id);
    const from = Date.now();
    expect(await post(`/api/conversations/${conversation.id}/presence`, { status: 'writing' })).toMatchObject({
      status: 200,
    });
    // Their hour has begun: it is over once the clock has passed it.
    const standing = async () => (await system.api('GET', `/api/enrollments/${body.id}`)).body;
    await eventually(async () => expect(await standing()).toMatchObject({ node: '1-wait', until: expect.any(String) }));
    await system.v2('POST', '/sandbox/clock', { advance: 'PT1H' });
    const explained = async () => JSON.stringify((await system.api('GET', `/api/enrollments/${body.id}/explain`)).body);
    await eventually(async () => expect(await explained()).toMatch(/Waits: .+ writes to them/));
    expect(await received(name)).toEqual([]);
    await eventually(async () => expect((await received(name)).map(({ text }) => text)).toEqual(['Hello Ada']));
    expect(Date.now() - from).toBeGreaterThan(19_000);
  });

  it('are listed, shown, written, taken back and labeled from a terminal', async () => {
    const who = await correspondent('messenger');
    expect(overture('inbox')).toContain(who.conversation);
    expect(overture('inbox', who.conversation)).toContain('Tell me more');
    const said = overture('inbox', 'answer', who.conversation, 'Gladly', '--send-after', '600');
    expect(said).toMatch(/They, .*: Tell me more\nGoes to \S+ in \d+ s, unless you take it back: /);
    const [, command = ''] = /overture (inbox take-back .*)$/m.exec(said) ?? [];
    expect(overture(...command.split(' '))).toBe('Taken back: Gladly\n');
    expect(overture('inbox', 'mark', who.conversation, 'label', 'interested')).toContain('label: interested');
    expect(overture('inbox', 'mark', who.conversation, 'done')).toContain('It is: done');
    expect(overture('inbox')).not.toContain(who.conversation);
    expect(await received(who)).toEqual([]);
  });

  it('are counted by the audit, which finds nothing against them', () => {
    const report = JSON.parse(overture('audit', '--json'));
    expect(report).toMatchObject({ answers: FAULTS.length + 2, in_doubt: [], exceptions: [] });
  });

  const deaths = (): { pid: number; fault: string }[] => {
    try {
      const lines = readFileSync(join(system.home, KILLS_FILE), 'utf8').trim().split('\n');
      return lines.map((line) => JSON.parse(line) as { pid: number; fault: string });
    } catch {
      return [];
    }
  };

  /** As a user runs it, in a terminal of its own. */
  function overture(...args: string[]): string {
    const env = { ...process.env, OVERTURE_HOME: system.home };
    const ended = spawnSync(process.execPath, [BUILT_COMMAND, ...args], { env, cwd: system.home, encoding: 'utf8' });
    expect(`${ended.status} ${ended.stderr}`).toBe('0 ');
    return ended.stdout;
  }

  async function account(fields: object): Promise<string> {
    const body = { name: 'Anna Keller', country: 'FR', ...fields };
    const { account_id } = await system.v2<{ account_id: string }>('POST', '/sandbox/accounts', body);
    return account_id;
  }

  async function person() {
    people += 1;
    const phone_number = `+336${10_000_000 + people}`;
    const email = `ada${people}@people.test`;
    const given = { first_name: 'Ada', last_name: `Lovelace${people}`, degree: 1, phone_number, email };
    const { profile_url } = await system.v2<{ profile_url: string }>('POST', '/sandbox/people', given);
    return { profile_url, slug: profile_url.split('/').at(-1) ?? '', phone_number, email };
  }

  const writes = (slug: string, channel: 'messenger' | 'email', text: string) =>
    system.v2('POST', `/sandbox/people/${slug}/act`, { account_id: accounts[channel], do: 'reply', text, channel });

  async function conversationWith(lead_id: string): Promise<{ id: string; last_message: { id: string } }> {
    type Listed = { items: { id: string; last_message: { id: string } }[] };
    let found: Listed['items'] = [];
    await eventually(async () => {
      found = (await system.api<Listed>('GET', `/api/conversations?lead_id=${lead_id}`)).body.items;
      expect(found).toHaveLength(1);
    });
    const [one] = found;
    if (!one) throw new Error('there is no conversation');
    return one;
  }

  /** Somebody who has written to us. */
  async function correspondent(channel: 'messenger' | 'email'): Promise<Correspondent> {
    const { slug, ...known } = await person();
    const { body } = await system.api<{ id: string; lead_id: string }>('POST', '/api/enrollments', {
      sequence: 'answered',
      lead: { first_name: 'Ada', ...known },
      senders: { [channel]: accounts[channel] },
    });
    await writes(slug, channel, 'Tell me more');
    const { id, last_message } = await conversationWith(body.lead_id);
    return { slug, enrollment: body.id, conversation: id, last_seen: last_message.id };
  }

  let keys = 0;
  async function post<T>(path: string, body: object, key = `key ${++keys}`): Promise<{ status: number; body: T }> {
    const answered = await fetch(`${system.run().api.url}${path}`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${system.api_key}`, 'content-type': 'application/json' },
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    });
    return { status: answered.status, body: (await answered.json()) as T };
  }

  const answer = ({ conversation, last_seen }: Correspondent, asked: object, key?: string) =>
    post<Answer>(`/api/conversations/${conversation}/messages`, { last_seen, ...asked }, key);
  const stateOf = async ({ conversation }: Correspondent, id: string) =>
    (await system.api<Answer>('GET', `/api/conversations/${conversation}/messages/${id}`)).body.state;
  const received = async ({ slug }: { readonly slug: string }) =>
    (await system.v2<{ items: Received[] }>('GET', `/sandbox/people/${slug}/received`)).items;
});
