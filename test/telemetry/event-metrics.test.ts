import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dispatchOutbox } from '../../src/runtime/outbox/dispatch-outbox.ts';
import { learnIdentities } from '../../src/runtime/store/leads/learn-identities.ts';
import { profileIdentity } from '../../src/shared/identity/identity.ts';
import { ada, addSequence, type Bench, openBench } from '../enroll/fixtures.ts';
import { ADA_ID, delivery, enrolled, happens, match, message, receiverOf, subscribe } from '../events/fixtures.ts';
import { addedBy, metricValue } from './values.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
});
afterEach(() => bench.close());

const OF = { account: 'acc_anna', channel: 'professional' };

async function adaIsKnown(): Promise<string> {
  const id = await enrolled(bench, ada());
  const { rows } = await bench.db.query<{ lead_id: string }>('select lead_id from enrollments where id = $1', [id]);
  const identity = profileIdentity(ADA_ID);
  if (identity && rows[0]) await learnIdentities(bench.db, rows[0].lead_id, [identity]);
  return id;
}

describe('an event', () => {
  it('that is a reply of somebody known counts as a reply of the account, once however often it is delivered', async () => {
    await adaIsKnown();
    const reply = message(ADA_ID);
    const comes = () => happens(bench, reply);
    expect(await addedBy(comes, 'overture_replies_total', OF)).toBe(1);
    expect(await addedBy(comes, 'overture_replies_total', OF)).toBe(0);
  });

  it('of a stranger is counted as such, and is nobody’s reply', async () => {
    const before = await metricValue('overture_replies_total', OF);
    const comes = () => happens(bench, message('https://professional.example/in/nobody-we-know'));
    expect(await addedBy(comes, 'overture_events_total', { kind: 'stranger', state: 'unmatched' })).toBe(1);
    expect(await metricValue('overture_replies_total', OF)).toBe(before);
  });

  it('is measured from when it happened to when it was received, and from then to when it was ingested', async () => {
    const lag = () => metricValue('overture_webhook_lag_seconds_sum', { by: 'webhook', channel: 'professional' });
    const before = await lag();
    const reply = message(ADA_ID);
    await subscribe(bench);
    const comes = async () => {
      expect(await receiverOf(bench)(delivery(reply))).toEqual({ status: 200 });
      await match(bench);
    };
    expect(await addedBy(comes, 'overture_event_wait_seconds_count', { channel: 'professional' })).toBe(1);
    const age = (Date.now() - Date.parse(String(reply.timestamp))) / 1000;
    expect((await lag()) - before).toBeGreaterThan(age - 60);
    expect((await lag()) - before).toBeLessThan(age + 60);
  });
});

describe('the outbox', () => {
  it('counts what it sent and what failed', async () => {
    await enrolled(bench, ada());
    let down = true;
    const start = async () => {
      if (down) throw new Error('Temporal is away');
    };
    const gone = async () => 'gone' as const;
    const workflows = { startEnrollment: start, startCampaign: start, signalEnrollment: gone, moveEnrollment: gone };
    const sends = () => dispatchOutbox({ ...bench, workflows, onError: () => undefined });
    const of = { kind: 'start_enrollment' };
    expect(await addedBy(sends, 'overture_outbox_sent_total', { ...of, result: 'failed' })).toBe(1);
    await bench.db.query('update outbox set wall_due_at = now()');
    down = false;
    expect(await addedBy(sends, 'overture_outbox_sent_total', { ...of, result: 'delivered' })).toBe(1);
    expect(await metricValue('overture_outbox_wait_seconds_count', of)).toBeGreaterThanOrEqual(1);
  });
});
