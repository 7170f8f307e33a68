import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActivities } from '../../activities/create-activities.ts';
import { signText } from '../../src/app/api/auth/signed-text.ts';
import { unsubscribeUrl } from '../../src/app/api/auth/unsubscribe.ts';
import { createApi } from '../../src/app/api/create-api.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import type { Node } from '../../src/language/plan/node.ts';
import type { StopReason } from '../../src/language/plan/plan.ts';
import { continueIn } from '../../src/runtime/enroll/continue-in.ts';
import { ringOf } from '../../src/shared/secrets/key-ring.ts';
import { secretKey } from '../../src/shared/secrets/secret-key.ts';
import { ask, EMAIL, type EnrolledLead, VISIT } from '../activities/bench.ts';
import { openServiceBench, type ServiceBench } from '../activities/service.ts';
import { receiverOf, signalsOf } from '../events/fixtures.ts';
import { SECRET_KEY } from './fixtures.ts';

const FORMER_KEY = Buffer.alloc(32, 8);

let bench: ServiceBench;
let app: ReturnType<typeof createApi>;
let url: string;
let anna: string;
let mailbox: string;
let woken = 0;

beforeAll(async () => {
  bench = await openServiceBench();
  anna = await bench.sender();
  mailbox = await bench.sender({ platform: 'email', email: 'anna@mail.example' });
  app = createApi({
    db: bench.db,
    clock: bench.clock,
    log: pino({ level: 'silent' }),
    keys: ringOf([secretKey(SECRET_KEY), secretKey(FORMER_KEY)]),
    receive: receiverOf(bench),
    refreshAccounts: async () => undefined,
    onOutbox: () => {
      woken += 1;
    },
    package_root: PACKAGE_ROOT,
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await bench.close();
});

const AGAIN: Node = { ...EMAIL, id: 'again' };
const linkOf = (id: string) => unsubscribeUrl(url, SECRET_KEY)(id);
const post = async (link: string, body: string | null = 'List-Unsubscribe=One-Click', type?: string) =>
  fetch(link, { method: 'POST', body, headers: type === undefined ? {} : { 'content-type': type } });

async function enrolled(name: string, stop_on: StopReason[] = ['reply', 'unsubscribe', 'bounce']) {
  const made = await bench.sandbox.person({ first_name: name, email: `${name.toLowerCase()}@works.example` });
  const plan = await bench.sequence([EMAIL, AGAIN], { stop_on });
  const lead = { profile_url: made.url, first_name: name, email: made.email };
  const enrollment = await bench.enroll(plan, lead, { email: mailbox });
  return { ...enrollment, made, kinds: async () => (await bench.sandbox.received(made.slug)).map(({ kind }) => kind) };
}

/** Another enrollment of the same person. */
async function alsoIn(person: EnrolledLead, nodes: readonly Node[], senders: Record<string, string>): Promise<string> {
  const plan = await bench.sequence(nodes, { stop_on: ['unsubscribe'] });
  const other = await bench.enroll(plan, { first_name: 'Other' }, senders);
  await bench.db.query('update enrollments set lead_id = $2 where id = $1', [other.id, person.lead_id]);
  return other.id;
}

const activities = (before?: () => Promise<unknown>) =>
  createActivities({
    db: bench.db,
    clock: bench.clock,
    v2: bench.v2,
    log: pino({ level: 'silent' }),
    unsubscribeUrl: linkOf,
    importPage: async () => ({ next_offset: null }),
    continueIn: continueIn(bench),
    reached: async (point) => {
      if (point === 'before_intent') await before?.();
    },
  });

const stopOf = async (id: string) =>
  (await bench.db.query<{ stop_outcome: string | null }>('select stop_outcome from enrollments where id = $1', [id]))
    .rows[0]?.stop_outcome;
const suppressed = async (email: string) =>
  (await bench.db.query('select kind, value, reason from suppressions where value like $1', [`%${email}%`])).rows;
const signals = async (id: string) =>
  (await signalsOf(bench)).filter(({ target_id }) => target_id === id).map(({ payload }) => payload.type);

describe('the link in an email', () => {
  it('is followed by a mail client, and the person hears no more', async () => {
    const ada = await enrolled('Ada');
    expect(await activities().perform(ask(ada, 'email'))).toEqual({ status: 'done' });
    const act = { account_id: mailbox, do: 'unsubscribe' };
    const before = woken;
    expect(await bench.sandbox.control('POST', `/people/${ada.made.slug}/act`, act)).toMatchObject({ status: 200 });
    expect(await suppressed('ada@works')).toEqual([
      { kind: 'email', value: 'ada@works.example', reason: 'unsubscribed' },
    ]);
    expect(await bench.titles(ada.id)).toContain('Unsubscribed');
    expect(await signals(ada.id)).toEqual(['unsubscribed']);
    expect(woken).toBeGreaterThan(before);
    expect(await activities().perform(ask(ada, 'again'))).toEqual({ status: 'stopped', outcome: 'unsubscribed' });
    expect(await ada.kinds()).toEqual(['email']);
  });

  it('changes nothing when it is only looked at', async () => {
    const grace = await enrolled('Grace');
    const page = await fetch(linkOf(grace.id));
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toMatch(/<form method="post"><button type="submit">Unsubscribe<\/button><\/form>/);
    expect(html).toContain('name="viewport"');
    expect(html).not.toMatch(/<script|\son\w+=|<style|\sstyle=/);
    expect(page.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/,
    );
    const style = /rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? '';
    expect((await fetch(new URL(style, linkOf(grace.id)))).status).toBe(200);
    expect((await fetch(linkOf(grace.id), { method: 'HEAD' })).status).toBe(200);
    expect(await suppressed('grace@works')).toEqual([]);
    expect(await stopOf(grace.id)).toBeNull();
  });

  it('does the same once, however often and with whatever body it is followed', async () => {
    const joan = await enrolled('Joan');
    const link = linkOf(joan.id);
    const answers = await Promise.all([
      post(link, 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'),
      post(link, null),
      post(link, '{"broken', 'application/json'),
      post(link, '--x--', 'multipart/form-data; boundary=x'),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('You are unsubscribed');
    }
    expect(await suppressed('joan@works')).toHaveLength(1);
    expect(await bench.titles(joan.id)).toEqual(['Unsubscribed']);
    expect(await signals(joan.id)).toEqual(['unsubscribed']);
  });

  it('stops what emails the person, and leaves the rest to go its way', async () => {
    const mary = await enrolled('Mary');
    const mails = await alsoIn(mary, [EMAIL], { email: mailbox });
    const visits = await alsoIn(mary, [VISIT], { professional: anna });
    await post(linkOf(mary.id));
    expect(await stopOf(mary.id)).toBe('unsubscribed');
    expect(await stopOf(mails)).toBe('unsubscribed');
    expect(await stopOf(visits)).toBeNull();
    expect(await signals(visits)).toEqual([]);
  });

  it('wins over an email that is about to go out, also where the sequence does not stop on it', async () => {
    const ruth = await enrolled('Ruth', ['reply']);
    const result = await activities(() => post(linkOf(ruth.id))).perform(ask(ruth, 'email'));
    expect(result).toMatchObject({ status: 'stopped' });
    expect(await stopOf(ruth.id)).toBeNull();
    expect(await ruth.kinds()).toEqual([]);
  });

  it('still works when the enrollment has ended or the person was erased, for the address that was mailed', async () => {
    const hedy = await enrolled('Hedy');
    expect(await activities().perform(ask(hedy, 'email'))).toEqual({ status: 'done' });
    await bench.db.query(
      `update enrollments set status = 'finished', outcome = 'completed', lead_id = null where id = $1`,
      [hedy.id],
    );
    expect((await post(linkOf(hedy.id))).status).toBe(200);
    expect(await suppressed('hedy@works')).toHaveLength(1);
  });

  it('that was made with a former secret key still works', async () => {
    const rosa = await enrolled('Rosa');
    expect((await post(unsubscribeUrl(url, FORMER_KEY)(rosa.id))).status).toBe(200);
    expect(await suppressed('rosa@works')).toHaveLength(1);
  });

  it('that is not ours is a page with 404, and does nothing', async () => {
    const lise = await enrolled('Lise');
    const [, mac] = linkOf(lise.id).split('/u/')[1]?.split('.') ?? [];
    const forged = Buffer.from(JSON.stringify({ enrollment_id: 'enr_other' })).toString('base64url');
    for (const token of [
      'x',
      `${forged}.${mac}`,
      signText(Buffer.alloc(32), 'unsubscribe', { enrollment_id: lise.id }),
      signText(SECRET_KEY, 'session', { enrollment_id: lise.id }),
    ]) {
      const looked = await fetch(`${url}/u/${token}`);
      expect([looked.status, looked.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect((await post(`${url}/u/${token}`)).status).toBe(404);
    }
    expect((await post(linkOf('enr_never_was'))).status).toBe(404);
    expect(await suppressed('lise@works')).toEqual([]);
  });
});

describe('the flight of a send', () => {
  it('is published: from writing the intent to storing the outcome', async () => {
    const { rows } = await bench.db.query<{ longest: number }>(
      'select max(extract(epoch from wall_answered_at - wall_created_at))::float8 as longest from intents',
    );
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const quantiles = [...metrics.matchAll(/overture_send_flight_seconds\{quantile="([^"]+)"\} (\S+)/g)];
    expect(quantiles.map(([, name]) => name)).toEqual(['0.5', '0.95', '1']);
    const seconds = quantiles.map(([, , value]) => Number(value));
    expect(seconds[0]).toBeGreaterThan(0);
    expect(seconds).toEqual([...seconds].sort((a, b) => a - b));
    expect(seconds[2]).toBeCloseTo(rows[0]?.longest ?? -1, 6);
  });
});
