import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Node } from '../../src/language/plan/node.ts';
import { DEFAULT_ENROLL } from '../../src/language/plan/plan.ts';
import { campaignSource } from '../../src/runtime/enroll/campaign/campaign-source.ts';
import { createCampaign } from '../../src/runtime/enroll/campaign/create-campaign.ts';
import { importPage } from '../../src/runtime/enroll/campaign/import-page.ts';
import { enrollBatch } from '../../src/runtime/enroll/enroll-batch.ts';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { changeLead } from '../../src/runtime/enroll/leads/change-lead.ts';
import { bringAddressReports } from '../../src/runtime/events/bounces/bring-address-reports.ts';
import { clearAddress, findAddressReports } from '../../src/runtime/store/addresses/address-reports.ts';
import { saveEnrollSettings } from '../../src/runtime/store/addresses/enroll-settings.ts';
import { ada, addAccount, addSequence, type Bench, NODES, openBench } from '../enroll/fixtures.ts';
import { email, envelope, match, storeEvents } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  const mail: Node = {
    kind: 'email',
    id: 'mail',
    subject: 'Hi',
    text: 'Hello',
    thread: false,
    unsubscribe: true,
    next: 'end',
    on_error: { do: 'stop' },
  };
  const end = NODES.end as Node;
  for (const name of ['mails', 'more-mails']) {
    const enroll = { ...DEFAULT_ENROLL, active_elsewhere: false };
    await addSequence(bench.db, name, { start: 'mail', nodes: { mail, end }, needs: ['email'], enroll });
  }
  await addSequence(bench.db, 'hello');
});
afterEach(() => bench.close());

const DEAD = 'ada@example.org';
const bounce = (more: Record<string, unknown> = {}) =>
  envelope(
    'email_bounced',
    {
      bounce_kind: 'hard',
      bounce_status: '5.1.1',
      bounced_recipient: 'Ada@Example.ORG',
      diagnostic: '550 5.1.1 no such user',
      original_message_id: null,
      ...more,
    },
    { account_id: 'acc_mail', platform: 'email' },
  );

/** Takes an event in as one of that day. */
async function happensOn(day: string, event: Record<string, unknown>): Promise<void> {
  await storeEvents(bench, [event]);
  await bench.db.query('update events set occurred_at = $2 where event_id = $1', [event.event_id, new Date(day)]);
  await match(bench);
}

const lead = (address = DEAD, name = 'ada-lovelace') => ada({ email: address, profile_url: name });
const enter = (sequence: string, who: unknown = lead(), senders = {}) =>
  enrollLead(bench, { sequence, lead: who, senders });
const reportOf = async (address = DEAD) => (await findAddressReports(bench.db, [address])).get(address) ?? null;

