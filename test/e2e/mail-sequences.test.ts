import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MailServer } from '../../src/app/demo/mail-server/start-mail-server.ts';
import { DAY, HOUR, MINUTE } from '../../src/shared/kit/duration.ts';
import { headerOf } from '../../src/shared/mail/reading/parsed-mail.ts';
import { addressIn } from '../support/mail/mail-world.ts';
import { startMailServers } from '../support/mail/start-mail-servers.ts';
import { allEnrollments, type Received } from './support/judge.ts';
import { type MailBench, startMailBench, WITHIN } from './support/mail-bench.ts';

const servers = await startMailServers();
const server = servers as MailServer;

const HEAD = 'schedule: { timezone: Europe/Paris, hours: { daily: "00:00-24:00" } }';
const EMAIL = '- email: { subject: "Hello {{ first_name }}", text: "Hi {{ first_name }}, shall we talk?" }';
/** One mail, and nothing for weeks. */
const oneMail = (name: string, limits: string) =>
  `sequence: ${name}\n${HEAD}\nlimits: ${limits}\nsteps:\n  ${EMAIL}\n  - wait: 30 days\n`;

const PROFILES = {
  tight: 'for: { platform: email, domains: [tight.test] }\ncaps:\n  # Of this test.\n  emails: 3/day\n',
};

