import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_ENROLL, type EnrollRules } from '../../src/language/plan/plan.ts';
import type { Enrolled } from '../../src/runtime/enroll/admission/admission.ts';
import { enrollBatch } from '../../src/runtime/enroll/enroll-batch.ts';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { ada, addSequence, type Bench, openBench } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const rules = (sequence: string, more: Partial<EnrollRules>) =>
  addSequence(bench.db, sequence, { enroll: { ...DEFAULT_ENROLL, ...more } });
const enroll = (lead: unknown, sequence: string) => enrollLead(bench, { sequence, lead });
const codeOf = (enrolled: Enrolled) => (enrolled.kind === 'refused' ? enrolled.code : enrolled.kind);
const idOf = (enrolled: Enrolled) => (enrolled.kind === 'created' ? enrolled.enrollment.id : '');
const finish = (id: string, daysAgo: number) =>
  bench.db.query(`update enrollments set status = 'finished', outcome = 'completed', finished_at = $2 where id = $1`, [
    id,
    new Date(bench.clock.now() - daysAgo * DAY),
  ]);
const person = (name: string, company?: string) =>
  ada({ profile_url: name, first_name: name, ...(company === undefined ? {} : { company }) });
const sent = (enrollment: string, daysAgo: number, more: Record<string, string> = {}) =>
  bench.db.query(
    `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at)
     values ($1 || '/x/1', $1, 'x', 1, 'acc_anna', 'messages', $2, $3, $4, '{}', $5)`,
    [
      enrollment,
      more.action ?? 'send',
      more.limit_class ?? null,
      more.state ?? 'done',
      new Date(bench.clock.now() - daysAgo * DAY),
    ],
  );

describe('again', () => {
  it('never lets anybody through twice, unless the sequence says so', async () => {
    await rules('once', {});
    const first = await enroll(ada(), 'once');
    await finish(idOf(first), 900);
    expect(await enroll(ada(), 'once')).toMatchObject({ code: 'again', existing_id: idOf(first) });
  });

  it('lets a person in again so long after the last time ended, and says from when', async () => {
    await rules('yearly', { again: { after: 90 * DAY } });
    const first = await enroll(ada(), 'yearly');
    expect(await enroll(ada(), 'yearly')).toMatchObject({ code: 'duplicate', existing_id: idOf(first) });
    await finish(idOf(first), 89);
    expect(await enroll(ada(), 'yearly')).toMatchObject({
      code: 'again',
      existing_id: idOf(first),
      message: expect.stringContaining(new Date(bench.clock.now() + DAY).toISOString().slice(0, 10)),
    });
    await finish(idOf(first), 91);
    const second = await enroll(ada(), 'yearly');
    expect(codeOf(second)).toBe('created');
    // The newest end counts.
    await finish(idOf(second), 1);
    expect(await enroll(ada(), 'yearly')).toMatchObject({ code: 'again', existing_id: idOf(second) });
  });

  it('lets one of two in at a time, however they race', async () => {
    await rules('often', { again: { after: DAY } });
    for (let round = 0; round < 5; round++) {
      const lead = person(`person-${round}`);
      await finish(idOf(await enroll(lead, 'often')), 2);
      const results = await Promise.all([enroll(lead, 'often'), enroll(lead, 'often')]);
      expect(results.map(codeOf).sort()).toEqual(['created', 'duplicate']);
    }
  });
});

describe('unless active elsewhere', () => {
  it('is the default, and another sequence may be entered beside it only where the rule is off', async () => {
    await rules('first', {});
    await rules('strict', {});
    await rules('beside', { active_elsewhere: false });
    const first = await enroll(ada(), 'first');
    expect(await enroll(ada(), 'strict')).toMatchObject({ code: 'active_elsewhere', existing_id: idOf(first) });
    expect(codeOf(await enroll(ada(), 'beside'))).toBe('created');
    expect(codeOf(await enroll(ada(), 'beside'))).toBe('duplicate');
  });
});

describe('unless contacted within', () => {
  beforeEach(async () => {
    await rules('before', {});
    await rules('careful', { contacted_within: 30 * DAY });
  });

  it('refuses whom any sequence reached a short time ago, by whichever name', async () => {
    const first = await enroll(ada({ email: 'ada@example.org' }), 'before');
    await sent(idOf(first), 29, { limit_class: 'email' });
    await finish(idOf(first), 29);
    expect(await enroll({ first_name: 'Ada', email: 'ADA@example.org' }, 'careful')).toMatchObject({
      code: 'contacted_recently',
      existing_id: idOf(first),
      message: expect.stringContaining('before'),
    });
  });

  it.each([
    ['a send long ago', 31, { limit_class: 'email' }, 'created'],
    ['a visit', 1, { limit_class: 'visit', action: 'visit' }, 'created'],
    ['a send that was refused', 1, { limit_class: 'invite', state: 'refused' }, 'created'],
    ['a send in doubt', 1, { limit_class: 'invite', state: 'unknown' }, 'contacted_recently'],
    ['a comment', 1, { action: 'comment' }, 'contacted_recently'],
  ] as const)('takes %s as it is', async (_, daysAgo, intent, code) => {
    const first = await enroll(ada(), 'before');
    await sent(idOf(first), daysAgo, intent);
    await finish(idOf(first), 0);
    expect(codeOf(await enroll(ada(), 'careful'))).toBe(code);
  });
});

