import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEnrollments, perDay, whatReachedThem } from './support/judge.ts';
import { jumpUntil } from './support/jump-until.ts';
import { sharedServers } from './support/shared-servers.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

const SEQUENCE = `sequence: invitations-only
schedule:
  timezone: Europe/Paris
  hours: { mon-fri: "08:00-20:00" }
  spacing: 1m..3m
limits: { invites: 10/day }
steps:
  - invite: Shall we talk?
  - end: invited
`;

const ZONE = 'Europe/Paris';

describe('forty leads and a cap of ten invitations a day', () => {
  let system: Overture;
  beforeAll(async () => {
    system = await startOverture({
      world: '2026-03-02T06:55:00Z',
      env: { OVERTURE_DEMO: '0' },
      servers: await sharedServers(),
    });
  }, 360_000);
  afterAll(() => system.dispose());

  it('are invited in four working days, ten on each', async () => {
    const account = await system.v2<{ account_id: string }>('POST', '/sandbox/accounts', {
      platform: 'professional',
      name: 'Anna Keller',
      country: 'FR',
      products: ['classic'],
    });
    expect((await system.api('POST', '/api/sequences', SEQUENCE)).status).toBe(201);
    const people = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        system.v2<{ profile_url: string }>('POST', '/sandbox/people', {
          first_name: `Person${index}`,
          last_name: 'Example',
          degree: 2,
        }),
      ),
    );
    const { body } = await system.api<{ results: { status: string }[] }>('POST', '/api/enrollments/batch', {
      sequence: 'invitations-only',
      senders: { professional: account.account_id },
      leads: people.map(({ profile_url }) => ({ profile_url, first_name: 'Ada' })),
    });
    expect(body.results.map(({ status }) => status)).toEqual(Array(40).fill('created'));
    await jumpUntil(system, async () => (await allEnrollments(system, '&outcome=invited')).length === 40);
    const days = perDay(await whatReachedThem(system), 'invitation', ZONE);
    expect(Object.fromEntries(days)).toEqual({
      '2026-03-02': 10,
      '2026-03-03': 10,
      '2026-03-04': 10,
      '2026-03-05': 10,
    });
  });
});
