import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { learnIdentities } from '../../src/runtime/store/leads/learn-identities.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
beforeEach(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
  await addSequence(api.db, 'other');
});
afterEach(() => api.close());

const enroll = (lead: object, sequence = 'hello') => enrollLead(api, { sequence, lead });
async function enrolled(lead: object) {
  const result = await enroll(lead);
  if (result.kind === 'refused') throw new Error(result.message);
  return result.enrollment;
}

describe('a person on the do-not-contact list', () => {
  it('stops wherever they are, and is refused by every name, those that are learned later too', async () => {
    const { id, lead_id } = await enrolled(ada({ email: 'ada@x.example' }));
    const { status, body } = await api.call('POST', '/api/suppressions', { lead_id, reason: 'asked' });
    expect([status, body.kind, body.value]).toEqual([201, 'lead', lead_id]);
    expect((await api.call('GET', `/api/enrollments/${id}`)).status).toBe(200);
    const { rows } = await api.db.query('select stop_outcome from enrollments where id = $1', [id]);
    expect(rows).toEqual([{ stop_outcome: 'stopped' }]);
    await learnIdentities(api.db, lead_id, [{ kind: 'phone', value: '+33123456789' }]);
    for (const lead of [
      ada(),
      { first_name: 'A', email: 'ADA@x.example' },
      { first_name: 'A', phone_number: '+33 (0)1 23 45 67 89' },
    ]) {
      expect(await enroll(lead, 'other')).toMatchObject({ kind: 'refused', code: 'suppressed' });
    }
    const { body: list } = await api.call('GET', '/api/suppressions');
    expect(list.items.map((one: { kind: string }) => one.kind)).toEqual(['lead']);
    await api.call('DELETE', `/api/suppressions/${body.id}`);
    await api.db.query(`update enrollments set status = 'finished', outcome = 'stopped'`, []);
    expect(await enroll(ada(), 'other')).toMatchObject({ kind: 'created' });
  });

  it('is refused by a name of theirs when nothing else is known of them any more', async () => {
    const { lead_id } = await enrolled(ada({ email: 'ada@x.example' }));
    await api.call('POST', '/api/suppressions', { lead_id });
    await api.db.query('delete from leads where id = $1', [lead_id]);
    expect(await enroll({ first_name: 'A', email: 'ada@x.example' })).toMatchObject({ code: 'suppressed' });
  });

  it('must be known', async () => {
    expect((await api.call('POST', '/api/suppressions', { lead_id: 'lead_none' })).body.code).toBe('unknown_person');
  });

  it('is never enrolled beside it, however they race', async () => {
    for (let n = 0; n < 20; n++) {
      const { lead_id } = await enrolled({ first_name: 'A', profile_url: `a-${n}`, email: `a${n}@x.example` });
      await api.db.query(`update enrollments set status = 'finished', outcome = 'completed'`, []);
      const [, entered] = await Promise.all([
        api.call('POST', '/api/suppressions', { lead_id }),
        enroll({ first_name: 'A', email: `a${n}@x.example` }, 'other'),
      ]);
      if (entered.kind === 'refused') expect(entered.code).toBe('suppressed');
      else {
        const { rows } = await api.db.query('select stop_outcome from enrollments where id = $1', [
          entered.enrollment.id,
        ]);
        expect(rows).toEqual([{ stop_outcome: 'stopped' }]);
      }
    }
  });
});

describe('many at once', () => {
  it('answers each row in its place', async () => {
    await enrolled(ada({ email: 'ada@acme.example' }));
    const entries = [
      { domain: 'Acme.example', reason: 'customer' },
      { email: 'nobody' },
      { domain: 'acme.example' },
      { phone_number: '0033 1 23 45 67 89' },
      { phone_number: 'tel:+33-1-23-45-67-89' },
    ];
    const { status, body } = await api.call('POST', '/api/suppressions/batch', { entries });
    expect(status).toBe(200);
    expect(body.results.map((one: { status: string; stopped?: number }) => [one.status, one.stopped])).toEqual([
      ['created', 1],
      ['refused', undefined],
      ['present', 1],
      ['created', 0],
      ['present', 0],
    ]);
    expect(body.results[1].error.errors).toEqual([{ field: 'email', message: expect.any(String) }]);
    const many = Array.from({ length: 1001 }, () => ({ domain: 'acme.example' }));
    expect((await api.call('POST', '/api/suppressions/batch', { entries: many })).status).toBe(413);
  });

  it('does not stand in the way of batches of leads, and none of these in its own', async () => {
    const people = Array.from({ length: 60 }, (_, n) => ({
      first_name: 'A',
      profile_url: `p-${n}`,
      email: `p${n}@d${n % 7}.example`,
      company: `C${n % 5}`,
    }));
    const names = [
      ...people.map(({ email }) => ({ email })),
      ...[0, 1, 2].map((n) => ({ domain: `d${n}.example` })),
      { company: 'C1' },
    ];
    const answers = await Promise.all([
      api.call('POST', '/api/enrollments/batch', { sequence: 'hello', leads: people }),
      api.call('POST', '/api/suppressions/batch', { entries: names.toReversed() }),
      api.call('POST', '/api/enrollments/batch', { sequence: 'other', leads: people.toReversed() }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { rows } = await api.db.query<{ n: number }>(
      'select count(*)::int as n from enrollments where stop_outcome is null',
      [],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });
});
