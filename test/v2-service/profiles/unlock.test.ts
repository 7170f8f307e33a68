import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const call = (account_id: string, params: object) =>
  sandbox.call('POST', '/v2/profiles', { account_id, action: 'unlock', params });
const unlock = async (account: string, profile: string) => {
  const { body } = await call(account, { profile });
  return { body, credits: body.metadata.credits_consumed as number, ok: body.success as boolean };
};
const people = (count: number) => Promise.all(Array.from({ length: count }, () => sandbox.person({ degree: 3 })));
/** Seats of their own contract, so that one test's unlocks are not another's. */
let contracts = 0;
const seat = (contract = `contract ${contracts++}`) => sandbox.account({ contract });
const used = async (account: string): Promise<number> => {
  const { rows } = await sandbox.service.db.query<{ unlocks_used: number }>(
    'select unlocks_used from sandbox_seats where account_id = $1',
    [account],
  );
  return rows[0]?.unlocks_used ?? 0;
};

describe('unlock', () => {
  it('gives the member as the seat knows them, for 1 credit and one unlock [profiles/unlock record/unlock.* credits#6]', async () => {
    const account = await seat();
    const person = await sandbox.control('POST', '/people', { first_name: 'Ada', last_name: 'Quill', degree: 3 });
    const { body } = await unlock(account, person.profile_url);
    expect(body.data).toEqual({
      unlocked: true,
      sales_profile_id: person.recipient_urn.split(':').at(-1),
      recipient_urn: person.recipient_urn,
      member_urn: person.member_urn,
      full_name: 'Ada Quill',
      degree: 3,
      profile_url: person.profile_url,
      inmail_restriction: 'NO_RESTRICTION',
    });
    expect(body.metadata).toMatchObject({ action: 'unlock', account_id: account, credits_consumed: 1 });
    expect(await used(account)).toBe(1);
    const closed = await sandbox.person({ inmail_restriction: 'RESTRICTED', degree: 1 });
    expect((await unlock(account, closed.url)).body.data).toMatchObject({
      inmail_restriction: 'RESTRICTED',
      degree: 1,
    });
    const inmail = { recipient_urn: body.data.recipient_urn, message_text: 'Hello' };
    await sandbox.act('messages', account, 'send', inmail);
  });

  it('takes every form of a profile and of a lead, under both names [profiles/unlock.profile profiles/unlock.profile_url]', async () => {
    const account = await seat();
    const person = await sandbox.control('POST', '/people', {});
    const lead = person.recipient_urn.split(':').at(-1);
    const member = person.member_urn.split(':').at(-1);
    const forms = [
      person.profile_url,
      person.profile_id_url,
      person.public_identifier,
      person.member_urn,
      member,
      person.recipient_urn,
      lead,
      `https://professional.example/sales/lead/${lead},NAME_SEARCH,x1y2`,
      `urn:li:fs_salesProfile:(${lead},NAME_SEARCH,x1y2)`,
    ];
    for (const profile of forms) {
      const { body } = await unlock(account, profile);
      expect(body.data, profile).toMatchObject({ member_urn: person.member_urn });
    }
    expect((await call(account, { profile_url: person.profile_url })).body.data).toMatchObject({ unlocked: true });
    expect(await used(account)).toBe(1);
  });

  it('costs nothing again, for no seat of the contract; another contract pays for itself', async () => {
    const [first, second, stranger] = [await seat('shared'), await seat('shared'), await seat('other')];
    const [person = { url: '' }] = await people(1);
    expect((await unlock(first, person.url)).credits).toBe(1);
    expect(await unlock(first, person.url)).toMatchObject({ ok: true, credits: 0 });
    expect(await unlock(second, person.url)).toMatchObject({ ok: true, credits: 0 });
    expect([await used(first), await used(second)]).toEqual([1, 0]);
    expect((await unlock(stranger, person.url)).credits).toBe(1);
    expect(await used(stranger)).toBe(1);
  });

  it('makes all seats of an owner one contract where none is named', async () => {
    const [first, second] = [await sandbox.account(), await sandbox.account()];
    const [person = { url: '' }] = await people(1);
    expect((await unlock(first, person.url)).credits).toBe(1);
    expect((await unlock(second, person.url)).credits).toBe(0);
    await sandbox.call('DELETE', `/v2/accounts/${first}`);
    expect((await unlock(second, person.url)).credits).toBe(0);
  });

  it('is refused without a premium seat, and for nobody: the one is charged, the other is not [errors#1]', async () => {
    const classic = await sandbox.account({ products: ['classic'] });
    const [person = { url: '' }] = await people(1);
    const denied = (await unlock(classic, person.url)).body;
    expect(denied.error).toMatchObject({ code: 'CHANNEL_ERROR', sub_code: 'PREMIUM_NAV_ACCESS_DENIED' });
    expect(denied.metadata.credits_consumed).toBe(1);
    const account = await seat();
    for (const params of [{}, { profile: ' ' }, { profile: 'nobody-here' }, { profile: 7 }]) {
      const { status, body } = await call(account, params);
      expect([status, body.error.code, body.metadata.credits_consumed]).toEqual([400, 'INVALID_PARAMS', 0]);
    }
    const me = await sandbox.act('profiles', account, 'get_me');
    expect((await unlock(account, me.profile_url)).body.error.code).toBe('INVALID_PARAMS');
    expect(await used(account)).toBe(0);
  });

  it('has 25 a month per seat, neither pooled nor carried over; the calendar of the world begins them anew', async () => {
    const [account, other] = [await seat('pool'), await seat('pool')];
    const many = await people(28);
    for (const { url } of many.slice(0, 25)) expect((await unlock(account, url)).ok).toBe(true);
    const refused = (await unlock(account, many[25]?.url ?? '')).body;
    expect(refused.error).toMatchObject({ code: 'CHANNEL_ERROR', sub_code: 'PREMIUM_NAV_ACCESS_DENIED' });
    expect(refused.error.message).toContain('25 unlocks');
    expect(await unlock(account, many[0]?.url ?? '')).toMatchObject({ ok: true, credits: 0 });
    expect((await unlock(other, many[26]?.url ?? '')).ok).toBe(true);

    const now = new Date(sandbox.service.clock.now());
    const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    const hours = Math.ceil((nextMonth - now.getTime()) / 3_600_000);
    await sandbox.advance(`PT${hours}H`);
    expect((await unlock(account, many[25]?.url ?? '')).ok).toBe(true);
    // One of the new month: what the other seat left of the old one has not come with it.
    expect([await used(account), await used(other)]).toEqual([1, 1]);
    expect((await unlock(other, many[27]?.url ?? '')).ok).toBe(true);
    expect(await used(other)).toBe(1);
  });

  it('lets one of many win the last unlock', async () => {
    const account = await seat();
    const many = await people(30);
    for (const { url } of many.slice(0, 24)) await unlock(account, url);
    const last = await Promise.all(many.slice(24).map(({ url }) => unlock(account, url)));
    expect(last.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await used(account)).toBe(25);
  });

  it('is paid once when two seats of a contract unlock the same member at the same time', async () => {
    const seats = await Promise.all(Array.from({ length: 4 }, () => seat('race')));
    const [person = { url: '' }] = await people(1);
    const all = await Promise.all(seats.map((account) => unlock(account, person.url)));
    expect(all.map(({ credits }) => credits).sort()).toEqual([0, 0, 0, 1]);
  });
});
