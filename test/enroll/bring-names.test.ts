import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { bringNames } from '../../src/runtime/enroll/names/bring-names.ts';
import { mergePeople } from '../../src/runtime/events/match/merge-people.ts';
import { deleteSuppression } from '../../src/runtime/store/suppressions/delete-suppression.ts';
import { email, happens, match } from '../events/fixtures.ts';
import { addSequence, type Bench, openBench } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
  await addSequence(bench.db, 'other');
});
afterEach(() => bench.close());

let made = 0;
/** A person in a sequence with names as the version before wrote them; running. */
async function stored(
  lead: { email?: string; phone_number?: string; profile_url?: string; country?: string },
  names: readonly (readonly [string, string])[],
  sequence = 'hello',
) {
  made += 1;
  const enrolled = await enrollLead(bench, {
    sequence,
    lead: { first_name: 'Ada', email: `somebody${made}@x.example` },
  });
  if (enrolled.kind === 'refused') throw new Error(enrolled.message);
  const { id, lead_id } = enrolled.enrollment;
  const { email = null, phone_number = null, profile_url = null, country = null } = lead;
  await bench.db.query('update leads set email = $2, phone_number = $3, profile_url = $4, country = $5 where id = $1', [
    lead_id,
    email,
    phone_number,
    profile_url,
    country,
  ]);
  await bench.db.query('update enrollments set started_at = now() where id = $1', [id]);
  await bench.db.query('delete from identities where lead_id = $1', [lead_id]);
  for (const [kind, value] of names) {
    await bench.db.query('insert into identities (kind, value, lead_id) values ($1, $2, $3)', [kind, value, lead_id]);
  }
  return { id, lead_id };
}
const entry = (kind: string, value: string) =>
  bench.db.query(`insert into suppressions (id, kind, value, reason, created_at) values ($1, $2, $1, 'asked', now())`, [
    value,
    kind,
  ]);
const stops = async () =>
  (await bench.db.query('select id, stop_outcome from enrollments order by id')).rows.map((row) => row.stop_outcome);
const linesOf = async (id: string) =>
  (await bench.db.query(`select title from timeline where enrollment_id = $1 and type = 'stop'`, [id])).rows.map(
    ({ title }) => title,
  );
const namesOf = async (lead: string) =>
  (
    await bench.db.query(`select kind || ':' || value as name from identities where lead_id = $1 order by 1`, [lead])
  ).rows.map(({ name }) => name);

describe('names of the version before', () => {
  it('stay, and people are known by the one form of each beside them', async () => {
    const ada = await stored(
      {
        email: 'mailto:A.da@Gmail.com',
        phone_number: '33612345678',
        profile_url: 'https://network.example/pub/ada/a7/576/b50',
      },
      [
        ['email', 'a.da@gmail.com'],
        ['phone', '33612345678'],
        ['slug', 'ada'],
        ['urn', 'urn:li:fsd_profile:ACoAAB3x9Qk'],
      ],
    );
    await bringNames(bench, 1);
    expect(await namesOf(ada.lead_id)).toEqual([
      'email:a.da@gmail.com',
      'email:ada@gmail.com',
      'phone:+33612345678',
      'phone:33612345678',
      'profile_id:ACoAAB3x9Qk',
      'slug:ada',
      'slug:ada-b50576a7',
      'urn:urn:li:fsd_profile:ACoAAB3x9Qk',
    ]);
    const { rows } = await bench.db.query('select email, phone_number from leads where id = $1', [ada.lead_id]);
    expect(rows).toEqual([{ email: 'A.da@Gmail.com', phone_number: '+33612345678' }]);
    expect(
      await enrollLead(bench, { sequence: 'hello', lead: { first_name: 'A', email: 'ADA@googlemail.com' } }),
    ).toMatchObject({ code: 'duplicate', existing_id: ada.id });
  });

  it('leave a number alone that nobody knows the country of', async () => {
    const { lead_id } = await stored({ phone_number: '0612345678' }, [['phone', '0612345678']]);
    const french = await stored({ phone_number: '0699999999', country: 'FR' }, [['phone', '0699999999']]);
    await bringNames(bench, 1);
    expect(await namesOf(lead_id)).toEqual(['phone:0612345678']);
    expect(await namesOf(french.lead_id)).toEqual(['phone:+33699999999', 'phone:0699999999']);
  });
});

describe('two who turn out to be one', () => {
  it('are joined: the later of two in one sequence stops, and its timeline says why', async () => {
    const first = await stored({ email: 'ada@münchen.example' }, [['email', 'ada@münchen.example']]);
    const later = await stored({ email: 'ada@xn--mnchen-3ya.example' }, [['email', 'ada@xn--mnchen-3ya.example']]);
    await bringNames(bench, 1);
    expect(await stops()).toEqual([null, 'stopped']);
    expect(await linesOf(later.id)).toEqual(['Stopped: this person is already enrolled under another name']);
    expect(await mergePeople({ ...bench, onError: (error) => expect(error).toBeNull() })).toBe(1);
    const { rows } = await bench.db.query('select merged_into from leads where id = $1', [later.lead_id]);
    expect(rows).toEqual([{ merged_into: first.lead_id }]);
  });

  it('are joined by a number where one of them is known by nothing else', async () => {
    await stored({ phone_number: '+33612345678' }, [['phone', '+33612345678']]);
    await stored({ phone_number: '33612345678' }, [['phone', '33612345678']]);
    await bringNames(bench, 1);
    expect(await stops()).toEqual([null, 'stopped']);
  });

  it('are left where they have other names, for several answer at one number', async () => {
    await stored({ phone_number: '+33612345678' }, [
      ['phone', '+33612345678'],
      ['slug', 'ada'],
    ]);
    await stored({ phone_number: '33612345678' }, [
      ['phone', '33612345678'],
      ['slug', 'grace'],
    ]);
    await bringNames(bench, 1);
    expect(await stops()).toEqual([null, null]);
  });
});

