import { afterEach, beforeEach, expect, it } from 'vitest';
import { insertSlots } from '../../src/runtime/store/slots/save-slot.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { ada } from './fixtures.ts';

let api: ApiBench;
beforeEach(async () => {
  api = await openApi();
});
afterEach(() => api.close());

const text = (name: string, note: string): string =>
  `sequence: ${name}\nsenders: { professional: [acc_anna] }\nlimits: { invites: 1/day }\nsteps:\n  - invite: ${note}\n  - end: done\n`;

/** Somebody whose invitation has a place in `days` days. */
async function bookedIn(days: number, sequence: string, lead: object): Promise<string> {
  const { id } = (await api.call('POST', '/api/enrollments', { sequence, lead })).body;
  await api.db.query(
    `update enrollments set status = 'active', node = '1-invite', visit = 1, waiting_kind = 'slot', waiting_text = 'Waits' where id = $1`,
    [id],
  );
  const at = new Date(api.clock.now() + days * DAY);
  const day = at.toISOString().slice(0, 10);
  await insertSlots(api.db, [
    {
      ...{ enrollment_id: id, node: '1-invite', visit: 1, account_id: 'acc_anna', limit_class: 'invite', amount: 1 },
      ...{ at, local_day: day, local_week: day, state: 'booked' },
    },
  ]);
  return id;
}

it('gives the slots of those who move to another version to those who wait longer', async () => {
  for (const name of ['hello', 'other'])
    expect((await api.call('POST', '/api/sequences', text(name, 'Hi'))).status).toBe(201);
  await bookedIn(1, 'hello', ada());
  const waiting = await bookedIn(
    9,
    'other',
    ada({ first_name: 'Grace', profile_url: 'https://professional.example/in/grace' }),
  );
  const { body } = await api.call('POST', '/api/sequences/hello/plan?move=true', text('hello', 'Hello again'));
  expect((await api.call('POST', '/api/sequences/hello/apply', { hash: body.hash })).body).toMatchObject({ moved: 1 });

  const { rows } = await api.db.query<{ enrollment_id: string; at: Date }>('select enrollment_id, at from slots');
  expect(rows).toEqual([{ enrollment_id: waiting, at: expect.any(Date) }]);
  expect(rows[0]?.at.getTime()).toBeLessThan(api.clock.now() + 2 * DAY);
  const signals = await api.db.query(`select payload from outbox where target_id = $1 and kind = 'signal_enrollment'`, [
    waiting,
  ]);
  expect(signals.rows).toMatchObject([{ payload: { type: 'nudge' } }]);
});
