import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEventDispatcher } from '../../src/runtime/events/dispatch-events.ts';
import { mergePeople } from '../../src/runtime/events/match/merge-people.ts';
import { learnIdentities } from '../../src/runtime/store/leads/learn-identities.ts';
import { moveLeftBehind } from '../../src/runtime/store/leads/move-to-survivor.ts';
import { emailIdentity, type Identity, profileIdentity } from '../../src/shared/identity/identity.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { eventually } from '../support/eventually.ts';
import { ADA_ID, accepted, enrolled, happens, match, message, storeEvents } from './fixtures.ts';

const BESIDE = {
  enroll: { again: 'never', active_elsewhere: false, contacted_within: null, per_company: null },
} as const;

let bench: ApiBench;
beforeEach(async () => {
  bench = await openApi();
  await addSequence(bench.db, 'hello');
  await addSequence(bench.db, 'beside', BESIDE);
});
afterEach(() => bench.close());

const one = async (id: string) => (await bench.db.query('select * from enrollments where id = $1', [id])).rows[0] ?? {};
const merge = () =>
  mergePeople({
    ...bench,
    onError: (error) => {
      throw error;
    },
  });
const started = () => bench.db.query(`update enrollments set started_at = now() where started_at is null`);

/** An answer about one lead told these names. */
async function learn(leadId: string, ...names: (Identity | null)[]): Promise<void> {
  await learnIdentities(
    bench.db,
    leadId,
    names.filter((name) => name !== null),
  );
}

/** One person as two leads: by slug, and by id. */
async function duplicates(first = 'hello', second = 'hello') {
  const bySlug = await enrolled(bench, ada({ email: 'ada@example.org' }), first);
  const byId = await enrolled(bench, ada({ profile_url: ADA_ID, company: 'Analytical Engines' }), second);
  await started();
  const [older, newer] = [(await one(bySlug)).lead_id, (await one(byId)).lead_id];
  return {
    bySlug,
    byId,
    older,
    newer,
    prove: () => learn(older, profileIdentity('ada-lovelace'), profileIdentity(ADA_ID)),
  };
}

