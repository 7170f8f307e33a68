import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CampaignRequest, createCampaign } from '../../src/runtime/enroll/campaign/create-campaign.ts';
import { importPage } from '../../src/runtime/enroll/campaign/import-page.ts';
import { previewCampaign } from '../../src/runtime/enroll/campaign/preview-campaign.ts';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { suppress } from '../../src/runtime/enroll/suppress.ts';
import { beginErasure } from '../../src/runtime/erasure/begin-erasure.ts';
import { rowListing } from '../../src/runtime/store/campaigns/list-rows.ts';
import { readCampaign } from '../../src/runtime/store/campaigns/read-campaign.ts';
import { readPage } from '../../src/runtime/store/listing.ts';
import { createPlanCache } from '../../src/runtime/store/sequences/plan-cache.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { eraseAll, erasingOf } from '../erasure/fixtures.ts';
import { ada, addSequence, type Bench, openBench } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
});
afterEach(() => bench.close());

const v2 = { call: () => Promise.reject(new Error('a list asks nobody')) };

function request(rows: readonly string[], name = 'Spring'): CampaignRequest {
  const text = ['first_name,email,profile_url,phone_number,Unsubscribed', ...rows].join('\n');
  const csv = (async function* () {
    yield Buffer.from(text);
  })();
  return { name, sequence: 'hello', source: { csv, mapping: {} } };
}

async function create(rows: readonly string[], name?: string): Promise<string> {
  const created = await createCampaign(bench, request(rows, name));
  if (created.kind === 'refused') throw new Error(created.message);
  return created.campaign.id;
}

async function runImport(id: string, db: Database = bench.db): Promise<void> {
  const read = importPage({ ...bench, db, v2 });
  for (let offset: number | null = 0; offset !== null; )
    ({ next_offset: offset } = await read({ campaign_id: id, offset }));
}

const rowsOf = (id: string) => readPage(bench.db, rowListing({ campaign_id: id }), { limit: 1000 });
const listed = async () =>
  (
    await bench.db.query<{ kind: string; value: string; reason: string }>(
      'select kind, value, reason from suppressions order by id',
    )
  ).rows;
const countsOf = async (id: string) => {
  const row = await readCampaign(bench.db, { id });
  return {
    ...{ after: row?.opt_outs_after, added: row?.opt_outs_added },
    ...{ present: row?.opt_outs_present, nameless: row?.opt_outs_nameless },
  };
};

const BEA = 'Bea,bea@x.example,https://professional.example/in/bea,,yes';

