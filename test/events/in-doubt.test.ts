import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutOfOffice, Plan } from '../../src/language/plan/plan.ts';
import { decideUnclearReply, type Meant } from '../../src/runtime/store/tasks/unclear-reply.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { ada, addSequence, type Bench, openBench } from '../enroll/fixtures.ts';
import { email, enrolled, happens, signalsOf } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const lead = (more: Record<string, unknown> = {}) =>
  ada({ email: 'ada@example.org', timezone: 'Europe/Paris', ...more });
const inSequence = async (out_of_office?: OutOfOffice, more: Partial<Plan> = {}) => {
  await addSequence(bench.db, 'hello', { ...more, ...(out_of_office ? { out_of_office } : {}) });
  return enrolled(bench, lead());
};
const row = async (id: string) => (await bench.db.query('select * from enrollments where id = $1', [id])).rows[0] ?? {};
const tasks = async () =>
  (await bench.db.query<{ id: string; [name: string]: unknown }>('select * from tasks order by created_at, id')).rows;
const suppressed = async () => (await bench.db.query('select value from suppressions')).rows.length;
const typesOf = async () => (await signalsOf(bench)).map(({ payload }) => payload.type);
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

const finish = (id: string) =>
  bench.db.query(
    `update enrollments set status = 'finished', outcome = 'completed', finished_at = now() where id = $1`,
    [id],
  );

/** A mark alone: a person may have written it. */
const marked = (message_text = 'As discussed.', more = {}) =>
  email({ subject: 'Automatic reply: Hello', message_text, ...more });
const wish = () => email({ message_text: 'This is spam.' });
const away = () =>
  email({
    message_text: 'I am out of the office until after the summer.',
    headers: { 'Auto-Submitted': 'auto-replied' },
  });

async function decide(decision: Meant, returns_on: string | null = null) {
  const [task] = (await tasks()).filter(({ status }) => status === 'open');
  const decided = await decideUnclearReply(bench.db, {
    ...{ id: task?.id ?? '', decision, returns_on, note: null, at: new Date(bench.clock.now()) },
  });
  return decided;
}

describe('a mail that may be an answer', () => {
  it.each([
    ['a mark of an automatic answer alone', marked(), 'As discussed.', ['subject_mark']],
    ['a wish that may be one', wish(), 'This is spam.', ['sounds_like_a_wish']],
    [
      'a time of absence without a day',
      away(),
      'I am out of the office until after the summer.',
      ['auto_replied', 'absence'],
    ],
  ])('stops the next send at once, and is asked about: %s', async (_, mail, text, signs) => {
    const id = await inSequence();
    await happens(bench, mail);
    expect(await row(id)).toMatchObject({
      unclear_since: expect.any(Date),
      stop_outcome: null,
      away_until: null,
      replied_at: null,
    });
    expect(await tasks()).toMatchObject([
      {
        ...{ enrollment_id: id, kind: 'unclear_reply', status: 'open', event_id: mail.event_id },
        text: expect.stringMatching(/^Is this an answer\?/),
        preview: { text, signs: expect.arrayContaining(signs.map((sign) => expect.objectContaining({ sign }))) },
      },
    ]);
    expect(await typesOf()).toEqual(['nudge']);
    const lines = await bench.db.query(
      `select detail from timeline where enrollment_id = $1 and type = 'needs_person'`,
      [id],
    );
    expect(lines.rows).toMatchObject([{ detail: { text } }]);
  });

  it('is asked about once, whatever reports it again', async () => {
    await inSequence();
    const mail = marked();
    await happens(bench, mail);
    await bench.db.query(`update events set state = 'pending' where event_id = $1`, [mail.event_id]);
    await happens(bench);
    await happens(bench, { ...marked(), event_id: 'evt_again' });
    expect(await tasks()).toHaveLength(1);
  });

  it('pauses a sequence that the person enters meanwhile', async () => {
    const first = await inSequence();
    await happens(bench, marked());
    await finish(first);
    await addSequence(bench.db, 'other');
    const second = await enrolled(bench, lead(), 'other');
    expect(await row(second)).toMatchObject({ unclear_since: expect.any(Date) });
    await decide('answer');
    await happens(bench);
    expect(await row(second)).toMatchObject({ unclear_since: null, stop_outcome: 'replied' });
    expect(await tasks()).toHaveLength(1);
  });

  it('is not asked about where nobody waits for the day, or is in a sequence', async () => {
    const id = await inSequence({ do: 'ignore' });
    await happens(bench, away());
    expect(await row(id)).toMatchObject({ unclear_since: null, stop_outcome: null });
    expect(await tasks()).toEqual([]);
  });
});

