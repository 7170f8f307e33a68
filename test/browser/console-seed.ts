import { follow } from '../conversations/fixtures.ts';
import { email, happens, message } from '../events/fixtures.ts';
import type { ConsoleBench } from './console-bench.ts';

export interface Seeded {
  readonly campaign_id: string;
  /** Somebody who has answered. */
  readonly lead_id: string;
  /** Theirs. */
  readonly conversation_id: string;
  /** The conversation in which a mail is in doubt. */
  readonly doubtful_id: string;
  /** The day on which an invitation is booked for two people: for one of them it is not the first contact. */
  readonly booked_on: string;
}

/** Names that others have chosen. */
export const HOSTILE = {
  markup: '<img src=x onerror=alert(1)>',
  backwards: 'שלום \u202Eevil\u202C עולם',
  long: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(9).slice(0, 300),
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈 and others',
} as const;

const SEQUENCE = `sequence: console
limits: { visits: 80/day }
steps:
  - visit
  - wait: 3 days
  - end: done
`;

/**
 * Two campaigns, one of them paused and with a hostile name, and people of every kind of name: two have answered, and of the mail of a third nobody knows
 * whether it is an answer.
 */
export async function seedConsole(bench: ConsoleBench): Promise<Seeded> {
  const { call, db } = bench;
  const published = await call('POST', '/api/sequences', SEQUENCE);
  if (published.status >= 300) throw new Error(JSON.stringify(published.body));
  const start = async (name: string, slug: string): Promise<string> => {
    const leads = [{ profile_url: `https://professional.example/in/${slug}`, first_name: slug }];
    const { status, body } = await call('POST', '/api/campaigns', { name, sequence: 'console', source: { leads } });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.id;
  };
  const campaign_id = await start('Engineers in Lyon', 'first');
  const paused = await start(HOSTILE.markup, 'second');
  await call('POST', `/api/campaigns/${paused}/pause`, { note: 'budget review' });

  const people = [
    ...[['Ada', 'Lovelace'] as const, ['Grace', 'Hopper'] as const],
    ...Object.values(HOSTILE).map((name) => [name, null] as const),
  ];
  const leads = people.map(([first_name, last_name], at) => ({
    ...{ first_name, last_name, profile_url: profileOf(at), email: `console-${at}@acme.example`, company: 'Acme' },
  }));
  const { body } = await call('POST', '/api/enrollments/batch', { sequence: 'console', leads });
  const ids = body.results.map(({ id }: { readonly id: string }) => id);
  await db.query('update enrollments set campaign_id = $1 where id = any($2)', [campaign_id, ids]);
  await happens(bench, mailInDoubt('console-1@acme.example'));
  for (const at of [0, 2]) await happens(bench, message(profileOf(at)));
  await happens(bench, message('https://professional.example/in/a-stranger', { message_text: 'Who is this?' }));
  await follow(bench);
  const { lead_id } = (await call('GET', `/api/enrollments/${ids[0]}`)).body;
  const conversationWith = async (id: string): Promise<string> =>
    (await call('GET', `/api/conversations?lead_id=${id}`)).body.items[0].id;
  const doubtful = (await call('GET', `/api/enrollments/${ids[1]}`)).body.lead_id;
  const booked_on = await book(bench, ids.slice(0, 2));
  return {
    ...{ campaign_id, lead_id, booked_on },
    conversation_id: await conversationWith(lead_id),
    doubtful_id: await conversationWith(doubtful),
  };
}

async function book({ call, clock, db }: ConsoleBench, ids: readonly string[]): Promise<string> {
  const { days } = (await call('GET', '/api/accounts/acc_anna/capacity?days=2')).body;
  await db.query(`update accounts set email = 'anna@sender.example' where id = 'acc_mail'`);
  const [, { date }] = days;
  const at = new Date(clock.now());
  await db.query(
    `insert into slots (account_id, limit_class, enrollment_id, node, visit, at, local_day, local_week, state)
     select 'acc_anna', 'invite', id, 'invite', 1, $2::timestamptz + interval '1 day', $3, $3, 'booked' from unnest($1::text[]) as id`,
    [ids, at, date],
  );
  await db.query(
    `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at, settled_at)
     values ($1 || '/hello/1', $1, 'hello', 1, 'acc_anna', 'professional', 'send_message', 'message', 'done', '{}', $2, $2)`,
    [ids[1], at],
  );
  return date;
}

/** A mail for which only its subject speaks as a machine's. */
export const mailInDoubt = (address: string) =>
  email({
    ...{ subject: 'Automatic reply: Hello', message_text: 'As discussed.', message_id: `<doubt-${address}>` },
    sender: { name: address, email: address },
  });

const profileOf = (at: number): string => `https://professional.example/in/console-${at}`;
