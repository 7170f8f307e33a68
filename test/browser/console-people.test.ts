import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, consoleBench, violationsOf } from './console-bench.ts';
import { type Seeded, seedConsole } from './console-seed.ts';

describe.skipIf(chromium === null)('people in the console', () => {
  const bench = consoleBench();
  let seeded: Seeded;
  beforeAll(async () => {
    seeded = await seedConsole(bench);
    const { plan } = (await bench.call('GET', '/api/sequences/console')).body;
    const wait = Object.keys(plan.nodes).find((node) => plan.nodes[node].kind === 'wait');
    await bench.db.query(`update enrollments set status = 'active', node = $1 where status = 'queued'`, [wait]);
  });

  const lead = async (id = seeded.lead_id) => (await bench.call('GET', `/api/leads/${id}`)).body;

  it('changes what is known of somebody, by keys; what was refused is said, and what was typed is kept', async () => {
    const { page, problems } = await bench.open(`/people/${seeded.lead_id}`);
    await page.getByRole('button', { name: 'Edit …' }).press('Enter');
    const form = page.getByRole('form', { name: 'What is known of them' });
    await form.getByLabel('First name').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await form.getByLabel('Headline').fill('<b>Countess</b>');
    await form.getByLabel('Email').fill('ada at acme');
    await form.getByLabel('Email').press('Enter');
    await form.getByRole('alert').getByText(/email/).waitFor();
    expect(await form.getByLabel('Headline').inputValue()).toBe('<b>Countess</b>');
    await form.getByLabel('Email').fill('ada@acme.example');
    await form.getByLabel('Tags, with commas between them').fill('met, lyon');
    await form.getByLabel('A new variable').fill('team_size');
    await form.getByLabel('Its value').fill('12');
    await form.getByLabel('Its value').press('Enter');
    await page.getByText('Ada Lovelace is changed.').waitFor();
    await page.getByText('<b>Countess</b> · Acme').waitFor();
    expect(await lead()).toMatchObject({
      ...{ headline: '<b>Countess</b>', email: 'ada@acme.example', tags: ['met', 'lyon'], vars: { team_size: '12' } },
    });
    expect(problems.filter((one) => !one.includes('422'))).toEqual([]);
    await page.context().close();
  });

  it('says before an address ends a sequence, because it is on the do-not-contact list', async () => {
    const { items } = (await bench.call('GET', '/api/leads?q=Grace Hopper')).body;
    const id = items[0].id;
    await bench.call('POST', '/api/suppressions', { email: 'no@acme.example' });
    const { page } = await bench.open(`/people/${id}`);
    await page.getByRole('button', { name: 'Edit …' }).click();
    const form = page.getByRole('form', { name: 'What is known of them' });
    await form.getByLabel('Email').fill('no@acme.example');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText(/on the do-not-contact list: a sequence of theirs ends, for good/).waitFor();
    expect((await lead(id)).email).not.toBe('no@acme.example');
    await form.getByRole('button', { name: 'Save, and end it' }).click();
    await page.getByText('Grace Hopper is changed.').waitFor();
    await page.getByText(/^do not contact/).waitFor();
    expect((await lead(id)).email).toBe('no@acme.example');
    await page.context().close();
  });

  it('filters people by what the API filters them by; the address says it, and so does who comes back', async () => {
    const { page } = await bench.open('/people');
    await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
    await page.getByLabel('Campaign', { exact: true }).selectOption({ label: 'Engineers in Lyon' });
    await page.getByLabel('Replied').selectOption('true');
    await page.waitForURL(/replied=/);
    await page.getByRole('link', { name: 'Grace Hopper' }).waitFor({ state: 'hidden' });
    const { items } = (await bench.call('GET', `/api/leads?campaign_id=${seeded.campaign_id}&replied=true`)).body;
    expect(await page.getByRole('table', { name: 'People' }).getByRole('link').count()).toBe(items.length);
    await page.getByLabel('Tag').fill('nobody-has-it');
    await page.getByText('Nobody fits.').waitFor();
    await page.reload();
    expect(await page.getByLabel('Replied').inputValue()).toBe('true');
    await page.getByRole('link', { name: 'Show everybody' }).first().click();
    await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await page.context().close();
  });

  it('does something to those who are picked, and to all who are shown, after it has said how many, by keys', async () => {
    const { page } = await bench.open('/people?q=Acme');
    await page.getByRole('link', { name: 'Grace Hopper' }).focus();
    await page.keyboard.press('x');
    await page.getByText('1 person picked').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Pause …' }).press('Enter');
    await page.getByText('Nothing more goes out to 1 person until they are resumed.').waitFor();
    await page.getByRole('button', { name: 'Pause', exact: true }).press('Enter');
    await page.getByText(/^pause: 1 of 1/).waitFor();
    const paused = (await bench.call('GET', '/api/leads?status=paused&sequence=console')).body.items;
    expect(paused.map(({ last_name }: { last_name: string }) => last_name)).toContain('Hopper');
    await page.getByRole('button', { name: 'Resume …' }).press('Enter');
    await page.getByText(/^\d people go on where they stand/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByRole('button', { name: 'Pick all' }).press('Enter');
    await page.getByText(/^[2-9] people picked/).waitFor();
    await page.getByRole('button', { name: 'Do not contact …' }).press('Enter');
    await page.getByText(/^No sequence contacts \d people from now on/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    // Of others nobody is picked: what is done would concern people whom nobody sees.
    await page.getByLabel('Replied').selectOption('true');
    await page.getByText(/^\d people picked/).waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('gives all that is held about somebody as a file', async () => {
    const { page } = await bench.open(`/people/${seeded.lead_id}`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export', exact: true }).click(),
    ]);
    expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({ lead_id: seeded.lead_id });
    await page.context().close();
  });

  it('gives the step of somebody another time, and stops their sequence after it has asked', async () => {
    // Whoever has answered has nothing to come any more.
    const { items: found } = (await bench.call('GET', '/api/leads?q=console-5@acme.example')).body;
    const { page } = await bench.open(`/people/${found[0].id}`, { timezoneId: 'Asia/Tokyo' });
    await page.getByRole('button', { name: 'Another time …' }).click();
    const day = new Date(bench.clock.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('When (Asia/Tokyo)').fill(`${day}T10:30`);
    await page.getByRole('button', { name: 'Set it' }).click();
    await page.getByText('It has another time.').waitFor();
    const { items } = (
      await bench.call('GET', `/api/enrollments/${(await lead(found[0].id)).enrollments[0].id}/timeline`)
    ).body;
    expect(JSON.stringify(items.at(-1))).toContain(`${day}T01:30:00.000Z`);
    await page.getByRole('button', { name: 'Stop …' }).click();
    await page.getByText('This ends the sequence for them, for good.').waitFor();
    await page.getByRole('button', { name: 'Stop it' }).click();
    await page.getByText('Stopped.').waitFor();
    await page.context().close();
  });

  it('puts somebody on the do-not-contact list after it has said what that ends', async () => {
    const { page } = await bench.open(`/people/${seeded.lead_id}`);
    await page.getByRole('button', { name: 'Do not contact …' }).click();
    await page.getByText(/^No sequence contacts them from now on/).waitFor();
    await page.getByLabel('Why (others read it)').fill('asked by phone');
    await page.getByRole('button', { name: 'Put them on the list' }).click();
    await page.getByText('Ada Lovelace is on the do-not-contact list.').waitFor();
    await page.getByText('do not contact: asked by phone').waitFor();
    await page.getByRole('button', { name: 'Do not contact …' }).waitFor({ state: 'hidden' });
    expect((await lead()).do_not_contact).toMatchObject({ reason: 'asked by phone' });
    await page.context().close();
  });
});
