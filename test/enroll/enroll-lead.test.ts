import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import type { Enrolled } from '../../src/runtime/enroll/admission/admission.ts';
import { enrollBatch } from '../../src/runtime/enroll/enroll-batch.ts';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { insertSuppression } from '../../src/runtime/store/suppressions/insert-suppression.ts';
import { ada, addAccount, addSequence, type Bench, NODES, openBench } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
});
afterEach(() => bench.close());

const enroll = (lead: unknown, sequence = 'hello', more = {}) => enrollLead(bench, { sequence, lead, ...more });
const codeOf = (enrolled: Enrolled) => (enrolled.kind === 'refused' ? enrolled.code : enrolled.kind);
const count = async (table: string) => (await bench.db.query(`select from ${table}`)).rowCount;

describe('enrolling one lead', () => {
  it('writes the person, the enrollment and the start of its workflow together', async () => {
    const enrolled = await enroll(ada({ email: 'Ada@Example.org', vars: { team: 'Core' } }));
    expect(enrolled).toMatchObject({
      kind: 'created',
      enrollment: { sequence: 'hello', version: 1, vars: { team: 'Core' } },
    });
    const outbox = await bench.db.query('select kind, target_id from outbox');
    expect(outbox.rows).toEqual([
      { kind: 'start_enrollment', target_id: enrolled.kind === 'created' ? enrolled.enrollment.id : '' },
    ]);
    const names = await bench.db.query('select kind, value from identities order by kind');
    expect(names.rows).toEqual([
      { kind: 'email', value: 'ada@example.org' },
      { kind: 'slug', value: 'ada-lovelace' },
    ]);
  });

  it('refuses a lead without a needed variable, by its name, and white space is missing too', async () => {
    await addSequence(bench.db, 'needs', { needs: ['first_name', 'email', 'vars.team'], vars: { team: null } });
    const enrolled = await enroll(ada({ first_name: ' \t', vars: { team: '  ' } }), 'needs');
    expect(enrolled).toMatchObject({ code: 'missing', missing: ['first_name', 'email', 'vars.team'] });
    expect(enrolled).toMatchObject({ message: expect.stringContaining('vars.team') });
    expect(await count('leads')).toBe(0);
    expect(codeOf(await enroll(ada({ email: 'a@b.example', vars: { team: 'Core' } }), 'needs'))).toBe('created');
  });

  it('refuses whom some step would fail for, with the reason, and keeps nothing of them', async () => {
    const text = `sequence: dated\nlimits: { emails: 20/day }\nvars: { start: null }\nsteps:
  - email: { subject: x, text: "On {{ vars.start | date: '%e %B' }}{% if company %} at {{ company }}, {{ location }}{% endif %}" }\n`;
    const compiled = compileSequence(text);
    if (!compiled.ok) throw new Error(text);
    await addAccount(bench.db, 'acc_mail', 'email');
    await addSequence(bench.db, 'dated', compiled.plan);
    const dated = (start: string, more = {}) =>
      enroll(ada({ email: 'ada@x.example', vars: { start }, ...more }), 'dated');
    for (const start of ['2027-02-30', '3/2/2027', 'soon', '46082']) {
      const refused = {
        code: 'invalid_lead',
        message: expect.stringMatching(`^lead\\.vars\\.start: "${start}" is not a date`),
      };
      expect(await dated(start), start).toMatchObject(refused);
      const leads = [ada({ email: 'ada@x.example', vars: { start } })];
      expect(await enrollBatch(bench, { sequence: 'dated', leads })).toMatchObject({
        results: [{ status: 'refused', error: refused }],
      });
    }
    expect(await dated('2027-03-02', { company: 'Acme' })).toMatchObject({ code: 'missing', missing: ['location'] });
    expect([await count('leads'), await count('enrollments')]).toEqual([0, 0]);
    expect(codeOf(await dated('2 March 2027'))).toBe('created');
  });

  it('keeps a value as the default of its variable declares it, and refuses what is something else', async () => {
    await addSequence(bench.db, 'typed', { vars: { score: 0, vip: false, start: '2027-01-01', team: 'Platform' } });
    const typed = (vars: Record<string, unknown>) => enroll(ada({ vars }), 'typed');
    expect(await typed({ score: 'ten' })).toMatchObject({
      code: 'invalid_lead',
      message: 'lead.vars.score must be a number, as its default 0 is: "ten" is none; write it like 10 or 12.5.',
    });
    expect(await typed({ vip: 'x', start: '2027-02-30' })).toMatchObject({
      code: 'invalid_lead',
      message: expect.stringMatching(/^lead\.vars\.vip must be true or false.*; lead\.vars\.start must be a day/),
    });
    expect([await count('leads'), await count('enrollments')]).toEqual([0, 0]);
    expect(codeOf(await typed({ score: '10', vip: 'TRUE', start: '2 March 2027', team: 7, other: '1' }))).toBe(
      'created',
    );
    const { rows } = await bench.db.query('select vars from enrollments');
    expect(rows).toEqual([{ vars: { score: 10, vip: true, start: '2027-03-02', team: '7', other: '1' } }]);
  });

  it('takes a variable from the defaults of the sequence', async () => {
    await addSequence(bench.db, 'defaults', { needs: ['vars.team'], vars: { team: 'Platform' } });
    expect(codeOf(await enroll(ada(), 'defaults'))).toBe('created');
  });

  it.each([
    [{ firstname: 'Ada' }, 'unknown_field', 'lead.firstname'],
    [{ profile_url: 'https://professional.example/company/acme' }, 'invalid_lead', 'lead.profile_url'],
    [{ email: 'ada@' }, 'invalid_lead', 'lead.email'],
    [{ timezone: 'Paris' }, 'invalid_lead', 'lead.timezone'],
    [{ first_name: 7 }, 'invalid_lead', 'lead.first_name'],
    [{ vars: { team: {} } }, 'invalid_lead', 'lead.vars.team'],
    [{ profile_url: null }, 'missing', 'profile_url'],
  ])('refuses %j as %s', async (more, code, name) => {
    expect(await enroll(ada(more))).toMatchObject({ code, message: expect.stringContaining(name) });
    expect(await count('enrollments')).toBe(0);
  });

  it('refuses an unknown sequence or version', async () => {
    expect(codeOf(await enroll(ada(), 'nope'))).toBe('unknown_sequence');
    expect(codeOf(await enroll(ada(), 'hello', { version: 2 }))).toBe('unknown_sequence');
  });

  it.each([
    'https://www.professional.example/in/Ada-Lovelace/',
    'http://fr.professional.example/in/ada-lovelace?utm=1#top',
    'professional.example/in/ada-lovelace/en',
    'https://professional.example/in/ada%2Dlovelace',
    'ada-lovelace',
  ])('knows the same person by %s', async (profile_url) => {
    const first = await enroll(ada());
    expect(await enroll(ada({ profile_url }))).toMatchObject({
      code: 'duplicate',
      existing_id: first.kind === 'created' ? first.enrollment.id : '',
    });
  });

  it('distinguishes a person who is under way from one who has been through it', async () => {
    const first = await enroll(ada());
    expect(codeOf(await enroll(ada()))).toBe('duplicate');
    await bench.db.query(`update enrollments set status = 'finished', outcome = 'replied'`);
    expect(await enroll(ada())).toMatchObject({
      code: 'again',
      existing_id: first.kind === 'created' ? first.enrollment.id : '',
    });
  });

  it('refuses a person who is active in another sequence, and takes them when that has ended', async () => {
    await addSequence(bench.db, 'other');
    const first = await enroll(ada({ email: 'ada@example.org' }));
    const byMail = { first_name: 'Ada', email: 'ADA@example.org' };
    expect(await enroll(byMail, 'other')).toMatchObject({
      code: 'active_elsewhere',
      existing_id: first.kind === 'created' ? first.enrollment.id : '',
    });
    await bench.db.query(`update enrollments set status = 'finished'`);
    expect(codeOf(await enroll(byMail, 'other'))).toBe('created');
  });

  it('lets one of two identical enrollments in, however they race', async () => {
    for (let round = 0; round < 10; round++) {
      const lead = ada({ profile_url: `person-${round}`, email: `p${round}@example.org` });
      const results = await Promise.all([enroll(lead), enroll(lead), enroll({ ...lead, profile_url: null })]);
      expect(results.map(codeOf).sort()).toEqual(['created', 'duplicate', 'duplicate']);
    }
    expect(await count('leads')).toBe(10);
  });

  it('lets one of two sequences have a person, however they race', async () => {
    await addSequence(bench.db, 'other');
    for (let round = 0; round < 10; round++) {
      const lead = ada({ profile_url: `person-${round}` });
      const results = await Promise.all([enroll(lead), enroll(lead, 'other')]);
      expect(results.map(codeOf).sort()).toEqual(['active_elsewhere', 'created']);
    }
  });

  it.each([
    ['email', 'ada@mail.acme.example'],
    ['domain', 'acme.example'],
    ['slug', 'ada-lovelace'],
    ['company', 'acme inc'],
  ] as const)('refuses who is on the do-not-contact list by %s', async (kind, value) => {
    await insertSuppression(bench.db, { id: 'sup_1', kind, value, reason: 'asked', created_at: new Date() });
    const lead = ada({ email: 'Ada@Mail.acme.example', company: ' Acme  INC' });
    expect(await enroll(lead)).toMatchObject({ code: 'suppressed', existing_id: 'sup_1' });
  });

  it('refuses by a name that is known of the person, though the lead does not bring it', async () => {
    await enroll(ada({ email: 'ada@example.org' }));
    await bench.db.query('delete from timeline; ');
    await bench.db.query('delete from enrollments');
    await insertSuppression(bench.db, {
      id: 'sup_1',
      kind: 'email',
      value: 'ada@example.org',
      reason: 'asked',
      created_at: new Date(),
    });
    expect(codeOf(await enroll(ada()))).toBe('suppressed');
  });
});

