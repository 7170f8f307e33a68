import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Enrolled } from '../../src/runtime/enroll/admission/admission.ts';
import { enrollBatch } from '../../src/runtime/enroll/enroll-batch.ts';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { suppress } from '../../src/runtime/enroll/suppress.ts';
import { mergePeople } from '../../src/runtime/events/match/merge-people.ts';
import { addSequence, type Bench, openBench } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
});
afterEach(() => bench.close());

const BY_ADDRESS = { first_name: 'Ada', email: 'ada@x.example' };
const BY_PROFILE = { first_name: 'Ada', profile_url: 'https://professional.example/in/ada' };
const BY_BOTH = { ...BY_ADDRESS, ...BY_PROFILE };

const enroll = (lead: object, sequence = 'hello') => enrollLead(bench, { sequence, lead });
const codeOf = (enrolled: Enrolled) => (enrolled.kind === 'refused' ? enrolled.code : enrolled.kind);
const listed = (value: string) => suppress(bench, [{ name: { kind: 'email', value }, reason: 'asked' }]);
async function statesOf(leads: readonly object[]) {
  const batch = await enrollBatch(bench, { sequence: 'hello', leads });
  return batch.kind === 'results' ? batch.results.map(({ status }) => status) : batch.code;
}
const enrollments = async () =>
  (await bench.db.query('select lead_id, stop_outcome from enrollments order by id')).rows;
const merge = () =>
  mergePeople({
    ...bench,
    onError: (error) => {
      throw error;
    },
  });

describe('a third row that proves two people to be one', () => {
  it('stops the later of their enrollments at once, with why, and then they are merged', async () => {
    await enroll(BY_ADDRESS);
    const later = await enroll(BY_PROFILE);
    expect(codeOf(await enroll(BY_BOTH))).toBe('duplicate');
    expect((await enrollments()).map(({ stop_outcome }) => stop_outcome)).toEqual([null, 'stopped']);
    const { rows } = await bench.db.query(`select enrollment_id, title from timeline where type = 'stop'`);
    const id = later.kind === 'created' ? later.enrollment.id : '';
    const title = 'Stopped: this person is already enrolled under another name';
    expect(rows).toEqual([{ enrollment_id: id, title }]);
    expect(await merge()).toBe(1);
    expect((await bench.db.query('select from leads where merged_into is null')).rowCount).toBe(1);
    expect(await listed('ada@x.example')).toMatchObject([{ stopped: 1 }]);
  });

  it('begins again where somebody enrolls one of them meanwhile, for that enrollment is not locked in its turn', async () => {
    await enroll(BY_ADDRESS);
    const later = await enroll(BY_PROFILE);
    const id = later.kind === 'created' ? later.enrollment.id : '';
    await addSequence(bench.db, 'other');
    let begun = 0;
    /** Once their enrollments are locked, and before their people are. */
    const meanwhile = async (): Promise<void> => {
      await bench.db.query(
        `insert into enrollments (id, sequence, version, digest, lead_id, senders, status, created_at)
         select e.id || '_late', v.sequence, v.version, v.digest, e.lead_id, e.senders, 'active', e.created_at + interval '1 second'
           from enrollments e, sequence_versions v where e.id = $1 and v.sequence = 'other'`,
        [id],
      );
    };
    const db: Bench['db'] = {
      ...bench.db,
      transaction: (work) =>
        bench.db.transaction((tx) => {
          const isFirst = begun++ === 0;
          const query = tx.query.bind(tx);
          const asked: typeof tx.query = async (text, values) => {
            if (isFirst && text.startsWith('select id from leads where id = any($1) order by id')) await meanwhile();
            return query(text, values);
          };
          return work(Object.assign(tx, { query: asked }));
        }),
    };
    expect(codeOf(await enrollLead({ ...bench, db }, { sequence: 'hello', lead: BY_BOTH }))).toBe('duplicate');
    expect(begun).toBe(2);
    expect((await enrollments()).map(({ stop_outcome }) => stop_outcome)).toEqual([null, 'stopped', 'stopped']);
  });

  it('lets one of a batch in, whichever of the rows comes first', async () => {
    expect(await statesOf([BY_ADDRESS, BY_PROFILE, BY_BOTH])).toEqual(['created', 'duplicate', 'duplicate']);
    const { rows } = await bench.db.query('select kind from identities order by kind');
    expect(rows).toEqual([{ kind: 'email' }, { kind: 'slug' }]);
    expect(await listed('ada@x.example')).toMatchObject([{ stopped: 1 }]);
  });

  it('keeps who is on the do-not-contact list out by the other name, too', async () => {
    await listed('ada@x.example');
    expect(await statesOf([BY_PROFILE, BY_BOTH])).toEqual(['refused', 'refused']);
    expect(await enrollments()).toEqual([]);
  });

  it('leaves two alone whom the network has by different ids', async () => {
    await enroll({ ...BY_PROFILE, profile_url: 'https://professional.example/in/ACoAAsomebodyelse1' });
    await enroll({ ...BY_ADDRESS, profile_url: 'https://professional.example/in/ACoAAsomebodyelse2' });
    await enroll({ ...BY_ADDRESS, profile_url: 'https://professional.example/in/ACoAAsomebodyelse1' });
    expect((await enrollments()).map(({ stop_outcome }) => stop_outcome)).toEqual([null, null]);
  });
});

