import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Node } from '../../src/language/plan/node.ts';
import { DEFAULT_ENROLL } from '../../src/language/plan/plan.ts';
import { campaignSource } from '../../src/runtime/enroll/campaign/campaign-source.ts';
import { createCampaign } from '../../src/runtime/enroll/campaign/create-campaign.ts';
import { importPage } from '../../src/runtime/enroll/campaign/import-page.ts';
import { previewCampaign, problemsOfCampaign } from '../../src/runtime/enroll/campaign/preview-campaign.ts';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { addSequence, type Bench, NODES, openBench } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  const note = 'Hi {{ first_name }} of {{ company }}, {{ vars.topic }}';
  const invite: Node = { kind: 'invite', id: 'invite', note, next: 'end', on_error: { do: 'stop' } };
  await addSequence(bench.db, 'hello', {
    ...{ start: 'invite', nodes: { invite, end: NODES.end as Node }, vars: { topic: 'hiring', score: 0 } },
  });
  await bringList([person('ada', { vars: { score: '7' } }), person('ben'), person('cleo')]);
  const thrice = '{{ company }}, {{ company }}, {{ company }}';
  await addSequence(bench.db, 'beside', {
    ...{ start: 'invite', nodes: { invite: { ...invite, note: thrice }, end: NODES.end as Node }, needs: ['company'] },
    enroll: { ...DEFAULT_ENROLL, active_elsewhere: false },
  });
  await enrollLead(bench, { sequence: 'beside', lead: person('cleo') });
});
afterEach(() => bench.close());

const person = (name: string, more: Record<string, unknown> = {}) => ({
  ...{ first_name: name, company: 'Acme', timezone: 'Europe/Berlin', email: `${name}@x.example` },
  ...{ profile_url: `https://professional.example/in/${name}`, ...more },
});

const request = (leads: readonly unknown[], update: boolean) => {
  const source = campaignSource.parse({ leads });
  if ('csv' in source) throw new Error('not the source that was given');
  return { name: 'March', sequence: 'hello', update, source };
};

async function bringList(leads: readonly unknown[], { update = false } = {}): Promise<string> {
  const created = await createCampaign(bench, request(leads, update));
  if (created.kind === 'refused') throw new Error(created.message);
  const read = importPage({ ...bench, v2: { call: async () => ({ kind: 'refused', code: 'NONE', message: '' }) } });
  const { id } = created.campaign;
  for (let offset: number | null = 0; offset !== null; ) {
    ({ next_offset: offset } = await read({ campaign_id: id, offset }));
  }
  return id;
}

const rowsOf = async (id: string) =>
  (
    await bench.db.query(
      'select row::int, status, code, message from campaign_rows where campaign_id = $1 order by row',
      [id],
    )
  ).rows;
const known = async (name: string) =>
  (
    await bench.db.query(
      `select l.company, l.timezone, l.email, e.vars from leads l join enrollments e on e.lead_id = l.id where l.first_name = $1`,
      [name],
    )
  ).rows[0];

const CORRECTED = [
  person('ada', { timezone: 'Europe/Paris', vars: { score: 9, topic: 'pay' } }),
  // Written otherwise, and the same; what it leaves out is no difference.
  {
    profile_url: 'https://professional.example/in/ben/?trk=x',
    email: 'BEN@x.example',
    first_name: 'ben',
    company: 'Acme',
  },
  person('cleo', { company: 'A'.repeat(120) }),
  person('dora'),
];

describe('the same list again with a correction', () => {
  it('has its dry run say which fields differ, and nothing is changed', async () => {
    const answer = await previewCampaign(bench, request(CORRECTED.slice(0, 2), false));
    if (answer.kind === 'refused') throw new Error(answer.message);
    expect(answer.preview.rows).toMatchObject({
      ...{ total: 2, complete: 2, known: 2, differing: 1 },
      differences: [
        {
          ...{ row: 1, first_name: 'ada', email: 'ada@x.example' },
          differences: [
            { field: 'timezone', was: 'Europe/Berlin', is: 'Europe/Paris' },
            { field: 'vars.score', was: 7, is: 9 },
            { field: 'vars.topic', was: null, is: 'pay' },
          ],
        },
      ],
    });
    const all = await problemsOfCampaign(bench, request(CORRECTED.slice(0, 2), false));
    if (all.kind === 'refused') throw new Error(all.message);
    const problems = [];
    for await (const problem of all.problems) problems.push(problem);
    expect(problems).toMatchObject([
      {
        row: 1,
        status: 'duplicate',
        code: 'differs',
        message: expect.stringContaining('timezone: Europe/Berlin → Europe/Paris'),
      },
    ]);
    expect(await known('ada')).toMatchObject({ timezone: 'Europe/Berlin', vars: { score: 7 } });
  });

  it('keeps what is known where it is not asked to take it', async () => {
    const id = await bringList(CORRECTED.slice(0, 2));
    expect(await rowsOf(id)).toMatchObject([{ code: 'duplicate' }, { code: 'duplicate' }]);
    expect(await known('ada')).toMatchObject({ timezone: 'Europe/Berlin', vars: { score: 7 } });
  });

  it('is taken with `update`: for people who are under way too, and not where a step would fail for it', async () => {
    const id = await bringList(CORRECTED, { update: true });
    expect(await rowsOf(id)).toMatchObject([
      {
        status: 'duplicate',
        code: 'updated',
        message: expect.stringContaining('timezone: Europe/Berlin → Europe/Paris'),
      },
      { status: 'duplicate', code: 'duplicate' },
      {
        status: 'duplicate',
        code: 'not_updated',
        message: expect.stringContaining('company does not fit beside, version 1'),
      },
      { status: 'created', code: null },
    ]);
    expect(await known('ada')).toMatchObject({ timezone: 'Europe/Paris', vars: { score: 9, topic: 'pay' } });
    expect(await known('ben')).toMatchObject({ email: 'ben@x.example' });
    expect(await known('cleo')).toMatchObject({ company: 'Acme' });
    const { rows } = await bench.db.query(`select title from timeline where type = 'corrected'`, []);
    expect(rows).toEqual([{ title: 'A list has corrected timezone, vars.score, vars.topic' }]);
  });

  it('is judged by the variables that a list brings, as at the first time', async () => {
    const id = await bringList([person('ada', { vars: { topic: 't'.repeat(400) } })], { update: true });
    // It does not even fit by itself.
    expect(await rowsOf(id)).toMatchObject([{ status: 'refused', code: 'invalid_lead' }]);
    expect((await known('ada'))?.vars).toEqual({ score: 7 });
  });

  it('is another import than the same list without it, and the same one when it is asked for again', async () => {
    const plain = await bringList(CORRECTED);
    const taken = await bringList(CORRECTED, { update: true });
    expect(taken).not.toBe(plain);
    expect(await bringList(CORRECTED, { update: true })).toBe(taken);
  });

  it('corrects an address, and the former one is none of theirs any more', async () => {
    const id = await bringList([person('ada', { email: 'ada@new.example' })], { update: true });
    expect((await rowsOf(id))[0]).toMatchObject({ code: 'updated' });
    expect(await known('ada')).toMatchObject({ email: 'ada@new.example' });
    const { rows } = await bench.db.query(`select value from identities where value like 'ada@%'`, []);
    expect(rows).toEqual([{ value: 'ada@new.example' }]);
  });
});
