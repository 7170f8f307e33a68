import type { ApiDeps, ShownMail } from '../../src/app/api/context.ts';
import { type ApiBench, openApi } from './fixtures.ts';

const SEQUENCE = `sequence: by-mail
limits: { visits: 80/day }
steps:
  - visit
  - end: done
`;

export const MESSAGE_ID = '<first@acme.example>';
const ANNA = { name: 'Anna Keller', email: 'anna@acme.example' };
const ADA = { name: 'Ada Byron', email: 'ada@analytical.example' };

const shown = (mail: Partial<ShownMail>): ShownMail => ({
  ...{
    message_id: MESSAGE_ID,
    source: 'mailbox',
    kind: 'mail',
    is_ours: true,
    from: ANNA,
    to: [ADA],
    cc: [],
    subject: 'On-call load',
  },
  ...{ at: new Date('2026-03-02T09:00:00Z'), text: 'Hi Ada', quoted: '', html: null, attachments: [] },
  ...mail,
});

/** A thread as mailboxes have them; `html` is the first mail's. */
export const threadWith = (html: string | null): ShownMail[] => [
  shown({
    html,
    cc: [{ name: '', email: 'ben@acme.example' }],
    attachments: [{ name: 'plan.pdf', type: 'application/pdf', byte_size: 2048 }],
  }),
  shown({
    ...{ message_id: '<away@analytical.example>', kind: 'automatic', is_ours: false, from: ADA, to: [ANNA] },
    ...{ subject: 'Automatic reply: On-call load', text: 'I am away.', at: new Date('2026-03-02T09:01:00Z') },
  }),
  shown({
    ...{ message_id: '<reply@analytical.example>', is_ours: false, from: ADA, to: [ANNA], subject: 'Re: On-call load' },
    ...{ text: 'Yes, <b>gladly</b>', quoted: 'Yes, <b>gladly</b>\n\n> Hi Ada', at: new Date('2026-03-03T09:00:00Z') },
  }),
  shown({
    ...{ message_id: '<report@localhost>', kind: 'bounce', is_ours: false, to: [ANNA] },
    ...{ from: { name: 'Mail Delivery System', email: 'MAILER-DAEMON@localhost' }, text: '550 5.1.1 nobody' },
  }),
];

/** A mailbox that holds one thread, and how often it was read. */
export function mailboxWith(thread: readonly ShownMail[]) {
  const reads: { account_id: string; message_id: string | null }[] = [];
  const readThread: NonNullable<ApiDeps['readThread']> = async ({ account_id, message_id, key, at }) => {
    reads.push({ account_id, message_id });
    // The mailbox holds the first one alone.
    return { mails: message_id === null ? [shown({ message_id: key, source: 'ledger', at })] : thread, error: null };
  };
  return { reads, readThread };
}

/** An API with one enrollment to whom a mail went out, and how often its mailbox was read. */
export async function openWithMail(thread: readonly ShownMail[]) {
  const { reads, readThread } = mailboxWith(thread);
  const bench: ApiBench = await openApi({ readThread });
  return { bench, reads, ...(await sendMail(bench)) };
}

/** One enrollment to whom a mail went out: from the account of this id, or from the one that visits them. */
export async function sendMail(bench: ApiBench, from?: string) {
  await bench.call('POST', '/api/sequences', SEQUENCE);
  const lead = { profile_url: 'https://professional.example/in/ada', first_name: 'Ada', last_name: 'Byron' };
  const enrolled = await bench.call('POST', '/api/enrollments', { sequence: 'by-mail', lead });
  const { id, lead_id } = enrolled.body;
  const account_id = from ?? String((await bench.call('GET', `/api/enrollments/${id}`)).body.senders.professional);
  await bench.db.query(
    `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, response, created_at)
     values ($1 || '/first/1', $1, 'first', 1, $2, 'messages', 'send', 'email', 'done', $3, $4, $5)`,
    [
      ...[id, account_id, JSON.stringify({ params: { to: ADA.email, subject: 'On-call load' } })],
      ...[JSON.stringify({ data: { message_id: MESSAGE_ID } }), new Date(bench.clock.now())],
    ],
  );
  return { enrollment_id: String(id), lead_id: String(lead_id), account_id };
}
