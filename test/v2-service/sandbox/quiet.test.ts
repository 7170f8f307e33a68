import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type Sandbox, startSandbox } from './sandbox-service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const HOUR = 3_600_000;
const quiet = () => sandbox.control('GET', '/quiet');
const atRest = () => eventually(async () => expect(await quiet()).toMatchObject({ under_way: [] }));

describe('what the service is at work on', () => {
  it('is nothing where nobody does anything, and nothing is due [sandbox GET /sandbox/quiet]', async () => {
    await atRest();
    expect(await quiet()).toMatchObject({ under_way: [], next: null });
  });

  it('names the reaction that is due next, and is at work on it when the clock has jumped there, exactly', async () => {
    const account = await sandbox.account();
    await sandbox.watch(account);
    const person = await sandbox.person({ behavior: { accepts_after: 'PT2H' } });
    await sandbox.act('network', account, 'invite', { profile_url: person.url });
    await atRest();
    const before = await quiet();
    expect(before.next.what).toBe('reactions of people in the sandbox');
    expect(Date.parse(before.next.at) - Date.parse(before.now)).toBeGreaterThan(1.9 * HOUR);
    expect(Date.parse(before.next.at) - Date.parse(before.now)).toBeLessThanOrEqual(2 * HOUR);

    const jumped = await sandbox.control('POST', '/clock', { to: before.next.at });
    expect(Date.parse(jumped.now)).toBeGreaterThanOrEqual(Date.parse(before.next.at));
    expect(Date.parse(jumped.now) - Date.parse(before.next.at)).toBeLessThan(60_000);
    await eventually(async () => expect((await sandbox.events(account)).length).toBeGreaterThan(0));
    await atRest();
    const after = await quiet();
    expect(after.next).toBeNull();
    expect(after.mark).not.toBe(before.mark);
  });

  it('jumps nowhere by a moment that has passed: a jump asked for twice goes no further', async () => {
    const { now } = await sandbox.control('GET', '/clock');
    const again = await sandbox.control('POST', '/clock', { to: new Date(Date.parse(now) - HOUR).toISOString() });
    expect(Date.parse(again.now) - Date.parse(now)).toBeLessThan(60_000);
    for (const body of [{ to: 'tomorrow' }, { to: now, advance: 'PT1H' }]) {
      expect((await sandbox.call('POST', '/sandbox/clock', body)).status).toBe(400);
    }
  });

  it('counts what a receiver has not got yet, and when it is tried again', async () => {
    const account = await sandbox.account();
    await sandbox.call('POST', '/v2/webhooks', {
      account_id: account,
      url: 'http://127.0.0.1:9/nobody',
    });
    const person = await sandbox.person();
    await sandbox.control('POST', `/people/${person.slug}/act`, { account_id: account, do: 'invite_me' });
    await eventually(async () =>
      expect(await quiet()).toMatchObject({ under_way: [], next: { what: 'webhook deliveries' } }),
    );
  });
});
