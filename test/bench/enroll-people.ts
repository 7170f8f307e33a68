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

/** Gives the owner credits without end and so many accounts, and returns their ids. */
export async function prepareOwner(owner: Served, accounts = 1): Promise<readonly string[]> {
  await post(owner, '/sandbox/credits', { unlimited: true });
  const ids: string[] = [];
  while (ids.length < accounts) {
    const { account_id } = await post<{ account_id: string }>(owner, '/sandbox/accounts', {
      platform: 'professional',
      name: `Benchmark ${ids.length + 1}`,
      products: ['classic'],
    });
    ids.push(account_id);
  }
  return ids;
}

/** Enrolls people in the sequence of the benchmark, from all of these accounts. */
export const enroll = (api: Served, people: readonly Person[], accounts: readonly string[]): Promise<unknown> =>
  post(api, '/api/enrollments/batch', {
    sequence: 'benchmark',
    senders: { professional: accounts },
    leads: people.map(({ profile_url }) => ({ profile_url, first_name: 'Ada' })),
  });

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