describe('per company', () => {
  it('counts active people of one company in this sequence, without case and white space', async () => {
    await rules('few', { per_company: 2 });
    await rules('other', { per_company: 2 });
    const first = await enroll(person('ada', 'Acme Inc'), 'few');
    expect(codeOf(await enroll(person('ben', ' ACME   inc '), 'few'))).toBe('created');
    expect(await enroll(person('cleo', 'acme inc'), 'few')).toMatchObject({
      code: 'per_company',
      existing_id: idOf(first),
    });
    expect(codeOf(await enroll(person('cleo', 'acme inc'), 'other'))).toBe('created');
    expect(codeOf(await enroll(person('dan', 'Acme'), 'few'))).toBe('created');
    expect(codeOf(await enroll(person('eve'), 'few'))).toBe('created');
    await finish(idOf(first), 0);
    expect(codeOf(await enroll(person('fred', 'Acme Inc'), 'few'))).toBe('created');
  });

  it('knows a company by accented letters of either case and either form', async () => {
    await rules('few', { per_company: 1 });
    expect(codeOf(await enroll(person('ada', 'École Supérieure'), 'few'))).toBe('created');
    expect(codeOf(await enroll(person('ben', 'ÉCOLE SUPÉRIEURE'), 'few'))).toBe('per_company');
    expect(codeOf(await enroll(person('cleo', 'École supérieure'.normalize('NFD')), 'few'))).toBe('per_company');
  });

  it('remembers the company that a person came with before', async () => {
    await rules('before', {});
    await rules('few', { per_company: 1 });
    await finish(idOf(await enroll(person('ada', 'Acme'), 'before')), 0);
    expect(codeOf(await enroll(person('ben', 'Acme'), 'few'))).toBe('created');
    expect(codeOf(await enroll(person('ada'), 'few'))).toBe('per_company');
  });

  it('is never exceeded, however many colleagues race', async () => {
    await rules('few', { per_company: 2 });
    for (let round = 0; round < 5; round++) {
      const names = ['Acme', 'ACME', ' acme', 'Acme ', 'aCME'];
      const colleagues = names.map((name, index) => person(`p-${round}-${index}`, `${name} ${round}`));
      const results = await Promise.all(colleagues.map((lead) => enroll(lead, 'few')));
      expect(results.map(codeOf).sort()).toEqual(['created', 'created', 'per_company', 'per_company', 'per_company']);
    }
  });

  it('does not block those who race from two sequences, one that counts and one that does not', async () => {
    await rules('few', { per_company: 10 });
    await rules('free', {});
    for (let round = 0; round < 5; round++) {
      const people = Array.from({ length: 4 }, (_, index) => person(`q-${round}-${index}`, 'Acme'));
      const results = await Promise.all(people.flatMap((lead) => [enroll(lead, 'free'), enroll(lead, 'few')]));
      const codes = results.map(codeOf);
      expect(codes.filter((code) => code === 'created')).toHaveLength(4);
      await bench.db.query(`update enrollments set status = 'finished', finished_at = now()`);
    }
  });
});

describe('a batch', () => {
  it('says for each row which rule stands against it', async () => {
    await rules('few', { per_company: 1 });
    await enroll(person('ada', 'Acme'), 'few');
    const batch = await enrollBatch(bench, { sequence: 'few', leads: [person('ben', 'Acme'), person('ada', 'Acme')] });
    expect(batch).toMatchObject({
      results: [
        { status: 'refused', error: { code: 'per_company' } },
        { status: 'duplicate', error: { code: 'duplicate' } },
      ],
    });
  });

  it('lets the first rows of a company in, whichever way they are admitted', async () => {
    await rules('few', { per_company: 2 });
    for (let round = 0; round < 5; round++) {
      const leads = Array.from({ length: 8 }, (_, index) => person(`b-${round}-${index}`, `Acme ${round}`));
      const batch = await enrollBatch(bench, { sequence: 'few', leads });
      const statuses = batch.kind === 'results' ? batch.results.map(({ status }) => status) : [];
      expect(statuses).toEqual(['created', 'created', ...Array<string>(6).fill('refused')]);
    }
  });
});
