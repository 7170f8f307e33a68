import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiDeps } from '../../src/app/api/context.ts';
import { atSpeed } from '../../src/shared/kit/clock.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
let link: Awaited<ReturnType<NonNullable<ApiDeps['connectLink']>>> = { kind: 'unreachable', reason: 'it is away' };
const linked: unknown[] = [];
beforeAll(async () => {
  api = await openApi({
    connectLink: async (asked) => {
      linked.push(asked);
      return link;
    },
    profiles: [
      {
        name: 'tier-free',
        caps: { invite: [{ count: 3, per: 'week' }] },
        note_length: 200,
        for: { platform: 'professional' },
      },
      { name: 'tier-paid', caps: {}, note_length: 300 },
    ],
  });
});
afterAll(() => api.close());

const SEQUENCE = `sequence: invites
senders: { professional: [acc_anna] }
schedule: { timezone: Europe/Paris, hours: { mon-fri: "09:00-18:00" } }
limits: { invites: 2/day, visits: 40/day, warm_up: { start: 1/day, grow: 1/day } }
steps:
  - invite
  - end: done
`;

describe('an account', () => {
  it('that was connected a moment ago is looked for at the V2 service, once', async () => {
    let asked = 0;
    const fresh = await openApi({
      refreshAccounts: async () => {
        asked += 1;
        await fresh.db.query(`update accounts set id = 'acc_new' where id = 'acc_anna'`);
      },
    });
    try {
      const zone = { timezone: 'Europe/Paris' };
      expect(await fresh.call('PATCH', '/api/accounts/acc_new', zone)).toMatchObject({ status: 200, body: zone });
      expect(asked).toBe(1);
      expect(await fresh.call('GET', '/api/accounts/acc_nobody')).toMatchObject({ status: 404 });
      expect(asked).toBe(2);
    } finally {
      await fresh.close();
    }
  });

  it('shows its network profile, and takes a zone and another profile', async () => {
    expect((await api.call('GET', '/api/accounts/acc_anna')).body).toMatchObject({
      id: 'acc_anna',
      profile: 'tier-free',
    });
    const tried = await api.call('PATCH', '/api/accounts/acc_anna?dry_run=true', { profile: 'tier-paid' });
    expect(tried.body.profile).toBe('tier-paid');
    expect((await api.call('GET', '/api/accounts/acc_anna')).body.profile).toBe('tier-free');
    const set = await api.call('PATCH', '/api/accounts/acc_anna', { timezone: 'Europe/Paris', profile: 'tier-paid' });
    expect(set).toMatchObject({ status: 200, body: { timezone: 'Europe/Paris', profile: 'tier-paid' } });
    const back = await api.call('PATCH', '/api/accounts/acc_anna', { profile: null });
    expect(back.body).toMatchObject({ timezone: 'Europe/Paris', profile: 'tier-free' });
  });

  it.each([
    [{ timezone: 'Europe/Pariss' }, 'is not a time zone'],
    [{ profile: 'tier-gone' }, 'there are: tier-free, tier-paid'],
    [{ name: 'Eve' }, 'name'],
  ])('refuses %j', async (body, problem) => {
    const answer = await api.call('PATCH', '/api/accounts/acc_anna', body);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain(problem);
  });

  it('that is not there is not found', async () => {
    expect((await api.call('GET', '/api/accounts/acc_gone')).status).toBe(404);
    expect((await api.call('PATCH', '/api/accounts/acc_gone', {})).status).toBe(404);
    expect((await api.call('GET', '/api/accounts/acc_gone/capacity')).status).toBe(404);
  });
});

describe('a link by which an account is connected', () => {
  const ask = (body: object, query = '') => api.call('POST', `/api/connect-links${query}`, body);

  it('is that of the V2 service, for an account that is there or for a new one', async () => {
    expect(await ask({ platforms: ['email'] }, '?dry_run=true')).toMatchObject({
      ...{ status: 200, body: { url: null, platforms: ['email'], account_id: null, dry_run: true } },
    });
    expect(linked).toEqual([]);
    expect(await ask({})).toMatchObject({
      status: 502,
      body: { code: 'no_link', detail: expect.stringContaining('it is away') },
    });
    link = {
      kind: 'success',
      data: { url: 'https://v2.example/connect/lnk_1', expires_at: '2030-01-01T00:00:00.000Z' },
    };
    expect(await ask({ platforms: ['email'] })).toMatchObject({
      ...{ status: 201, body: { ...link.data, platforms: ['email'] } },
    });
    expect(await ask({ account_id: 'acc_mail' })).toMatchObject({
      ...{ status: 201, body: { platforms: ['email'], account_id: 'acc_mail' } },
    });
    expect(linked.slice(1)).toEqual([
      { platforms: ['email'], expires_in: 3600 },
      { account_id: 'acc_mail', expires_in: 3600 },
    ]);
    expect(await ask({ account_id: 'acc_gone' })).toMatchObject({ status: 404, body: { code: 'unknown_account' } });
    const { items } = (await api.call('GET', '/api/audit-log?limit=1')).body;
    expect(items[0]).toMatchObject({
      sentence: expect.stringContaining('asked for a link to connect the account acc_mail again'),
    });
    expect(JSON.stringify(items)).not.toContain('lnk_1');
  });

  it('lives for as long as somebody needs to open it, however fast virtual time runs', async () => {
    const { clock } = api;
    const before = clock.setting();
    for (const [speed, seconds] of [
      [60, 60 * 3600],
      [6000, 7 * 86_400],
    ] as const) {
      clock.set(atSpeed(before, Date.now(), speed));
      expect((await ask({ platforms: ['email'] })).status).toBe(201);
      expect(linked.at(-1)).toMatchObject({ expires_in: seconds });
    }
    clock.set(before);
  });
});