describe.skipIf(servers === null)('sequences by real mail', () => {
  let bench: MailBench;
  beforeAll(async () => {
    bench = await startMailBench(server, { limits: PROFILES });
  }, 360_000);
  afterAll(async () => {
    await bench?.dispose();
    await servers?.stop();
  });

  const accountOf = async (id: string) => {
    type Account = { id: string; held_reason: string | null; health: { sends: number } | null };
    const { body } = await bench.system.api<{ items: Account[] }>('GET', '/api/accounts');
    return body.items.find((one) => one.id === id);
  };
  const sentFrom = (address: string) => server.submitted.filter(({ from }) => from === address);
  const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

  describe('the fallback from InMail', () => {
    it('writes a mail to whom no InMail reaches, and an InMail, no mail, to the others', async () => {
      const mailbox = await bench.mailbox('fallback@agency.test');
      const { account_id } = await bench.system.v2<{ account_id: string }>('POST', '/sandbox/accounts', {
        ...{ platform: 'professional', name: 'Anna', country: 'FR', products: ['classic', 'premium_navigator'] },
        inmail_credits: 5,
      });
      await bench.apply(`sequence: fallback
${HEAD}
limits: { inmails: 10/day, emails: 100/day }
steps:
  - inmail:
      subject: "A word, {{ first_name }}"
      text: "Could we talk, {{ first_name }}?"
    else:
      ${EMAIL}
  - wait: 30 days
`);
      const known = async () => (await accountOf(account_id)) !== undefined;
      await expect.poll(known, WITHIN).toBe(true);
      const slugs: string[] = [];
      for (const [name, inmail_restriction] of [
        ['open', 'NO_RESTRICTION'],
        ['closed', 'RESTRICTED'],
      ]) {
        const person = { first_name: name, last_name: 'Example', degree: 2, inmail_restriction };
        type Made = { profile_url: string; public_identifier: string };
        const { profile_url, public_identifier } = await bench.system.v2<Made>('POST', '/sandbox/people', person);
        const senders = { professional: account_id, email: mailbox };
        await bench.enroll('fallback', name ?? '', { lead: { profile_url }, senders });
        slugs.push(public_identifier);
      }
      const received = async (slug = '') =>
        (await bench.system.v2<{ items: Received[] }>('GET', `/sandbox/people/${slug}/received`)).items.map(
          ({ kind }) => kind,
        );
      expect((await bench.mailsOf('closed')).map(({ subject }) => subject)).toEqual(['Hello closed']);
      await expect.poll(() => received(slugs[0]), WITHIN).toEqual(['inmail']);
      expect(await received(slugs[1])).toEqual([]);
      expect(server.arrived('open@people.test')).toEqual([]);
    });
  });

  describe('a pool of mailboxes', () => {
    it('is divided among the people of a sequence, and each keeps theirs for the whole thread', async () => {
      const pool = ['one@pool.test', 'two@pool.test'];
      const accounts = [await bench.mailbox(pool[0] ?? ''), await bench.mailbox(pool[1] ?? '')];
      await bench.apply(`sequence: pooled
${HEAD}
senders: { email: [${accounts.join(', ')}] }
limits: { emails: 100/day }
steps:
  ${EMAIL}
  - wait: 1 minute
  - email: { thread: true, text: "Once more." }
  - wait: 30 days
`);
      const people = names('pooled', 10);
      for (const name of people) await bench.enroll('pooled', name);
      for (const name of people) await bench.mailsOf(name, 1);
      await bench.advance('PT1M');
      const senders = new Set<string>();
      for (const name of people) {
        const [first, second, ...more] = await bench.mailsOf(name, 2);
        if (!first || !second) throw new Error(`${name} has too few mails`);
        expect(more).toEqual([]);
        expect(headerOf(second, 'from')).toBe(headerOf(first, 'from'));
        expect(headerOf(second, 'in-reply-to')).toBe(headerOf(first, 'message-id'));
        senders.add(addressIn(headerOf(first, 'from')));
      }
      expect([...senders].sort()).toEqual(pool);
    });

    it('of one call sends from home first, then from the healthiest, then from whom most is left', async () => {
      const caller = await bench.mailbox('caller@pool.test');
      const [home, sick, small, large] = await Promise.all([
        bench.mailbox('h@home.test', { daily_limit: 2 }),
        bench.mailbox('sick@far.test', { daily_limit: 500 }),
        bench.mailbox('small@far.test', { daily_limit: 3 }),
        bench.mailbox('large@far.test', { daily_limit: 4 }),
      ]);
      const { account_id: sandboxed } = await bench.system.v2<{ account_id: string }>('POST', '/sandbox/accounts', {
        ...{ platform: 'email', name: 'Anna', email: 'anna@mixed.example', daily_limit: 100 },
      });
      await bench.system.v2('POST', '/sandbox/people', {
        first_name: 'Mia',
        last_name: 'X',
        email: 'mia@mixed.example',
      });
      type Sent = { data: { data: { message_id: string; sent_from: string; home_court: boolean; over_cap: boolean } } };
      const send = async (account_id: string, to: string, more: object = {}) => {
        const params = { to, subject: 'Pool', message_text: 'Hi', ...more };
        return (await bench.system.v2<Sent>('POST', '/v2/messages', { account_id, action: 'send', params })).data.data;
      };
      // Whoever writes to nobody there has its mail sent back.
      await send(sick, 'gone@people.test');
      await (await bench.as('gone')).bounce();
      const rate = async () => {
        type Health = { data: { data: { mailbox_health: { bounce_rate: number } } } };
        const params = { to: 'probe@people.test', message_text: 'Hi' };
        const body = { account_id: sick, action: 'send', params };
        return (await bench.system.v2<Health>('POST', '/v2/messages', body)).data.data.mailbox_health.bounce_rate;
      };
      await expect.poll(rate, { ...WITHIN, interval: 2000 }).toBeGreaterThan(0);

      const account_ids = [sick, small, large, home, sandboxed];
      const pooled = (to: string, more: object = {}) => send(caller, to, { account_ids, ...more });
      expect(await pooled('x@home.test')).toMatchObject({ sent_from: 'h@home.test', home_court: true });
      expect(await pooled('mia@mixed.example')).toMatchObject({ sent_from: 'anna@mixed.example', home_court: true });
      expect(await pooled('y@home.test')).toMatchObject({ sent_from: 'h@home.test' });
      // Its day is full: nobody else is at home there, so whoever has most left of those whose mails arrive.
      const far = [small, large, sick];
      const order = [];
      for (let index = 0; index < 8; index++) {
        const { sent_from, over_cap } = await pooled(`z${index}@home.test`, { account_ids: [...far, home] });
        expect(over_cap).toBe(false);
        order.push(sent_from.split('@')[0]);
      }
      expect(order).toEqual(['large', 'small', 'large', 'small', 'large', 'small', 'large', 'sick']);
      // What arrived, from whom: the mail server's word, and the sandbox's.
      const arrivedFrom = async (to: string) =>
        (await bench.mailsOf(to)).map((mail) => addressIn(headerOf(mail, 'from')));
      expect(await arrivedFrom('x@home.test')).toEqual(['h@home.test']);
      expect(await arrivedFrom('y@home.test')).toEqual(['h@home.test']);
      for (const [index, name] of order.entries()) {
        expect(await arrivedFrom(`z${index}@home.test`)).toEqual([`${name}@far.test`]);
      }
      expect(sentFrom('h@home.test')).toHaveLength(2);
      expect(sentFrom('small@far.test')).toHaveLength(3);
      expect(sentFrom('large@far.test')).toHaveLength(4);
    });

    it('of one call goes on in a thread from the mailbox that wrote, or that was answered', async () => {
      const [mine, other] = [await bench.mailbox('mine@thread.test'), await bench.mailbox('other@home2.test')];
      type Sent = { data: { data: { message_id: string; sent_from: string } } };
      const send = async (params: object) =>
        (await bench.system.v2<Sent>('POST', '/v2/messages', { account_id: other, action: 'send', params })).data.data;
      const to = 'kim@home2.test';
      const first = await send({ to, subject: 'Plan', message_text: 'Hi', account_ids: [mine] });
      const pool = { to, message_text: 'More', account_ids: [other, mine] };
      expect(await send({ ...pool, thread_ref: first.message_id })).toMatchObject({ sent_from: 'mine@thread.test' });
      const id = '<kim-answers@home2.test>';
      await (await bench.as(to)).reply('Yes', { 'Message-ID': id });
      const read = async <T>(action: string, params: object) =>
        (await bench.system.v2<{ data: T }>('POST', '/v2/messages', { account_id: mine, action, params })).data;
      // A list shows the newest mail of a thread, and within a second that is anybody's.
      const thread = async () => {
        const { conversations } = await read<{ conversations: { conversation_id: string }[] }>('list_inbox', {});
        const { conversation_id } = conversations[0] ?? {};
        const { messages } = await read<{ messages: unknown[] }>('get_conversation', { conversation_id });
        return JSON.stringify(messages);
      };
      await expect.poll(thread, WITHIN).toContain(id);
      expect(await send({ ...pool, thread_ref: id })).toMatchObject({ sent_from: 'mine@thread.test' });
      // Without a thread it would be the one at home.
      expect(await send(pool)).toMatchObject({ sent_from: 'other@home2.test' });
    });
  });

  describe('the guardrails of a mailbox', () => {
    const writtenTo = async (sequence: string, people: readonly string[], mailbox: string) => {
      await bench.apply(oneMail(sequence, '{ emails: 100/day }'));
      const ids: string[] = [];
      for (const name of people) ids.push(await bench.enroll(sequence, name, { senders: { email: mailbox } }));
      for (const name of people) await bench.mailsOf(name);
      await expect.poll(async () => (await accountOf(mailbox))?.health?.sends, WITHIN).toBe(people.length);
      return ids;
    };
    const explained = async (id: string) =>
      JSON.stringify((await bench.system.api('GET', `/api/enrollments/${id}/explain`)).body);

    it('pause it at 5 % bounces, say so, make its people wait, and let go when a person resumes it', async () => {
      const mailbox = await bench.mailbox('bouncing@agency.test');
      const people = names('bouncing', 20);
      const [first = ''] = await writtenTo('bouncing', people, mailbox);
      expect(await accountOf(mailbox)).toMatchObject({ held_reason: null });
      await (await bench.as('bouncing0')).bounce();
      const reason = '1 of 20 mails of the last 7 days bounced (5 %; the limit is 5 %)';
      await expect.poll(async () => (await accountOf(mailbox))?.held_reason, WITHIN).toBe(reason);
      await expect.poll(async () => (await bench.standing(first)).outcome, WITHIN).toBe('bounced');
      const late = await bench.enroll('bouncing', 'bouncing-late', { senders: { email: mailbox } });
      await expect.poll(() => explained(late), WITHIN).toContain(reason);
      expect(server.arrived('bouncing-late@people.test')).toEqual([]);
      expect((await bench.system.api('POST', `/api/accounts/${mailbox}/resume`, {})).status).toBeLessThan(300);
      expect(await bench.mailsOf('bouncing-late')).toHaveLength(1);
    });

    it('pause it at 0.1 % complaints, and whoever complained is not written to by anybody', async () => {
      const mailbox = await bench.mailbox('hated@agency.test');
      const people = names('hated', 20);
      const [first = '', second = ''] = await writtenTo('hated', people, mailbox);
      await (await bench.as('hated0')).complain();
      await expect.poll(async () => (await bench.standing(first)).outcome, WITHIN).toBe('unsubscribed');
      const reason = '1 of 20 mails of the last 7 days were reported as spam (5 %; the limit is 0.1 %)';
      await expect.poll(async () => (await accountOf(mailbox))?.held_reason, WITHIN).toBe(reason);
      expect(await bench.standing(second)).toMatchObject({ outcome: null });
      const again = { sequence: 'bouncing', lead: { first_name: 'h', email: 'Hated0@people.test' } };
      const refused = await bench.system.api<{ code: string }>('POST', '/api/enrollments', {
        ...again,
        senders: { email: mailbox },
      });
      expect(refused).toMatchObject({ status: 409, body: { code: 'suppressed' } });
      expect(server.arrived('hated0@people.test')).toHaveLength(1);
    });
  });

  // Last, for it moves the clock by days.
  it('never sends more of a day than warm-up, the profile of its domain and the mailbox allow, and not less', async () => {
    const CASES = [
      // Grows from 2 by 1 up to the limit of the sequence.
      {
        name: 'warm',
        from: 'warm@agency.test',
        own: 100,
        limits: '{ emails: 4/day, warm_up: { start: 2/day, grow: 1/day } }',
        days: [2, 3, 4, 4],
        leads: 13,
      },
      { name: 'tight', from: 'anna@tight.test', own: 50, limits: '{ emails: 10/day }', days: [3, 3, 3, 1], leads: 10 },
      { name: 'small', from: 'small@agency.test', own: 2, limits: '{ emails: 10/day }', days: [2, 2, 2, 1], leads: 7 },
    ];
    await bench.advance(untilMorning(await worldNow()));
    for (const { name, from, own, limits, leads } of CASES) {
      const mailbox = await bench.mailbox(from, { daily_limit: own });
      await bench.apply(oneMail(name, limits));
      for (const person of names(`${name}-`, leads)) await bench.enroll(name, person, { senders: { email: mailbox } });
    }
    const sent = () => CASES.map(({ from }) => sentFrom(from).length);
    const upTo = (day: number) => CASES.map(({ days }) => days.slice(0, day + 1).reduce((sum, one) => sum + one, 0));
    const waiting = async () => {
      const tomorrow = (await worldNow()) + 15 * HOUR;
      const counts = [];
      for (const { name } of CASES) {
        const items = await allEnrollments(bench.system, `&sequence=${name}`);
        const later = items.filter(
          ({ waiting_for, until }) => waiting_for?.kind === 'slot' && Date.parse(until ?? '') > tomorrow,
        );
        counts.push(later.length);
      }
      return counts;
    };
    for (let day = 0; day < 4; day++) {
      if (day > 0) await bench.advance('P1D');
      await expect.poll(sent, WITHIN).toEqual(upTo(day));
      // Each of the others has a place, and not on this day.
      const others = CASES.map(({ leads }, index) => leads - (upTo(day)[index] ?? 0));
      await expect.poll(waiting, WITHIN).toEqual(others);
      expect(sent()).toEqual(upTo(day));
    }
    for (const { name, leads } of CASES) {
      for (const person of names(`${name}-`, leads)) expect(await bench.mailsOf(person)).toHaveLength(1);
    }
  });

  const worldNow = async () => Date.parse((await bench.system.v2<{ now: string }>('GET', '/sandbox/clock')).now);
  /** To five o'clock UTC, which is morning in Paris in summer and in winter. */
  const untilMorning = (now: number): string => {
    return `PT${Math.ceil((DAY - ((now - 5 * HOUR) % DAY)) / MINUTE)}M`;
  };
});
