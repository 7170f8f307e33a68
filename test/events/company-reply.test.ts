import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StopReason } from '../../src/language/plan/plan.ts';
import { ada, addSequence, type Bench, openBench } from '../enroll/fixtures.ts';
import { email, enrolled, happens, message, signalsOf } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'alone');
  await addSequence(bench.db, 'together', { stop_on: ['reply', 'company_reply'] });
});
afterEach(() => bench.close());

const person = (name: string, company = 'Acme Inc') => ada({ first_name: name, profile_url: name, company });
const stopOf = async (id: string) =>
  (await bench.db.query('select stop_outcome from enrollments where id = $1', [id])).rows[0]?.stop_outcome ?? null;

describe('a reply of a colleague', () => {
  it('stops the people of the company whose sequence says so, in the same commit, and no others', async () => {
    const one = await enrolled(bench, person('ada'), 'alone');
    const two = await enrolled(bench, person('ben', ' ACME   inc'), 'together');
    const deaf = await enrolled(bench, person('cleo'), 'alone');
    const other = await enrolled(bench, person('dan', 'Acme'), 'together');
    const gone = await enrolled(bench, person('eve'), 'together');
    await bench.db.query(`update enrollments set status = 'finished', outcome = 'completed' where id = $1`, [gone]);
    const reply = message('ada');
    await happens(bench, reply);
    expect(await Promise.all([one, two, deaf, other, gone].map(stopOf))).toEqual([
      'replied',
      'company_replied',
      null,
      null,
      null,
    ]);
    expect(await signalsOf(bench)).toEqual([
      { target_id: one, payload: { id: reply.event_id, type: 'reply' } },
      { target_id: two, payload: { id: reply.event_id, type: 'company_reply' } },
    ]);
    const { rows } = await bench.db.query(
      `select title from timeline where enrollment_id = $1 and type = 'company_replied'`,
      [two],
    );
    expect(rows).toEqual([{ title: 'A colleague at ACME   inc replied' }]);
  });

  it('is no reason to stop the one who replied and is waited for', async () => {
    const stop_on: readonly StopReason[] = ['company_reply'];
    await addSequence(bench.db, 'only-colleagues', { stop_on });
    const id = await enrolled(bench, person('ada'), 'only-colleagues');
    await happens(bench, message('ada'));
    expect(await stopOf(id)).toBeNull();
  });

  it('does not come from an automatic answer, nor from somebody without a company', async () => {
    const id = await enrolled(bench, person('ada'), 'together');
    await enrolled(bench, ada({ profile_url: 'ben', email: 'ben@acme.example', company: 'Acme Inc' }), 'alone');
    await enrolled(bench, ada({ profile_url: 'cleo' }), 'alone');
    const sender = { name: 'Ben', email: 'ben@acme.example' };
    await happens(bench, email({ subject: 'Out of office', sender, headers: { 'Auto-Submitted': 'auto-replied' } }));
    await happens(bench, message('cleo'));
    expect(await stopOf(id)).toBeNull();
  });

  it('and of another one at the same moment are both ingested', async () => {
    for (let round = 0; round < 4; round++) {
      const names = [`ada-${round}`, `ben-${round}`, `cleo-${round}`];
      const ids = await Promise.all(names.map((name) => enrolled(bench, person(name, `Acme ${round}`), 'together')));
      await Promise.all(names.slice(0, 2).map((name) => happens(bench, message(name))));
      await happens(bench);
      const outcomes = await Promise.all(ids.map(stopOf));
      expect(outcomes[2]).toBe('company_replied');
      expect(outcomes.slice(0, 2).every((outcome) => outcome !== null)).toBe(true);
    }
  });
});