describe('the capacity of an account', () => {
  it('shows used, booked and the lowest cap of each class, day by day', async () => {
    expect((await api.call('POST', '/api/sequences', SEQUENCE)).status).toBe(201);
    const { status, body } = await api.call('GET', '/api/accounts/acc_anna/capacity?days=8');
    expect(status).toBe(200);
    expect(body.days).toHaveLength(8);
    const first = Date.parse(body.days[0].date);
    expect(body.days.map(({ date }: { date: string }) => Date.parse(date))).toEqual(
      Array.from({ length: 8 }, (_, index) => first + index * DAY),
    );
    for (const { date, open, classes } of body.days) {
      const weekday = new Date(date).getUTCDay();
      expect(open).toBe(weekday > 0 && weekday < 6);
      expect(classes.visit).toEqual({
        ...{ cap: 40, used: 0, booked: 0 },
        limited_by: 'the visits a day of its sequence',
      });
      expect(classes.message.used).toBe(0);
      const warm = 1 + (Date.parse(date) - first) / DAY;
      expect(classes.invite.cap).toBe(Math.min(2, warm));
    }
  });

  it('counts what is booked, and what that leaves of the week', async () => {
    const { body } = await api.call('GET', '/api/accounts/acc_anna/capacity?days=1');
    const today: string = body.days[0].date;
    const week = new Date(Date.parse(today) - ((new Date(today).getUTCDay() + 6) % 7) * DAY).toISOString().slice(0, 10);
    const answer = await api.call('POST', '/api/enrollments', {
      sequence: 'invites',
      lead: { profile_url: 'https://n.example/in/ada', first_name: 'Ada' },
      senders: { professional: 'acc_anna' },
    });
    expect(answer.status).toBe(201);
    for (const [visit, state] of [
      [1, 'used'],
      [2, 'booked'],
    ]) {
      await api.db.query(
        `insert into slots (account_id, limit_class, enrollment_id, node, visit, at, local_day, local_week, state)
         values ('acc_anna', 'invite', $1, '1-invite', $2, $3, $4, $5, $6)`,
        [answer.body.id, visit, new Date(api.clock.now()), today, week, state],
      );
    }
    const { days } = (await api.call('GET', '/api/accounts/acc_anna/capacity?days=1')).body;
    expect(days[0].classes.invite).toMatchObject({ used: 1, booked: 1, limited_by: expect.any(String) });

    // What was done reaches them first; what follows it does not.
    await api.db.query(
      `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at, settled_at)
       values ($1 || '/1-invite/1', $1, '1-invite', 1, 'acc_anna', 'professional', 'send_invitation', 'invite', 'done', '{}', $2, $2)`,
      [answer.body.id, new Date(api.clock.now() - 1000)],
    );
    const { first_contacts } = (await api.call('GET', '/api/accounts/acc_anna/capacity?days=1')).body;
    expect(first_contacts).toEqual([{ date: today, limit_class: 'invite', used: 1, booked: 0 }]);
    const sends = async (filter: string) =>
      (await api.call('GET', `/api/accounts/acc_anna/sends?date=${today}&limit_class=invite${filter}`)).body.items;
    expect(await sends('')).toMatchObject([
      {
        ...{ state: 'used', first_contact: true, first_name: 'Ada', title: 'Invite' },
        ...{ enrollment_id: answer.body.id, sequence: 'invites' },
      },
      { state: 'booked', first_contact: false, date: today },
    ]);
    expect(await sends('&state=booked')).toHaveLength(1);
    expect(await sends('&campaign_id=cmp_other')).toEqual([]);
    expect((await api.call('GET', '/api/accounts/acc_anna/sends?date=today')).status).toBe(400);
  });

  it('shows who shares the account, how many still wait, and when the last of them has its slot', async () => {
    const before = (await api.call('GET', '/api/accounts/acc_anna/capacity')).body.campaigns;
    const waited = before.find(({ sequence }: { sequence: string }) => sequence === 'invites')?.waiting ?? 0;
    for (const name of ['grace', 'edsger', 'barbara']) {
      const lead = { profile_url: `https://n.example/in/${name}`, first_name: name };
      const body = { sequence: 'invites', lead, senders: { professional: 'acc_anna' } };
      expect((await api.call('POST', '/api/enrollments', body)).status).toBe(201);
    }
    const { campaigns } = (await api.call('GET', '/api/accounts/acc_anna/capacity')).body;
    expect(campaigns).toEqual([
      {
        ...{ campaign_id: null, sequence: 'invites', name: 'invites', weight: 1, waiting: waited + 3 },
        booked: expect.any(Number),
        forecast_finished_at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    ]);
    // One or two invitations a day, on working days.
    expect(Date.parse(campaigns[0].forecast_finished_at)).toBeGreaterThan(api.clock.now());
  });

  it.each(['0', '367', 'x', '1.5'])('refuses %s days', async (days) => {
    expect((await api.call('GET', `/api/accounts/acc_anna/capacity?days=${days}`)).status).toBe(400);
  });
});