describe('an entry of the do-not-contact list', () => {
  it.each([
    ['email', 'ada@münchen.example', { email: 'ada@xn--mnchen-3ya.example' }],
    ['email', 'mailto:ada@x.example', { email: 'Ada@x.example' }],
    ['email', 'a.da+news@gmail.com', { email: 'ada@googlemail.com' }],
    ['domain', 'zürich.example', { email: 'x@mail.xn--zrich-kva.example' }],
    ['domain', 'googlemail.com', { email: 'x@gmail.com' }],
    ['phone', '33612345678', { phone_number: '+33 6 12 34 56 78' }],
    ['urn', 'urn:li:fsd_profile:ACoAAB3x9Qk', { profile_url: 'https://network.example/in/ACoAAB3x9Qk' }],
  ])('by %s, %s, holds at once for %j', async (kind, value, lead) => {
    const enrolled = await enrollLead(bench, { sequence: 'hello', lead: { first_name: 'Ada', ...lead } });
    const id = enrolled.kind === 'created' ? enrolled.enrollment.id : '';
    await bench.db.query('update enrollments set started_at = now()');
    await entry(kind, value);
    await bringNames(bench, 1);
    expect(await stops()).toEqual(['stopped']);
    expect(await linesOf(id)).toEqual([expect.stringMatching(/^Put on the do-not-contact list by /)]);
    await bench.db.query(`update enrollments set status = 'finished', outcome = 'stopped'`);
    const again = { sequence: 'other', lead: { first_name: 'Ada', ...lead } };
    expect(await enrollLead(bench, again)).toMatchObject({ code: 'suppressed' });
    await bench.db.transaction((tx) => deleteSuppression(tx, value));
    expect(await enrollLead(bench, again)).toMatchObject({ kind: 'created' });
  });

  it('holds for whom their new name shows to be on it', async () => {
    await stored({ email: 'a.da@gmail.com' }, [['email', 'a.da@gmail.com']]);
    await entry('email', 'ada@gmail.com');
    await bringNames(bench, 1);
    expect(await stops()).toEqual(['stopped']);
  });
});

describe('an event that nobody was known by', () => {
  const waits = async (address: string, key: string) => {
    const event = email({ sender: { name: 'Ada', email: address, is_self_sent: false } });
    await happens(bench, event);
    await bench.db.query('update events set keys = $2 where event_id = $1', [event.event_id, [key]]);
  };
  const eventsAre = async () =>
    (await bench.db.query('select state, keys from events')).rows.map(({ state, keys }) => [state, ...keys]);

  it('is read again where somebody is known by the one form of its name', async () => {
    await waits('A.da@Gmail.com', 'email:a.da@gmail.com');
    await stored({ email: 'ada@gmail.com' }, [['email', 'ada@gmail.com']]);
    await bringNames(bench, 1);
    expect(await eventsAre()).toEqual([['pending', 'email:a.da@gmail.com', 'email:ada@gmail.com']]);
    await match(bench);
    expect(await eventsAre()).toEqual([['matched']]);
  });

  it('is read again once somebody is, in whichever spelling', async () => {
    await waits('A.da@Gmail.com', 'email:a.da@gmail.com');
    await bringNames(bench, 1);
    expect(await eventsAre()).toEqual([['unmatched', 'email:a.da@gmail.com', 'email:ada@gmail.com']]);
    await enrollLead(bench, { sequence: 'hello', lead: { first_name: 'Ada', email: 'ada+x@googlemail.com' } });
    expect(await eventsAre()).toEqual([['pending', 'email:a.da@gmail.com', 'email:ada@gmail.com']]);
  });

  it('that was stored by the version before meanwhile is read again when somebody is known as it was written', async () => {
    await bringNames(bench, 1);
    await waits('A.da@Gmail.com', 'email:a.da@gmail.com');
    await enrollLead(bench, { sequence: 'hello', lead: { first_name: 'Ada', email: 'a.da@gmail.com' } });
    expect(await eventsAre()).toEqual([['pending', 'email:a.da@gmail.com']]);
  });
});

describe('a pass', () => {
  it('goes on where it was, and once more when the version before has been gone for an hour', async () => {
    await bringNames(bench, 1);
    const late = await stored({ email: 'a.da@gmail.com' }, [['email', 'a.da@gmail.com']]);
    await bringNames(bench, 2);
    expect(await namesOf(late.lead_id)).toEqual(['email:a.da@gmail.com']);
    await bench.db.query(`update name_passes set wall_passed_at = now() - interval '2 hours'`);
    await bringNames(bench, 2);
    expect(await namesOf(late.lead_id)).toEqual(['email:a.da@gmail.com', 'email:ada@gmail.com']);
    await bench.db.query('delete from name_passes');
    await bringNames(bench, 2);
  });
});
