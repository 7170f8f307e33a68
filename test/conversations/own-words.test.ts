import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findLastMail } from '../../src/runtime/conversations/last-mail.ts';
import { messagesOf } from '../../src/runtime/conversations/messages-of-people.ts';
import { ada, addSequence, type Bench, openBench } from '../enroll/fixtures.ts';
import { email, enrolled, happens } from '../events/fixtures.ts';
import { sent } from './fixtures.ts';

const SUBJECT = 'Out of office: a tool for your team';
const OURS = 'This is an automated message of our tool. I am out of the office until 12 March, it says for you.';
/** In a language that no list of words knows, without a mark before what is quoted. */
const QUOTED = `Anna Keller <anna@ours.example> kimenye 09:30\n${OURS}`;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
});
afterAll(() => bench.close());

let people = 0;
/** Somebody new, to whom one mail has gone out a minute ago. */
async function written() {
  people += 1;
  const address = `own-${people}@x.example`;
  const id = await enrolled(
    bench,
    ada({ profile_url: `https://professional.example/in/own-${people}`, email: address }),
  );
  const { rows } = await bench.db.query<{ lead_id: string }>('select lead_id from enrollments where id = $1', [id]);
  const [lead_id = ''] = rows.map((row) => row.lead_id);
  const at = new Date(Date.now() - 60_000);
  const params = { to: address, subject: SUBJECT, html: `<p>${OURS}</p>` };
  await sent(bench, id, { account_id: 'acc_mail', limit_class: 'email', params, at });
  const answers = (message_text: string, more: Record<string, unknown> = {}) =>
    happens(
      bench,
      email({
        subject: SUBJECT,
        sender: { name: 'Ada', email: address },
        message_id: `<${address}>`,
        message_text,
        ...more,
      }),
    );
  const theirs = async () => (await messagesOf(bench.db, [lead_id])).filter(({ by }) => by === 'them');
  return { id, lead_id, answers, theirs };
}

describe('what a person wrote in a mail', () => {
  it('is shown without what we sent, however their program quotes it', async () => {
    const one = await written();
    await one.answers(`Good idea.\n\n${QUOTED}`);
    expect(await one.theirs()).toMatchObject([
      { text: expect.stringMatching(/^Good idea\./), quoted: `Good idea.\n\n${QUOTED}`, automatic: false },
    ]);
    const [{ text } = { text: OURS }] = await one.theirs();
    expect(text).not.toContain('automated');
    const line = await bench.db.query<{ text: string }>(
      `select detail ->> 'text' as text from timeline where enrollment_id = $1 and type = 'replied'`,
      [one.id],
    );
    expect(line.rows).toEqual([{ text }]);
  });

  it('is taken for what it was when it came: nothing that we wrote makes it a machine’s', async () => {
    const one = await written();
    await one.answers(`Good idea.\n\n${QUOTED}`);
    expect(await findLastMail(bench.db, one.lead_id, 'acc_mail')).toMatchObject({ subject: SUBJECT });
    expect(await one.theirs()).toMatchObject([{ automatic: false }]);
  });

  it('is all of it where nothing is their own', async () => {
    const one = await written();
    await one.answers(OURS);
    expect(await one.theirs()).toMatchObject([{ text: OURS, quoted: '' }]);
  });
});
