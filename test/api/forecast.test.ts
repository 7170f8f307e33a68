import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPeopleSoFar } from '../../src/runtime/store/campaigns/read-people-so-far.ts';
import { addAccount } from '../enroll/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
beforeEach(async () => {
  api = await openApi();
});
afterEach(() => api.close());

const SEQUENCE = `sequence: slow
limits: { invites: 2/day }
steps:
  - invite: "Hi {{ first_name }}"
  - wait: 1 day
  - end: done
`;

describe('the forecast of a campaign', () => {
  it('says when it ends, what binds, and what would end it sooner, from the rates that were seen', async () => {
    expect((await api.call('POST', '/api/sequences', SEQUENCE)).status).toBe(201);
    const leads = Array.from({ length: 20 }, (_, n) => ({ first_name: `P${n}`, profile_url: `p-${n}` }));
    const made = await api.call('POST', '/api/campaigns', { name: 'F', sequence: 'slow', source: { leads } });
    const { status, body } = await api.call('GET', `/api/campaigns/${made.body.id}/forecast`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ leads: 20, finished: 0, state: 'running', forecast: { runs: 20 } });
    const { end, binding, one_more_account, ten_more_invites, rates } = body.forecast;
    expect(end.low <= end.median && end.median <= end.high).toBe(true);
    // Two a day: ten days for twenty people, and one with twelve a day.
    const days = (Date.parse(end.median) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(8);
    expect(days).toBeLessThan(16);
    expect(binding).toContain('2 invitations a day');
    expect(one_more_account).toMatchObject({ channel: 'professional' });
    expect(ten_more_invites.days_sooner).toBeGreaterThan(5);
    expect(rates.accept).toEqual({ rate: 0.3, of: 0, did: 0 });
    expect((await api.call('GET', '/api/campaigns/cmp_none/forecast')).status).toBe(404);
  });

  it('says why it does not go on now, and calls over only what does not grow', async () => {
    expect((await api.call('POST', '/api/sequences', SEQUENCE)).status).toBe(201);
    const source = { leads: [{ first_name: 'P', profile_url: 'paula' }] };
    const { body: made } = await api.call('POST', '/api/campaigns', { name: 'F', sequence: 'slow', source });
    const forecast = async () => (await api.call('GET', `/api/campaigns/${made.id}/forecast`)).body;
    expect(await forecast()).toMatchObject({ growing: true, held_by: [] });
    const lead = { first_name: 'Q', profile_url: 'quinn' };
    const { body: enrolled } = await api.call('POST', '/api/enrollments/batch', { sequence: 'slow', leads: [lead] });
    await api.db.query(
      `update enrollments set campaign_id = $1, senders = '{"professional": "acc_anna"}' where id = $2`,
      [made.id, enrolled.results[0].id],
    );
    await api.db.query(`update campaigns set status = 'running' where id = $1`, [made.id]);
    await api.db.query(
      `insert into holds (scope, target, state, note, at)
       values ('campaign', $1, 'paused', 'budget review', now()), ('sequence', 'another', 'paused', null, now())`,
      [made.id],
    );
    await api.db.query(`update accounts set status = 'disconnected' where id = 'acc_anna'`);
    expect(await forecast()).toMatchObject({
      ...{ growing: false, state: 'running' },
      held_by: [
        `Paused with the campaign ${made.id} by a person: budget review`,
        expect.stringMatching(/is not connected \(disconnected\)$/),
      ],
    });
    await api.db.query('delete from campaign_tallies where campaign_id = $1', [made.id]);
    expect(await forecast()).toMatchObject({ growing: false, state: 'ended', forecast: null });
    await api.db.query(`insert into campaign_follows (campaign_id, every, next_look_at) values ($1, 'daily', $2)`, [
      ...[made.id, new Date(api.clock.now())],
    ]);
    expect(await forecast()).toMatchObject({ growing: true, state: 'running', forecast: null });
  });

  it('goes by the senders that the campaign has of its own, before anybody has entered and afterwards', async () => {
    await api.call(
      'POST',
      '/api/sequences',
      SEQUENCE.replace('limits:', 'senders: { professional: [acc_anna] }\nlimits:'),
    );
    await addAccount(api.db, 'acc_bert', 'professional');
    await addAccount(api.db, 'acc_cleo', 'professional');
    const leads = Array.from({ length: 24 }, (_, n) => ({ first_name: `P${n}`, profile_url: `p-${n}` }));
    const days = async (senders: Record<string, string[]>) => {
      const asked = { name: JSON.stringify(senders), sequence: 'slow', senders, source: { leads } };
      const { id } = (await api.call('POST', '/api/campaigns', asked)).body;
      const { forecast } = (await api.call('GET', `/api/campaigns/${id}/forecast`)).body;
      return (Date.parse(forecast.end.median) - Date.now()) / 86_400_000;
    };
    // Two a day from each.
    const one = await days({ professional: ['acc_bert'] });
    const two = await days({ professional: ['acc_bert', 'acc_cleo'] });
    expect(one).toBeGreaterThan(10);
    expect(two).toBeLessThan(one - 3);
  });

  it('reads what its people have done, takes their rates, and says beside it what is booked for it by day and account', async () => {
    const text = `sequence: known
steps:
  - invite: "Hi"
  - wait_for: accepted_invitation
    within: 60 days
    then: [{ message: "Thanks" }, { wait_for: reply, within: 40 days, then: [{ end: answered }], else: [{ end: silent }] }]
    else: [{ end: no_answer }]
`;
    expect((await api.call('POST', '/api/sequences', text)).status).toBe(201);
    const leads = Array.from({ length: 2 }, (_, n) => ({ first_name: `K${n}`, profile_url: `k-${n}` }));
    const made = await api.call('POST', '/api/campaigns', { name: 'K', sequence: 'known', source: { leads } });
    const others = leads.map((lead) => ({ ...lead, profile_url: `other-${lead.profile_url}` }));
    const { body: enrolled } = await api.call('POST', '/api/enrollments/batch', { sequence: 'known', leads: others });
    await api.db.query('update enrollments set campaign_id = $1 where id = any($2)', [
      made.body.id,
      enrolled.results.map(({ id }: { id: string }) => id),
    ]);
    const days = (count: number) => new Date(api.clock.now() - count * 86_400_000);
    await api.db.query(
      'update enrollments set started_at = $2, invited_at = $2, accepted_at = $3 where campaign_id = $1',
      [made.body.id, days(20), days(19)],
    );
    await api.db.query(
      `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at, settled_at)
       select id || '/hello/1', id, 'hello', 1, 'acc_anna', 'messages', 'send', 'message', 'done', '{}', $2, $2 from enrollments where campaign_id = $1`,
      [made.body.id, days(18)],
    );
    await api.db.query('update enrollments set replied_at = $2 where campaign_id = $1', [made.body.id, days(17)]);
    const { status, body } = await api.call('GET', `/api/campaigns/${made.body.id}/forecast`);
    expect(status).toBe(200);
    expect(body.forecast.rates).toMatchObject({ accept: { of: 2, did: 2 }, reply: { of: 2, did: 2 } });
    // Who was reached first stands first, whoever was enrolled first: their turn is behind them.
    const first = '(select max(id) from enrollments where campaign_id = $1)';
    await api.db.query(
      `update intents set settled_at = settled_at - interval '1 hour' where enrollment_id = ${first}`,
      [made.body.id],
    );
    const { rows } = await api.db.query<{ id: string }>(`select lead_id as id from enrollments where id = ${first}`, [
      made.body.id,
    ]);
    expect((await readPeopleSoFar(api.db, made.body.id)).map(({ id }) => id)[0]).toBe(rows[0]?.id);
    // Both have replied, whatever the rates say, and nothing is waited for.
    const { low, high } = body.forecast.end;
    expect(low).toBe(high);
    expect(Math.abs(Date.parse(high) - api.clock.now())).toBeLessThan(2 * 86_400_000);

    const soon = new Date(api.clock.now() + 2 * 86_400_000);
    // One of another campaign has a slot on that day too, and one of ours after the days that are asked for.
    const stranger = { first_name: 'S', profile_url: 'stranger' };
    await api.call('POST', '/api/enrollments', { sequence: 'known', lead: stranger });
    await api.db.query(
      `insert into slots (account_id, limit_class, enrollment_id, node, visit, at, local_day, local_week, state)
       select 'acc_anna', 'message', e.id, 'hello', due.visit, due.day, due.day::date, date_trunc('week', due.day)::date, 'booked'
         from enrollments e, (values (1, $1::timestamptz), (2, $1 + interval '30 days')) due (visit, day)
        where e.sequence = 'known'`,
      [soon],
    );
    const calendar = await api.call('GET', `/api/campaigns/${made.body.id}/calendar?days=10`);
    const date = soon.toISOString().slice(0, 10);
    expect(calendar.body).toMatchObject({
      accounts: ['acc_anna'],
      sends: [{ account_id: 'acc_anna', limit_class: 'message', date, used: 0, booked: 2 }],
    });
    expect(calendar.body.sends).toHaveLength(1);
  });

  it('takes rates from those it reached seven days ago or earlier, of mails also who bounced or unsubscribed, and says when it has ended', async () => {
    const text = (wait: string) => `sequence: mailed
senders: { professional: [acc_anna] }
steps: [{ wait: ${wait} }, { end: done }]
`;
    expect((await api.call('POST', '/api/sequences', text('3 days'))).status).toBe(201);
    const lead = { first_name: 'M', profile_url: 'm-0' };
    const { body: made } = await api.call('POST', '/api/campaigns', {
      ...{ name: 'M', sequence: 'mailed', source: { leads: [lead] } },
    });
    const leads = [1, 2, 3].map((n) => ({ first_name: `M${n}`, profile_url: `m-${n}` }));
    const { body: enrolled } = await api.call('POST', '/api/enrollments/batch', { sequence: 'mailed', leads });
    const [one, two, late] = enrolled.results.map(({ id }: { id: string }) => id);
    const days = (count: number) => new Date(api.clock.now() - count * 86_400_000);
    const tally = (what: string, name: string, amount: number) =>
      api.db.query('insert into campaign_tallies (campaign_id, what, name, amount) values ($1, $2, $3, $4)', [
        ...[made.id, what, name, amount],
      ]);
    for (const [id, ago, accepted, outcome] of [
      [one, 20, 19, 'bounced'],
      [two, 20, null, 'unsubscribed'],
      [late, 6, 5, null],
    ] as const) {
      await api.db.query(
        `update enrollments set campaign_id = $2, started_at = $3, invited_at = $3, accepted_at = $4, outcome = $5,
                status = case when $5::text is null then 'active' else 'finished' end, finished_at = case when $5::text is not null then $3::timestamptz end where id = $1`,
        [id, made.id, days(ago), accepted === null ? null : days(accepted), outcome],
      );
      await api.db.query(
        `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at, settled_at)
         values ($1 || '/mail/1', $1, 'mail', 1, 'acc_anna', 'emails', 'send', 'email', 'done', '{}', $2, $2)`,
        [id, days(ago - 0.5)],
      );
      await tally('rows', '', 1);
      await tally('enrolled', '', 1);
      if (outcome !== null) await tally('outcome', outcome, 1);
    }
    // What the campaign entered with holds for it, whatever the sequence says since.
    expect((await api.call('POST', '/api/sequences', text('200 days'))).status).toBe(201);
    const forecast = async () => (await api.call('GET', `/api/campaigns/${made.id}/forecast`)).body;
    const found = await forecast();
    expect(found).toMatchObject({ leads: 4, finished: 2, state: 'running' });
    expect(found.forecast.rates).toMatchObject({
      ...{ accept: { of: 2, did: 1 }, reply: { of: 2, did: 0 } },
      ...{ bounce: { of: 2, did: 1 }, unsubscribe: { of: 2, did: 1 } },
    });
    // All began twenty days ago in what is simulated, and it does not end before today.
    const ahead = Date.parse(found.forecast.end.high) - api.clock.now();
    expect(ahead).toBeGreaterThan(-2 * 86_400_000);
    expect(ahead).toBeLessThan(2 * 86_400_000);

    await tally('rows', '', 20_000);
    expect(await forecast()).toMatchObject({ status: 409, code: 'too_many' });
    await tally('rows', '', -20_000);
    await tally('outcome', 'done', 2);
    await api.db.query(`update campaigns set status = 'running' where id = $1`, [made.id]);
    expect(await forecast()).toMatchObject({ leads: 4, finished: 4, state: 'ended', forecast: null });
  });
});
