import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiBench, openApi } from './fixtures.ts';
import { addPlayedCampaign, type Played } from './played-campaign.ts';

let api: ApiBench;
let played: Played;

beforeAll(async () => {
  api = await openApi();
  played = await addPlayedCampaign(api, { people: 120 });
});
afterAll(() => api.close());

const results = async (query = '') => (await api.call('GET', `/api/campaigns/${played.id}/results${query}`)).body;
const people = async (query: Record<string, string>) => {
  const asked = new URLSearchParams({ limit: '1000', count: 'true', ...query });
  const { status, body } = await api.call('GET', `/api/campaigns/${played.id}/results/people?${asked}`);
  expect(status).toBe(200);
  expect(body.count).toEqual({ value: body.items.length, exact: true });
  return body.items;
};

describe('the results of a campaign', () => {
  it('count who was reached, who accepted, who replied, and how it ended', async () => {
    const found = await results();
    // Everybody is invited but every twelfth, who is refused; every second accepts and gets the message; every fourth replies.
    expect(found).toMatchObject({
      ...{ campaign_id: played.id, sequence: 'played', window_days: 14, enrolled: 120 },
      ...{ contacted: 110, accepted: 50, replied: 30, finished: 111 },
      outcomes: { replied: 30, done: 81 },
      cost: { credits: 110 + 50 + 20, inmails: 10, credits_per_reply: 6, inmails_per_reply: 0.33 },
    });
  });

  it('draw the funnel as one reads the sequence, with what each step brought', async () => {
    const { funnel } = await results();
    expect(funnel.map(({ kind }: { kind: string }) => kind)).toEqual(['invite', 'wait_for', 'message', 'inmail']);
    const [invite, wait, message, inmail] = funnel;
    expect(invite).toMatchObject({
      reached: 120,
      done: 110,
      refused: 10,
      in_doubt: 0,
      not_done: 0,
      accepted: 50,
      calls: 110,
    });
    expect(wait).toMatchObject({ reached: 0, standing: 9 });
    expect(message).toMatchObject({ reached: 52, done: 50, in_doubt: 1, not_done: 1, answered: 20 });
    expect(inmail).toMatchObject({ done: 10, answered: 10 });
  });

  it('open every number to its people, no one more and no one less', async () => {
    const found = await results('?by=vars.company_size');
    const opened: [number, Record<string, string>][] = [
      [found.enrolled, {}],
      [found.contacted, { contacted: 'true' }],
      [found.enrolled - found.contacted, { contacted: 'false' }],
      [found.accepted, { accepted: 'true' }],
      [found.replied, { replied: 'true' }],
      [found.reply_rate.judged, { judged: 'true' }],
      ...Object.entries(found.outcomes).map(([outcome, count]): [number, Record<string, string>] => [
        Number(count),
        { outcome },
      ]),
    ];
    for (const { step, ...counts } of found.funnel) {
      opened.push(
        [counts.reached, { step }],
        [counts.standing, { standing: step }],
        [counts.answered, { answered: step }],
      );
      for (const result of ['done', 'in_doubt', 'refused', 'not_done']) opened.push([counts[result], { step, result }]);
      if (counts.kind === 'invite') opened.push([counts.accepted, { step, result: 'done', accepted: 'true' }]);
    }
    for (const { group, ...counts } of found.groups) {
      opened.push([counts.enrolled, { group: group ?? '' }], [counts.replied, { group: group ?? '', replied: 'true' }]);
    }
    expect(opened.length).toBeGreaterThan(40);
    for (const [count, filter] of opened) {
      const those = await people({ by: 'vars.company_size', ...filter });
      expect([filter, those.length]).toEqual([filter, count]);
      expect(new Set(those.map(({ enrollment_id }: { enrollment_id: string }) => enrollment_id)).size).toBe(count);
    }
  });

  it('open every number of the arms of a split to its people, in the list and in the file', async () => {
    const { body } = await api.call('GET', `/api/sequences/played/experiments?campaign_id=${played.id}`);
    const [{ node: split, arms }] = body.splits;
    expect(arms.map(({ name, entered }: { name: string; entered: number }) => [name, entered])).toEqual([
      ['long', 60],
      ['short', 60],
    ]);
    // The reply of one of them came before a label did, and of another the split after all that happened.
    await api.db.query(
      "update timeline set at = at + interval '30 days' where type = 'branch' and enrollment_id = $1",
      [played.enrollment(16)],
    );
    const moved = (await api.call('GET', `/api/sequences/played/experiments?campaign_id=${played.id}`)).body.splits[0]
      .arms;
    expect(moved[1]).toMatchObject({ entered: 60, accepted: arms[1].accepted - 1, replied: arms[1].replied - 1 });
    for (const { name: arm, ...counts } of moved) {
      const opened: [number, Record<string, string>][] = [
        [counts.entered, {}],
        [counts.contacted, { contacted: 'true' }],
        [counts.entered - counts.contacted, { contacted: 'false' }],
        [counts.accepted, { accepted: 'true' }],
        [counts.replied, { replied: 'true' }],
        [counts.positive, { positive: 'true' }],
        [counts.bounced, { outcome: 'bounced' }],
      ];
      for (const [count, filter] of opened) {
        const asked = { split, arm, ...filter };
        expect([asked, (await people(asked)).length]).toEqual([asked, count]);
      }
      const file = await api.call(
        'GET',
        `/api/campaigns/${played.id}/results.csv?split=${split}&arm=${arm}&replied=true`,
      );
      expect(parse(String(file.body), { columns: true, bom: true })).toHaveLength(counts.replied);
    }
    await api.db.query(
      "update timeline set at = at - interval '30 days' where type = 'branch' and enrollment_id = $1",
      [played.enrollment(16)],
    );
    for (const [query, field] of [
      ['arm=long', 'split'],
      [`split=${split}`, 'arm'],
      ['split=2-invite&arm=long', 'split'],
    ]) {
      expect(await api.call('GET', `/api/campaigns/${played.id}/results/people?${query}`)).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      });
    }
  });

  it('are grouped by week, by sender, by a field of the lead and by a variable; the groups add up', async () => {
    const sum = (groups: { enrolled: number }[]) => groups.reduce((total, { enrolled }) => total + enrolled, 0);
    for (const by of ['week', 'sender', 'company', 'country', 'vars.company_size', 'vars.none']) {
      const { groups } = await results(`?by=${by}`);
      expect([by, sum(groups)]).toEqual([by, 120]);
    }
    const weeks = (await results()).groups;
    expect(weeks.map(({ group }: { group: string }) => group)).toEqual(['2026-03-02', '2026-03-09', null]);
    const senders = (await results('?by=sender')).groups;
    expect(senders.map(({ group, enrolled }: { group: string; enrolled: number }) => [group, enrolled])).toEqual([
      ['acc_anna', 110],
      [null, 10],
    ]);
    const sizes = (await results('?by=vars.company_size')).groups;
    expect(sizes.map(({ group }: { group: string }) => group).toSorted()).toEqual(['1-10', '11-50', '51+']);
    expect(await api.call('GET', `/api/campaigns/${played.id}/results?by=shoe_size`)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'by' }] },
    });
    expect((await api.call('GET', '/api/campaigns/cmp_none/results')).body.code).toBe('unknown_campaign');
  });

  it('judge the reply rate by those alone whose days are over, and say where it lies', async () => {
    const all = await results();
    expect(all.reply_rate).toMatchObject({ judged: 110, replied: 30 });
    expect(all.reply_rate.rate).toBeCloseTo(30 / 110, 10);
    // Wilson's interval of 30 of 110, as R's `prop.test(30, 110, correct = FALSE)` gives it.
    expect(all.reply_rate.low).toBeCloseTo(0.1982, 3);
    expect(all.reply_rate.high).toBeCloseTo(0.3625, 3);
    const ofNinetyDays = await results('?window_days=90');
    expect(ofNinetyDays.reply_rate).toMatchObject({ judged: 0, replied: 0, rate: null, low: 0, high: 1 });
    // Replies come two days after the invitation.
    expect((await results('?window_days=1')).reply_rate).toMatchObject({ judged: 110, replied: 0 });
  });

  it('count what people of ours have said of the answers', async () => {
    const label = async (n: number, name: string) => {
      const [who] = await people({ replied: 'true' }).then((all) => all.slice(n, n + 1));
      await api.db.query('update enrollments set label = $2, labeled_at = replied_at where id = $1', [
        who.enrollment_id,
        name,
      ]);
      return who.enrollment_id;
    };
    const positive = [await label(0, 'interested'), await label(1, 'booked')];
    await label(2, 'not_interested');
    const found = await results('?by=sender');
    expect(found).toMatchObject({ positive: 2, labels: { interested: 1, booked: 1, not_interested: 1 } });
    expect(found.groups[0].positive).toBe(2);
    const ids = async (query: Record<string, string>) =>
      (await people(query)).map(({ enrollment_id }: { enrollment_id: string }) => enrollment_id);
    expect(await ids({ positive: 'true' })).toEqual(positive);
    expect(await ids({ label: 'interested' })).toEqual(positive.slice(0, 1));
    expect(await ids({ label: 'none' })).toHaveLength(117);
    const file = await api.call('GET', `/api/campaigns/${played.id}/results.csv?label=booked`);
    expect(parse(String(file.body), { columns: true, bom: true })).toMatchObject([{ label: 'booked' }]);
  });

  it('say how long it takes from step to step', async () => {
    const { times, funnel } = await results();
    const [invite, , message] = funnel.map(({ step }: { step: string }) => step);
    const accepted = times.find(({ from, to }: { from: string; to: string }) => from === invite && to === 'accepted');
    expect(accepted).toEqual({
      ...{ from: invite, from_title: 'Invite', to: 'accepted', to_title: 'accepted' },
      ...{ people: 50, hours: { low: 24, median: 24, high: 24 } },
    });
    expect(times).toContainEqual({
      ...{ from: 'accepted', from_title: 'accepted', to: message, to_title: 'Message' },
      ...{ people: 50, hours: { low: 1, median: 1, high: 1 } },
    });
  });

  it('are a file of one row for each person, with steps, times, arm, outcome, last words and sender', async () => {
    const { status, body, headers } = await api.call('GET', `/api/campaigns/${played.id}/results.csv`);
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const rows: Record<string, string>[] = parse(String(body), { columns: true, bom: true });
    expect(rows).toHaveLength(120);
    const { funnel } = await results();
    const [invite, , message] = funnel.map(({ step }: { step: string }) => step);
    const replied = rows.filter(({ replied_at }) => replied_at !== '');
    expect(replied).toHaveLength(30);
    const one = rows.find(({ enrollment_id }) => enrollment_id === played.enrollment(4));
    expect(one).toMatchObject({
      ...{
        outcome: 'replied',
        sender: 'acc_anna',
        arms: 'short',
        credits: '2',
        [invite]: 'done',
        [message]: 'done',
        answered: message,
      },
      [`${invite} at`]: expect.stringMatching(/^2026-03-0\dT/),
      // A formula is a text.
      ...{ last_words: "'=cmd|' /C calc'!A0", first_name: "'+Ada4" },
    });
    const filtered = await api.call('GET', `/api/campaigns/${played.id}/results.csv?step=${message}&result=done`);
    const ids = (of: { enrollment_id?: string }[]) => of.map(({ enrollment_id }) => enrollment_id).toSorted();
    expect(ids(parse(String(filtered.body), { columns: true, bom: true }))).toEqual(
      ids(await people({ step: message, result: 'done' })),
    );
  });

  it('are listed page by page without losing or repeating anybody', async () => {
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const query = `?limit=17&fields=enrollment_id${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const { body } = await api.call('GET', `/api/campaigns/${played.id}/results/people${query}`);
      seen.push(...body.items.map(({ enrollment_id }: { enrollment_id: string }) => enrollment_id));
      if (body.next_cursor === null) break;
      cursor = body.next_cursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
  });
});