describe('what a person says that it is', () => {
  it('an answer: it does what a reply does', async () => {
    const id = await inSequence();
    await happens(bench, marked());
    await decide('answer');
    // Until it is ingested nothing goes out.
    expect(await row(id)).toMatchObject({ unclear_since: expect.any(Date) });
    await happens(bench);
    expect(await row(id)).toMatchObject({ unclear_since: null, stop_outcome: 'replied', replied_at: expect.any(Date) });
    expect(await typesOf()).toEqual(['nudge', 'reply', 'nudge']);
  });

  it('counts although another event reported the same mail', async () => {
    const id = await inSequence();
    const mail = marked();
    await happens(bench, mail);
    await happens(bench, { ...mail, event_id: 'evt_again' });
    await decide('answer');
    await happens(bench);
    expect(await row(id)).toMatchObject({ unclear_since: null, stop_outcome: 'replied' });
  });

  it('automatic: it does what an automatic answer does, for the day that they say', async () => {
    const id = await inSequence();
    await happens(bench, away());
    await decide('automatic', inDays(30));
    await happens(bench);
    const { away_until, ...rest } = (await row(id)) as { away_until: Date };
    expect(rest).toMatchObject({ unclear_since: null, stop_outcome: null, replied_at: null });
    expect(away_until.toLocaleString('sv-SE', { timeZone: 'Europe/Paris' })).toBe(`${inDays(30)} 00:00:00`);
  });

  it('automatic without a day: the time of the sequence counts from when they say so', async () => {
    const id = await inSequence({ do: 'wait', until_back: true, otherwise: 3 * DAY });
    await happens(bench, away());
    await bench.db.query(`update events set occurred_at = occurred_at - interval '10 days'`);
    await decide('automatic');
    await happens(bench);
    const { away_until } = (await row(id)) as { away_until: Date };
    expect(Math.round((away_until.getTime() - bench.clock.now()) / DAY)).toBe(3);
  });

  it('a wish for no more mail: the person goes on the do-not-contact list, after the end of the sequence too', async () => {
    const id = await inSequence(undefined, { stop_on: [] });
    await happens(bench, wish());
    await finish(id);
    expect(await suppressed()).toBe(0);
    expect(await decide('no_more_mail')).toMatchObject({ fresh: true, status: 'done' });
    await happens(bench);
    expect(await suppressed()).toBeGreaterThan(0);
  });

  it('is said once, and stays open when the enrollment stops', async () => {
    const id = await inSequence();
    await happens(bench, marked());
    await happens(bench, email({ message_id: '<b@x.example>', message_text: 'Yes, gladly. When?' }));
    expect(await row(id)).toMatchObject({ stop_outcome: 'replied', unclear_since: expect.any(Date) });
    const [task] = await tasks();
    expect(task).toMatchObject({ status: 'open' });
    expect(await decide('automatic')).toMatchObject({ fresh: true });
    const again = { id: task?.id ?? '', decision: 'answer' as const, returns_on: null, note: null, at: new Date() };
    expect(await decideUnclearReply(bench.db, again)).toMatchObject({ fresh: false, decision: 'automatic' });
    expect(await decideUnclearReply(bench.db, { ...again, id: 'tsk_none' })).toBeNull();
  });

  it('ends the pause only where nothing else is unclear', async () => {
    const id = await inSequence();
    await happens(bench, marked());
    await happens(bench, marked('Later, perhaps.', { message_id: '<b@x.example>' }));
    expect(await tasks()).toHaveLength(2);
    await decide('automatic');
    await happens(bench);
    expect(await row(id)).toMatchObject({ unclear_since: expect.any(Date) });
    await decide('automatic');
    await happens(bench);
    expect(await row(id)).toMatchObject({ unclear_since: null });
  });
});

describe('what we wrote ourselves', () => {
  const ours = 'This is an automated message. Your request has been received, and we will process your request.';
  const weSent = (id: string, subject: string, text: string) => {
    const params = { subject, html: `<p>${text}</p>` };
    return bench.db.query(
      `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, response, created_at, wall_created_at, generation)
       values ('k', $1, 'mail', 1, 'acc_mail', 'email', 'send', 'email', 'done', $2, $3, now(), now(), 1)`,
      [
        id,
        JSON.stringify({ account_id: 'acc_mail', category: 'email', action: 'send', params }),
        JSON.stringify({ data: { message_id: '<ours@x.example>' } }),
      ],
    );
  };
  const stateOf = async ({ event_id }: { event_id: string }) =>
    (await bench.db.query('select state from events where event_id = $1', [event_id])).rows[0]?.state;

  it('is no sign of a machine, in the subject or in what is quoted', async () => {
    const id = await inSequence();
    await weSent(id, 'Out of office: a tool', 'This is an automated message. I am out of the office until 12 March.');
    const quoted = 'Good idea.\n\nThis is an automated message. I am out of the office until 12 March.';
    await happens(
      bench,
      email({ subject: 'Out of office: a tool', message_text: quoted, in_reply_to: '<ours@x.example>' }),
    );
    expect(await row(id)).toMatchObject({ stop_outcome: 'replied', unclear_since: null });
  });

  it.each([
    ['a sender whom nobody can answer', 'ada@example.org', { 'Return-Path': '<>' }],
    ["nobody's address", 'no-reply@example.org', {}],
  ])(
    'makes no notice of a mail that names none of ours and quotes it without marks: %s',
    async (_, address, headers) => {
      await addSequence(bench.db, 'hello');
      const id = await enrolled(bench, lead({ email: address }));
      await weSent(id, 'Two electricians', ours);
      const message_text = `Thursday at ten suits me.\n\n${ours}`;
      await happens(
        bench,
        email({ subject: 'Thursday', message_text, sender: { name: 'Ada', email: address }, headers }),
      );
      expect(await row(id)).toMatchObject({ unclear_since: expect.any(Date), stop_outcome: null });
      expect(await tasks()).toMatchObject([{ kind: 'unclear_reply', preview: { text: 'Thursday at ten suits me.' } }]);
    },
  );

  it('leaves a notice one where a machine has words of its own for it, and where nobody knows who wrote it', async () => {
    const id = await inSequence();
    await weSent(id, 'Two electricians', 'Shall we talk about the two electricians?');
    const more = { subject: 'Ticket 1', message_text: ours, headers: { 'Return-Path': '<>' } };
    const theirs = email(more);
    const strangers = email({ ...more, sender: { name: 'Shop', email: 'shop@elsewhere.example' } });
    await happens(bench, theirs, strangers);
    expect([await stateOf(theirs), await stateOf(strangers)]).toEqual(['ignored', 'ignored']);
    expect(await row(id)).toMatchObject({ unclear_since: null, stop_outcome: null });
  });
});
