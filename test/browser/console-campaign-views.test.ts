import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPlayedCampaign, type Played } from '../api/played-campaign.ts';
import { type ConsoleBench, chromium, openConsole, violationsOf } from './console-bench.ts';

describe.skipIf(chromium === null)('the views of a campaign', () => {
  let bench: ConsoleBench;
  let played: Played;
  let standing: number;
  let steps: Readonly<Record<string, string>>;
  beforeAll(async () => {
    bench = await openConsole();
    played = await addPlayedCampaign(bench, { people: 120 });
    const { plan } = (await bench.call('GET', '/api/sequences/played')).body;
    steps = Object.fromEntries(
      Object.entries<{ kind: string }>(plan.nodes)
        .toReversed()
        .map(([id, { kind }]) => [kind, id]),
    );
    standing = (await bench.call('GET', `/api/stats?campaign_id=${played.id}&sequence=played&version=1&status=active`))
      .body.by_step[`${steps.wait_for}`];
  });
  afterAll(() => bench?.close());

  it('draw how many stand at each step, as a graph and as a list, and a step opens them', async () => {
    const { page, problems } = await bench.open(`/campaigns/${played.id}?view=graph`);
    const step = page.getByTitle(`; ${standing} stand here`);
    await step.waitFor();
    // Who has come to an end stands nowhere else.
    expect(await page.getByTitle(/stand here$/).count()).toBe(1);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'As a list' }).press('Enter');
    await page.getByText(`${standing} stand here`).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await page.getByRole('button', { name: 'As a graph' }).press('Enter');
    await step.press('Enter');
    await page.waitForURL(/view=people.*node=/);
    const people = page.getByRole('table', { name: 'People' }).getByRole('checkbox');
    await people.first().waitFor();
    expect(await people.count()).toBe(standing);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('say when it ends, what holds it up, and what would end it sooner', async () => {
    const sequence = `sequence: slow
senders: { professional: [acc_anna] }
limits: { invites: 2/day }
steps: [{ invite: Hello }, { end: done }]
`;
    await bench.call('POST', '/api/sequences', sequence);
    const leads = Array.from({ length: 20 }, (_, n) => ({ profile_url: `https://professional.example/in/slow-${n}` }));
    const { id } = (await bench.call('POST', '/api/campaigns', { name: 'Slow', sequence: 'slow', source: { leads } }))
      .body;
    const { page, problems } = await bench.open(`/campaigns/${id}?view=forecast`);
    await page.getByText(/^Most likely it ends on /).waitFor();
    await page.getByRole('row', { name: /^nine of ten until .*2026/ }).waitFor();
    await page.getByText(/2 invitations a day/).waitFor();
    await page.getByRole('row', { name: /^ten more invitations a day \d+ days? sooner/ }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('lead to a person, whose walk is drawn: the steps that they came by, where they stand, and none besides', async () => {
    const id = played.enrollment(110);
    await bench.db.query(
      `insert into timeline (enrollment_id, at, node, type, title, detail)
       select $1, now(), node, 'step', 'Done', '{}' from unnest($2::text[]) as node`,
      [id, [steps.invite]],
    );
    const { page, problems } = await bench.open(`/enrollments/${id}`);
    await page.getByRole('button', { name: 'On the graph' }).first().press('Enter');
    const boxes = page.locator('button[data-step]');
    await boxes.first().waitFor();
    const titlesOf = (walked: boolean) =>
      page
        .locator(`button[data-step][data-walked="${walked}"]`)
        .evaluateAll((all) => all.map((box) => (box.getAttribute('title') ?? '').split(':')[0]));
    expect((await titlesOf(true)).sort()).toEqual([steps.split, steps.invite, steps.wait_for].sort());
    expect(await titlesOf(false)).toContain(steps.inmail);
    const here = page.locator('button[data-step][aria-current="step"]');
    expect(await here.evaluateAll((all) => all.map((box) => box.getAttribute('title')?.split(':')[0]))).toEqual([
      steps.wait_for,
    ]);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'As a list' }).press('Enter');
    expect(await page.getByText('came by here').count()).toBe(3);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
