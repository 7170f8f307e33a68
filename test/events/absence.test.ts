import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutOfOffice, Plan } from '../../src/language/plan/plan.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { ada, addSequence, type Bench, openBench } from '../enroll/fixtures.ts';
import { email, enrolled, happens, message, signalsOf } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const one = async (id: string) => (await bench.db.query('select * from enrollments where id = $1', [id])).rows[0] ?? {};
const linesOf = async (id: string) =>
  (
    await bench.db.query(
      `select type, title from timeline where enrollment_id = $1 and type <> 'enrolled' order by id`,
      [id],
    )
  ).rows;
const away = (message_text: string, more: Record<string, unknown> = {}) =>
  email({ subject: 'Out of office', message_text, headers: { 'Auto-Submitted': 'auto-replied' }, ...more });
const lead = (more: Record<string, unknown> = {}) =>
  ada({ email: 'ada@example.org', timezone: 'Europe/Paris', ...more });
const inSequence = async (out_of_office?: OutOfOffice, more: Partial<Plan> = {}, person = lead()) => {
  await addSequence(bench.db, 'hello', { ...more, ...(out_of_office ? { out_of_office } : {}) });
  return enrolled(bench, person);
};
/** The day so many days after the event, which the fixtures date now. */
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

describe('an automatic reply', () => {
  it('is no reply: sends wait for the date it names, from the start of that day where the person is', async () => {
    const id = await inSequence();
    const event = away(`I am away until ${inDays(9)}.`);
    await happens(bench, event);
    const row = await one(id);
    expect(row).toMatchObject({ stop_outcome: null, replied_at: null });
    const local = new Date(String((row as { away_until: Date }).away_until.toISOString()));
    expect(local.toLocaleString('sv-SE', { timeZone: 'Europe/Paris' })).toBe(`${inDays(9)} 00:00:00`);
    expect(await linesOf(id)).toEqual([{ type: 'away', title: 'Out of office' }]);
    const { rows } = await bench.db.query(
      `select detail ->> 'until' as until from timeline where type = 'away' and enrollment_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ until: local.toISOString() }]);
    expect(await signalsOf(bench)).toEqual([{ target_id: id, payload: { id: event.event_id, type: 'nudge' } }]);
  });

  it('pauses sends for the time that the sequence gives where it names no date', async () => {
    const id = await inSequence({ do: 'wait', until_back: true, otherwise: 3 * DAY });
    const event = away('I am away.');
    await happens(bench, event);
    const { rows } = await bench.db.query(
      `select abs(extract(epoch from away_until - occurred_at - interval '3 days')) < 0.01 as held from enrollments, events where id = $1`,
      [id],
    );
    expect(rows).toEqual([{ held: true }]);
    expect(await linesOf(id)).toEqual([{ type: 'away', title: 'Automatic reply: sends wait' }]);
  });

  it('counts for five days by default, and its date not at all where the sequence says so', async () => {
    const id = await inSequence({ do: 'wait', until_back: false, otherwise: DAY });
    await happens(bench, away(`Back on ${inDays(9)}`));
    const { away_until } = (await one(id)) as { away_until: Date };
    expect(away_until.getTime()).toBeLessThan(Date.now() + 2 * DAY);
    await addSequence(bench.db, 'plain');
    const other = await enrolled(bench, lead({ profile_url: 'ben', email: 'ben@example.org' }), 'plain');
    await happens(bench, away('Away', { sender: { name: 'Ben', email: 'ben@example.org' } }));
    const held = (await one(other)) as { away_until: Date };
    expect(Math.round((held.away_until.getTime() - Date.now()) / DAY)).toBe(5);
  });

  it('does nothing where the sequence ignores it', async () => {
    const id = await inSequence({ do: 'ignore' });
    await happens(bench, away(`Back on ${inDays(9)}`));
    expect(await one(id)).toMatchObject({ away_until: null, stop_outcome: null });
    expect(await linesOf(id)).toEqual([]);
    expect(await signalsOf(bench)).toEqual([]);
  });

  it('stops as a reply does where the sequence says so', async () => {
    const id = await inSequence({ do: 'stop' });
    await happens(bench, away('Away'));
    expect(await one(id)).toMatchObject({ stop_outcome: 'replied', away_until: null });
    expect(await signalsOf(bench)).toMatchObject([{ payload: { type: 'reply' } }]);
  });

  it.each([
    [
      'a newsletter',
      'ignored',
      {
        subject: 'News',
        headers: { 'List-Unsubscribe': '<u>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      },
    ],
    ["a machine's notice", 'ignored', { subject: 'Your ticket', headers: { 'Auto-Submitted': 'auto-generated' } }],
    [
      "a machine's answer to our mail",
      'matched',
      {
        ...{ headers: { 'Auto-Submitted': 'auto-generated' }, in_reply_to: '<ours@x.example>' },
        message_text: `I am out of the office, back on ${inDays(9)}.`,
      },
    ],
    ['a mail server', 'ignored', { sender: { email: 'MAILER-DAEMON@x.example' }, in_reply_to: '<ours@x.example>' }],
    ['an answer by its subject', 'matched', { subject: 'Abwesenheitsnotiz: Hallo' }],
  ])('distinguishes %s from an absence', async (_, state, more) => {
    const id = await inSequence();
    const mail = email({ message_text: `Back on ${inDays(9)}`, ...more });
    await happens(bench, mail);
    const { rows } = await bench.db.query('select state from events where event_id = $1', [mail.event_id]);
    expect(rows).toEqual([{ state }]);
    expect((await one(id)).away_until !== null).toBe(state === 'matched');
    expect(await one(id)).toMatchObject({ stop_outcome: null, replied_at: null });
  });

  it('moves the date when another one comes, and the same one twice is one', async () => {
    const id = await inSequence();
    const first = away(`Back on ${inDays(9)}`);
    await happens(bench, first);
    await happens(bench, away(`Back on ${inDays(20)}`));
    await bench.db.query(`update events set state = 'pending' where event_id = $1`, [first.event_id]);
    await happens(bench);
    expect(await linesOf(id)).toHaveLength(2);
    expect(((await one(id)) as { away_until: Date }).away_until.getTime()).toBeGreaterThan(Date.now() + 15 * DAY);
  });

  it('is over when the person answers themselves, and what waits is asked again', async () => {
    const id = await inSequence(undefined, { stop_on: ['bounce'] });
    await happens(bench, away(`Back on ${inDays(9)}`));
    const answer = message('https://professional.example/in/ada-lovelace');
    await happens(bench, answer);
    expect(await one(id)).toMatchObject({ away_until: null, replied_at: expect.any(Date) });
    expect((await signalsOf(bench)).slice(1).map(({ payload }) => payload)).toEqual([
      { id: answer.event_id, type: 'reply' },
      { id: `${answer.event_id}/back`, type: 'nudge' },
    ]);
  });

  it('reads a date as people of the United States write it', async () => {
    const id = await inSequence(undefined, {}, lead({ timezone: 'America/Chicago', country: 'US' }));
    const at = new Date(Date.now() + 9 * DAY);
    const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
    await happens(bench, away(`I return on ${month}/${day}/${year}`));
    const { away_until } = (await one(id)) as { away_until: Date };
    expect(away_until.toLocaleDateString('sv-SE', { timeZone: 'America/Chicago' })).toBe(inDays(9));
  });
});