describe('two leads that prove to be one person', () => {
  it('are one: names, fields and enrollments, and the newer id leads to the older one', async () => {
    const { bySlug, byId, older, newer, prove } = await duplicates('hello', 'beside');
    await prove();
    expect(await merge()).toBe(1);
    expect([await one(bySlug), await one(byId)]).toMatchObject([
      { lead_id: older, stop_outcome: null },
      { lead_id: older, stop_outcome: null },
    ]);
    const { rows } = await bench.db.query('select kind, lead_id from identities order by kind');
    expect(rows).toEqual(['email', 'profile_id', 'slug'].map((kind) => ({ kind, lead_id: older })));
    const shown = await bench.call('GET', `/api/leads/${newer}`);
    expect(shown).toMatchObject({
      status: 200,
      body: { id: older, company: 'Analytical Engines', email: 'ada@example.org' },
    });
    expect(shown.headers['content-location']).toBe(`/api/leads/${older}`);
    for (const id of [older, newer]) {
      expect((await bench.call('GET', `/api/enrollments?lead_id=${id}`)).body.items).toHaveLength(2);
    }
    expect((await bench.call('GET', '/api/leads')).body.items).toMatchObject([{ id: older }]);
    expect(await merge()).toBe(0);
  });

  it('keep only the older of two enrollments in one sequence', async () => {
    const { bySlug, byId, older, prove } = await duplicates();
    await prove();
    await merge();
    expect([await one(bySlug), await one(byId)]).toMatchObject([{ stop_outcome: null }, { stop_outcome: 'stopped' }]);
    // It follows once it has ended.
    await bench.db.query(`update enrollments set status = 'finished', finished_at = now() where id = $1`, [byId]);
    const third = await enrolled(bench, ada({ profile_url: 'third', email: 'third@example.org' }), 'beside');
    await learn(older, profileIdentity('third'));
    expect((await one(third)).lead_id).not.toBe(older);
    await merge();
    expect(await one(byId)).toMatchObject({ lead_id: older });
  });

  it('are merged as soon as an event has proved it; one that proves nothing has nobody look for such people', async () => {
    const { byId, older } = await duplicates('hello', 'beside');
    const grace = await enrolled(bench, ada({ profile_url: 'grace', email: 'grace@example.org' }), 'beside');
    let looks = 0;
    const query: Database['query'] = (text, values) => {
      if (text.includes('from merges where')) looks += 1;
      return bench.db.query(text, values);
    };
    const errors: unknown[] = [];
    const given = { ...bench, db: { ...bench.db, query }, onError: (error: unknown) => errors.push(error) };
    const dispatcher = startEventDispatcher({ ...given, idle_ms: 3_600_000 });
    const receive = async (event: Record<string, unknown>) => {
      await storeEvents(bench, [event]);
      dispatcher.wake();
    };
    try {
      await eventually(() => expect(looks).toBe(1));
      await receive(accepted({ public_identifier: 'grace' }));
      await eventually(async () => expect(await one(grace)).toMatchObject({ accepted_at: expect.any(Date) }));
      expect(looks).toBe(1);
      await receive(accepted({ profile_url: ADA_ID, public_identifier: 'ada-lovelace' }));
      await eventually(async () => expect(await one(byId)).toMatchObject({ lead_id: older }));
      expect(errors).toEqual([]);
    } finally {
      await dispatcher.stop();
    }
  });

  it("hear each other's answers, also one that came before", async () => {
    const { bySlug, byId, prove } = await duplicates('hello', 'beside');
    await happens(bench, message(ADA_ID));
    expect([await one(bySlug), await one(byId)]).toMatchObject([{ stop_outcome: null }, { stop_outcome: 'replied' }]);
    await bench.db.query(`update enrollments set created_at = created_at - interval '1 hour'`);
    await prove();
    await merge();
    await match(bench);
    expect(await one(bySlug)).toMatchObject({ stop_outcome: 'replied' });
  });

  it('take along what was being read of the newer one during the merge, as soon as it is free', async () => {
    const { older, newer, prove } = await duplicates('hello', 'beside');
    await happens(bench, message(ADA_ID));
    await prove();
    const of = async () => (await bench.db.query('select lead_id from events')).rows;
    await bench.db.transaction(async (tx) => {
      await tx.query('select from events for update');
      expect(await merge()).toBe(1);
      // Nobody waits for whoever reads it.
      expect(await of()).toEqual([{ lead_id: newer }]);
    });
    await moveLeftBehind(bench.db);
    expect(await of()).toEqual([{ lead_id: older }]);
  });

  it('are both stopped when one of them is on the do-not-contact list', async () => {
    const { bySlug, byId, prove } = await duplicates('hello', 'beside');
    await bench.db.query(
      `insert into suppressions (id, kind, value, reason, created_at) values ('sup_1', 'email', 'ada@example.org', '', now())`,
    );
    await prove();
    await merge();
    expect([await one(bySlug), await one(byId)]).toMatchObject([
      { stop_outcome: 'stopped' },
      { stop_outcome: 'stopped' },
    ]);
  });

  it('are two where their ids on the network differ, or only a shared address is the same', async () => {
    const { older, newer } = await duplicates('hello', 'beside');
    await learn(older, profileIdentity('ACoAAsomebodyelse'));
    await learn(newer, profileIdentity('ada-lovelace'));
    const grace = await enrolled(bench, ada({ profile_url: 'grace', email: 'info@acme.example' }), 'beside');
    await learn(older, emailIdentity('info@acme.example'));
    await merge();
    const { rows } = await bench.db.query('select state, note from merges order by name');
    expect(rows).toEqual([
      { state: 'apart', note: 'several people may share this address' },
      { state: 'apart', note: expect.stringContaining('different ids') },
    ]);
    expect((await one(grace)).lead_id).not.toBe(older);
  });

  it('lose no reply and no name when all happens at one moment', async () => {
    for (let round = 0; round < 12; round++) {
      const url = `https://professional.example/in/ACoAAround${String(round).padStart(8, '0')}`;
      const bySlug = await enrolled(bench, ada({ profile_url: `round-${round}` }));
      const byId = await enrolled(bench, ada({ profile_url: url }), 'beside');
      await started();
      const { lead_id } = await one(bySlug);
      await Promise.all([
        learn(lead_id, profileIdentity(url)).then(merge),
        happens(bench, message(url)),
        learn((await one(byId)).lead_id, profileIdentity(`other-name-${round}`)),
        enrolled(bench, ada({ profile_url: url }), 'beside').catch(() => undefined),
      ]);
      await merge();
      await match(bench);
      expect(await one(bySlug)).toMatchObject({ stop_outcome: 'replied', lead_id });
      expect(await one(byId)).toMatchObject({ stop_outcome: 'replied', lead_id });
      const { rows } = await bench.db.query('select distinct lead_id from identities where value = $1', [
        `other-name-${round}`,
      ]);
      expect(rows).toEqual([{ lead_id }]);
    }
  });
});