describe('whom a list says itself not to contact', () => {
  it('is put on the do-not-contact list by every name, with the list, the row and what it says', async () => {
    const id = await create(['Ada,ada@x.example,https://professional.example/in/ada,,no', BEA, 'Cea,broken,,,yes']);
    await runImport(id);
    const reason = `Row 2 of the list “Spring” (${id}). The list says not to contact them: “Unsubscribed” is “yes”.`;
    expect(await listed()).toEqual([
      { kind: 'slug', value: 'bea', reason },
      { kind: 'email', value: 'bea@x.example', reason },
    ]);
    expect(await countsOf(id)).toEqual({ after: null, added: 1, present: 0, nameless: 1 });
    expect((await rowsOf(id)).map(({ status, code, message }) => ({ status, code, message }))).toEqual([
      { status: 'created', code: null, message: null },
      {
        ...{ status: 'refused', code: 'opted_out' },
        message:
          'The list says not to contact them: “Unsubscribed” is “yes”. They were put on the do-not-contact list.',
      },
      {
        ...{ status: 'refused', code: 'opted_out' },
        message:
          'The list says not to contact them: “Unsubscribed” is “yes”. No name of theirs can be read, so they could not be put on the do-not-contact list.',
      },
    ]);
  });

  it('is enrolled by no other row, no later list and nobody else', async () => {
    const id = await create(['Bea,bea@x.example,https://professional.example/in/bea,,', BEA]);
    await runImport(id);
    expect((await rowsOf(id)).map(({ code }) => code)).toEqual(['suppressed', 'opted_out']);
    const later = await create(['Bea,,https://professional.example/in/bea,,'], 'Summer');
    await runImport(later);
    expect((await rowsOf(later)).map(({ code }) => code)).toEqual(['suppressed']);
    const lead = ada({ profile_url: 'https://professional.example/in/another', email: 'bea@x.example' });
    expect(await enrollLead(bench, { sequence: 'hello', lead })).toMatchObject({ kind: 'refused', code: 'suppressed' });
    const { rows } = await bench.db.query('select from enrollments');
    expect(rows).toEqual([]);
  });

  it('is stopped where they are under way', async () => {
    const lead = ada({ profile_url: 'https://professional.example/in/bea' });
    await enrollLead(bench, { sequence: 'hello', lead });
    await runImport(await create([BEA]));
    const { rows } = await bench.db.query('select stop_outcome from enrollments');
    expect(rows).toEqual([{ stop_outcome: 'stopped' }]);
  });

  it('stays on it as they were, where somebody has put them there before', async () => {
    const before = [
      { name: { kind: 'email' as const, value: 'bea@x.example' }, reason: 'asked by phone' },
      { name: { kind: 'slug' as const, value: 'bea' }, reason: 'asked by phone' },
    ];
    await suppress(bench, before);
    const id = await create([BEA]);
    await runImport(id);
    expect((await listed()).map(({ reason }) => reason)).toEqual(['asked by phone', 'asked by phone']);
    expect(await countsOf(id)).toEqual({ after: null, added: 0, present: 1, nameless: 0 });
  });

  it('is put there also where the campaign was stopped before anybody looked at its rows', async () => {
    const id = await create([BEA]);
    await bench.db.query(`update campaigns set status = 'stopped' where id = $1`, [id]);
    await runImport(id);
    expect(await listed()).toHaveLength(2);
  });

  it('is put there by no dry run', async () => {
    const shown = await previewCampaign(bench, request([BEA]));
    expect(shown).toMatchObject({ kind: 'preview', preview: { rows: { refused: { opted_out: 1 } } } });
    expect(await listed()).toEqual([]);
  });

  it('is named nowhere again once they were erased', async () => {
    const lead = ada({ profile_url: 'https://professional.example/in/bea', email: 'bea@x.example' });
    const enrolled = await enrollLead(bench, { sequence: 'hello', lead });
    if (enrolled.kind !== 'created') throw new Error(`Bea was not enrolled: ${enrolled.kind}`);
    const deps = erasingOf(bench);
    await beginErasure({ ...deps, profiles: [], findPlan: createPlanCache() }, enrolled.enrollment.lead_id ?? '');
    await eraseAll(deps);
    const before = await listed();
    const id = await create([BEA]);
    await runImport(id);
    expect(await listed()).toEqual(before);
    const { rows } = await bench.db.query<{ given: unknown }>('select given from campaign_rows');
    expect(rows).toEqual([{ given: null }]);
    expect(await countsOf(id)).toEqual({ after: null, added: 0, present: 1, nameless: 0 });
  });
});

describe('an import that is killed while it puts people on the list', () => {
  const PEOPLE = 250;
  const rows = Array.from({ length: PEOPLE }, (_, n) => `P${n},p${n}@x.example,,,yes`);

  it.each([1, 2, 3])('puts each there once, and nobody is left out: in transaction %i', async (killed) => {
    const id = await create([...rows, 'Ada,ada@x.example,https://professional.example/in/ada,,']);
    let count = 0;
    const dying: Database = {
      ...bench.db,
      query: (text, values) => bench.db.query(text, values),
      transaction: (work, options) =>
        bench.db.transaction(async (tx) => {
          const done = await work(tx);
          count += 1;
          if (count === killed) throw new Error('killed');
          return done;
        }, options),
    };
    await expect(runImport(id, dying)).rejects.toThrow('killed');
    expect(await listed()).toHaveLength((killed - 1) * 100);
    expect((await bench.db.query('select from enrollments')).rows).toEqual([]);
    await runImport(id);
    expect(new Set((await listed()).map(({ value }) => value)).size).toBe(PEOPLE);
    expect(await countsOf(id)).toEqual({ after: null, added: PEOPLE, present: 0, nameless: 0 });
    const twice = (await rowsOf(id)).filter(({ message }) => (message?.split('do-not-contact list').length ?? 0) > 2);
    expect(twice).toEqual([]);
    expect((await bench.db.query('select from enrollments')).rows).toHaveLength(1);
  });
});
