import { waitUntil } from '../../src/app/main/wait-until.ts';
import { post, type Served } from './post.ts';
import type { BenchSystem } from './with-system.ts';

export const FINISHED = "select count(*)::int as n from enrollments where outcome = 'completed'";

/** The sequence of the people: three calls and an event. */
export const SEQUENCE = `sequence: benchmark
limits: { visits: 100000/day, invites: 100000/day, messages: 100000/day }
steps:
  - visit
  - invite: Shall we talk?
  - wait_for: accepted_invitation
    within: 7 days
    then:
      - message: Thank you.
    else:
      - end: no_answer
  - end: completed
`;

export interface Person {
  readonly profile_url: string;
  readonly public_identifier: string;
}

export async function prepareOwner(owner: Served): Promise<string> {
  await post(owner, '/sandbox/credits', { unlimited: true });
  const { account_id } = await post<{ account_id: string }>(owner, '/sandbox/accounts', {
    platform: 'professional',
    name: 'Benchmark',
    products: ['classic'],
  });
  return account_id;
}

export async function makePeople(owner: Served, count: number): Promise<Person[]> {
  const people: Person[] = [];
  while (people.length < count) {
    const batch = Array.from({ length: Math.min(20, count - people.length) }, () =>
      post<Person>(owner, '/sandbox/people', {
        first_name: 'Ada',
        last_name: 'Lovelace',
        degree: 2,
        behavior: { accepts_after: 'PT0S' },
      }),
    );
    people.push(...(await Promise.all(batch)));
  }
  return people;
}

export async function finished(database: BenchSystem['engine']): Promise<number> {
  const { rows } = await database.query<{ n: number }>(FINISHED);
  return rows[0]?.n ?? 0;
}

export async function until(condition: () => Promise<boolean>): Promise<void> {
  if (!(await waitUntil(condition, { timeout: 300_000, every: 100 })))
    throw new Error('a round did not end in 5 minutes');
}