describe('a mail that came back for good', () => {
  it('keeps everybody at that address out of every sequence that writes there, with the day and the reason', async () => {
    expect(await enter('mails')).toMatchObject({ kind: 'created' });
    await happensOn('2026-11-02T08:00:00Z', bounce());
    const refused = await enter('more-mails');
    expect(refused).toMatchObject({ kind: 'refused', code: 'bad_address' });
    expect(refused).toHaveProperty(
      'message',
      expect.stringContaining(
        'Mails to ada@example.org came back for good on 2026-11-02: 550 5.1.1 no such user. A reply from there clears',
      ),
    );
    // However it is written, and whoever comes with it.
    expect(await enter('more-mails', lead('mailto:ADA@example.org', 'another-ada'))).toMatchObject({
      code: 'bad_address',
    });
  });

  it('is known of an address that belonged to nobody, and whichever account had written there', async () => {
    await addAccount(bench.db, 'acc_other', 'email');
    await happensOn('2026-11-02T08:00:00Z', { ...bounce(), account_id: 'acc_other' });
    const entered = await enter('mails', lead(), { email: 'acc_mail' });
    expect(entered).toMatchObject({ kind: 'refused', code: 'bad_address' });
  });

  it('says nothing about a sequence that never writes there', async () => {
    await happensOn('2026-11-02T08:00:00Z', bounce());
    expect(await enter('hello')).toMatchObject({ kind: 'created' });
  });

  it('may come back later', async () => {
    await happensOn('2026-11-02T08:00:00Z', bounce({ bounce_kind: 'soft', bounce_status: '4.2.2' }));
    expect(await reportOf()).toBeNull();
    expect(await enter('mails')).toMatchObject({ kind: 'created' });
  });

  it('is over when somebody answers from there, and not by an answer from before', async () => {
    await enter('hello');
    await happensOn('2026-11-02T08:00:00Z', bounce());
    await happensOn('2026-11-01T08:00:00Z', email({ message_id: '<before@x.example>' }));
    expect(await reportOf()).toMatchObject({ kind: 'bounce' });
    await happensOn('2026-11-05T08:00:00Z', email());
    expect(await reportOf()).toBeNull();
    // Told again of the same day, and then of a new one.
    await happensOn('2026-11-03T08:00:00Z', bounce());
    expect(await reportOf()).toBeNull();
    await happensOn('2026-11-06T08:00:00Z', bounce());
    expect(await reportOf()).toMatchObject({ at: new Date('2026-11-06T08:00:00Z') });
  });

  it('is over when a person says that the address is good', async () => {
    await happensOn('2026-11-02T08:00:00Z', bounce());
    await clearAddress(bench.db, DEAD, new Date('2026-11-04T08:00:00Z'));
    expect(await enter('mails')).toMatchObject({ kind: 'created' });
  });

  it('only warns where a setting says so: in the answer, and in the timeline', async () => {
    await happensOn('2026-11-02T08:00:00Z', bounce());
    await saveEnrollSettings(bench.db, { bad_addresses: 'warn' });
    const warning = 'Mails to ada@example.org came back for good on 2026-11-02: 550 5.1.1 no such user.';
    const enrolled = await enter('mails');
    expect(enrolled).toMatchObject({ kind: 'created', warning });
    const batch = await enrollBatch(bench, { sequence: 'more-mails', leads: [lead(DEAD, 'somebody-else')] });
    expect(batch).toMatchObject({ results: [{ status: 'created', warning }] });
    const lines = await bench.db.query(`select title from timeline where type = 'warned'`, []);
    expect(lines.rows).toEqual([{ title: warning }, { title: warning }]);
  });

  it('is no address to correct somebody to who is under way by mail', async () => {
    await happensOn('2026-11-02T08:00:00Z', bounce());
    const enrolled = await enter('mails', lead('augusta@example.org'));
    if (enrolled.kind === 'refused') throw new Error(enrolled.message);
    const { lead_id } = enrolled.enrollment;
    const changed = await changeLead(bench, lead_id, { fields: { email: DEAD } });
    expect(changed).toMatchObject({
      kind: 'invalid',
      errors: [{ field: 'email', message: expect.stringContaining('came back for good on 2026-11-02') }],
    });
  });
});

describe('a complaint', () => {
  it('stands with the address, and no answer takes it back', async () => {
    await enter('hello');
    const event = { complained_recipient: DEAD, original_message_id: null, feedback_type: 'abuse' };
    await happensOn(
      '2026-11-02T08:00:00Z',
      envelope('email_complained', event, { account_id: 'acc_mail', platform: 'email' }),
    );
    await happensOn('2026-11-05T08:00:00Z', email());
    expect(await reportOf()).toMatchObject({ kind: 'complaint', at: new Date('2026-11-02T08:00:00Z') });
  });
});

describe('an import', () => {
  it('says of each row why, and takes it when it is tried again after somebody has cleared the address', async () => {
    await happensOn('2026-11-02T08:00:00Z', bounce());
    const source = campaignSource.parse({ leads: [lead(), lead('ben@example.org', 'ben')] });
    if ('csv' in source) throw new Error('not the source that was given');
    const created = await createCampaign(bench, { name: 'C', sequence: 'mails', source });
    if (created.kind === 'refused') throw new Error(created.message);
    const v2 = { call: async () => ({ kind: 'refused', code: 'NONE', message: 'is not asked' }) as const };
    await importPage({ ...bench, v2 })({ campaign_id: created.campaign.id, offset: 0 });
    const { rows } = await bench.db.query('select row, status, code, message from campaign_rows order by row', []);
    expect(rows).toMatchObject([
      { status: 'refused', code: 'bad_address', message: expect.stringContaining('2026-11-02') },
      { status: 'created', code: null },
    ]);
  });
});

describe('what the version before received', () => {
  it('is brought along with the answers since, and once', async () => {
    const people = [DEAD, 'ben@example.org'];
    await enter('hello', lead(DEAD));
    await enter('hello', lead('ben@example.org', 'ben'));
    for (const address of people) await happensOn('2026-11-02T08:00:00Z', bounce({ bounced_recipient: address }));
    await happensOn('2026-11-05T08:00:00Z', email({ sender: { name: 'Ben', email: 'ben@example.org' } }));
    await bench.db.query('delete from address_reports', []);
    await bringAddressReports(bench, 1);
    expect(await reportOf()).toMatchObject({
      kind: 'bounce',
      reason: '550 5.1.1 no such user',
      account_id: 'acc_mail',
    });
    expect(await reportOf('ben@example.org')).toBeNull();
    // What is cleared stays so, however often it is read.
    await clearAddress(bench.db, DEAD, new Date('2026-11-06T08:00:00Z'));
    await bench.db.query(`update name_passes set passes = 0, place = '' where what = 'addresses'`, []);
    await bringAddressReports(bench, 1);
    expect(await reportOf()).toBeNull();
  });
});