describe('senders', () => {
  it('are the only account of each channel that the plan uses', async () => {
    expect(await enroll(ada())).toMatchObject({ enrollment: { senders: { professional: 'acc_anna' } } });
  });

  it('come from the plan, spread over its pool, and a lead keeps its own', async () => {
    await addAccount(bench.db, 'acc_ben', 'professional');
    await addSequence(bench.db, 'pool', { senders: { professional: ['acc_anna', 'acc_ben'] } });
    for (let n = 0; n < 20; n++) await enroll(ada({ profile_url: `p-${n}` }), 'pool');
    const { rows } = await bench.db.query(
      `select senders ->> 'professional' as sender, count(*)::int from enrollments group by 1`,
    );
    expect(rows.map(({ sender }) => sender).sort()).toEqual(['acc_anna', 'acc_ben']);
  });

  it('are refused when unknown, of another channel, or ambiguous', async () => {
    expect(codeOf(await enroll(ada(), 'hello', { senders: { professional: 'acc_x' } }))).toBe('unknown_account');
    expect(codeOf(await enroll(ada(), 'hello', { senders: { professional: 'acc_mail' } }))).toBe('unknown_account');
    await addAccount(bench.db, 'acc_ben', 'professional');
    expect(codeOf(await enroll(ada()))).toBe('no_sender');
    expect(codeOf(await enroll(ada(), 'hello', { senders: { professional: 'acc_ben' } }))).toBe('created');
  });

  it('are refused when a channel of the plan has no account', async () => {
    const message = {
      kind: 'message',
      id: 'm',
      next: 'end',
      channel: 'messenger',
      text: 'Hi',
      on_error: { do: 'stop' },
    } as const;
    await addSequence(bench.db, 'chat', { nodes: { ...NODES, m: message } });
    expect(await enroll(ada(), 'chat')).toMatchObject({
      code: 'no_sender',
      message: expect.stringContaining('messenger'),
    });
  });
});

describe('a batch', () => {
  it('answers each row in its place', async () => {
    const leads = [
      ada(),
      ada({ first_name: '' }),
      ada(),
      ada({ profile_url: 'grace', nickname: 'G' }),
      ada({ profile_url: 'grace' }),
    ];
    const batch = await enrollBatch(bench, { sequence: 'hello', leads });
    const results = batch.kind === 'results' ? batch.results : [];
    expect(results.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5]);
    expect(results[1]).toMatchObject({ status: 'refused', error: { code: 'missing' } });
    expect(results[3]).toMatchObject({ status: 'refused', error: { code: 'unknown_field' } });
    expect([results[0]?.status, results[2]?.status]).toEqual(['created', 'duplicate']);
    expect(results[0]?.id).toBe(results[2]?.id);
    expect(results[4]?.status).toBe('created');
  });
});