describe('a row of somebody who is in the sequence already', () => {
  it('adds what else they are known by', async () => {
    await enroll(BY_ADDRESS);
    expect(codeOf(await enroll(BY_BOTH))).toBe('duplicate');
    expect(codeOf(await enroll(BY_PROFILE))).toBe('duplicate');
  });

  it('adds nothing if it is wrong or the person was erased', async () => {
    await enroll(BY_ADDRESS);
    expect(codeOf(await enroll({ ...BY_BOTH, timezone: 'Nowhere' }))).toBe('invalid_lead');
    expect(codeOf(await enroll(BY_PROFILE))).toBe('created');
  });
});

describe('one person in several spellings', () => {
  it.each([
    [{ email: 'mailto:ADA@x.example' }, { email: 'ada@x.example' }],
    [{ email: 'ada@münchen.example' }, { email: 'ada@xn--mnchen-3ya.example' }],
    [{ email: 'a.d.a+news@gmail.com' }, { email: 'ADA@googlemail.com' }],
    [{ phone_number: '06 12 34 56 78', country: 'FR' }, { phone_number: '+33 (0)6 12 34 56 78' }],
    [{ profile_url: 'urn:li:fsd_profile:ACoAAB3x9Qk' }, { profile_url: 'https://professional.example/in/ACoAAB3x9Qk' }],
  ])('is one: %j, %j', async (one, other) => {
    expect(codeOf(await enroll({ first_name: 'Ada', ...one }))).toBe('created');
    expect(codeOf(await enroll({ first_name: 'Ada', ...other }))).toBe('duplicate');
  });

  it('is written to as they were written, and dialed by the one number', async () => {
    await enroll({ first_name: 'Ada', email: ' A.da+news@Gmail.com ', phone_number: '06 12 34 56 78', country: 'FR' });
    const { rows } = await bench.db.query('select email, phone_number from leads');
    expect(rows).toEqual([{ email: 'A.da+news@Gmail.com', phone_number: '+33612345678' }]);
  });

  it('is refused where nobody knows which number it is', async () => {
    const lead = { first_name: 'Ada', phone_number: '491511234567.0' };
    expect(await enroll(lead)).toMatchObject({
      code: 'invalid_lead',
      message: expect.stringContaining('write +491511234567, if that is the number, or give the country'),
    });
  });

  it('reads the numbers of a list by its country, where a row has none of its own', async () => {
    const leads = [
      { first_name: 'Ada', phone_number: '06 12 34 56 78' },
      { first_name: 'Grace', phone_number: '(212) 736-5000', country: 'US' },
    ];
    const batch = await enrollBatch(bench, { sequence: 'hello', leads, country: 'fr' });
    expect(batch).toMatchObject({ results: [{ status: 'created' }, { status: 'created' }] });
    const { rows } = await bench.db.query('select value from identities order by value');
    expect(rows).toEqual([{ value: '+12127365000' }, { value: '+33612345678' }]);
  });
});
