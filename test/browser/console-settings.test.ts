import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { advanced } from '../../src/shared/kit/clock.ts';
import { MINUTE } from '../../src/shared/kit/duration.ts';
import { newId } from '../../src/shared/kit/ids.ts';
import type { ReceivedPost } from '../delivery/receiver.ts';
import { type Added, verified, webhookWork } from '../webhooks/bench.ts';
import { type ConsoleBench, chromium, openConsole, violationsOf } from './console-bench.ts';

describe.skipIf(chromium === null)('the settings of the console', () => {
  let bench: ConsoleBench;
  let hooks: Awaited<ReturnType<typeof webhookWork>>;
  beforeAll(async () => {
    bench = await openConsole({ allow_private_webhooks: true });
    hooks = await webhookWork(bench);
  });
  afterAll(async () => {
    await hooks?.close();
    await bench?.close();
  });

  const addWebhook = async (): Promise<Added & { readonly url: string }> => {
    // Each at an address of its own, so that its buttons are found by it.
    const url = `${hooks.receiver.url}/${newId('whk')}`;
    return (await bench.call('POST', '/api/webhooks', { url, events: ['webhook.*'] })).body;
  };

  it('add a webhook with its secret shown once, test it, show how each delivery went, and send one again', async () => {
    const { page, problems } = await bench.open('/settings?part=webhooks');
    const { url } = hooks.receiver;
    await page.getByLabel('Address').fill(url);
    await page.getByLabel('Events').selectOption('campaign.*');
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    const secret = await page.getByRole('status').locator('code').textContent();
    await page.getByRole('button', { name: 'I have kept it' }).press('Enter');
    const [{ events }] = (await bench.call('GET', '/api/webhooks')).body.items;
    expect(events).toEqual(['campaign.*']);

    await page.getByRole('button', { name: `Test ${url}` }).press('Enter');
    const row = page.getByRole('row').filter({ hasText: 'webhook.test' });
    await row.first().getByText('succeeded').waitFor();
    await row
      .first()
      .getByText(/^200 after \d+ ms$/)
      .waitFor();
    await page.getByRole('button', { name: 'Send webhook.test again' }).press('Enter');
    await page.getByText('webhook.test is sent again.').waitFor();
    await expect.poll(() => row.count()).toBe(2);
    await expect.poll(() => hooks.receiver.posts.length).toBe(2);
    const ids = hooks.receiver.posts.map((post) => verified({ secret: String(secret) }, post).id);
    expect(ids[0]).toBe(ids[1]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows by itself that what was refused has arrived when it was tried again', async () => {
    const webhook = await addWebhook();
    hooks.receiver.answers = [500];
    const { page } = await bench.open(`/settings?part=webhooks&id=${webhook.id}`);
    expect((await bench.call('POST', `/api/webhooks/${webhook.id}/test`, {})).status).toBe(202);
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'webhook.test' });
    await row.getByText('retrying').waitFor();
    hooks.receiver.answers = [200];
    bench.clock.set(advanced(bench.clock.setting(), Date.now(), MINUTE));
    await row.getByText('succeeded').waitFor();
    await page.context().close();
  });

  it('make a new secret, show it once, and say until when the former one signs too', async () => {
    const former = await addWebhook();
    const { page, problems } = await bench.open('/settings?part=webhooks');
    const rotate = async (kept: string): Promise<string> => {
      await page.getByRole('button', { name: `New secret for ${former.url}` }).press('Enter');
      await page.getByLabel('The former secret signs too').selectOption(kept);
      await page.getByRole('button', { name: 'Make a new secret' }).press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const shown = page.getByRole('status').filter({ hasText: `what is sent to ${former.url}` });
      const secret = await shown.locator('code').textContent();
      expect(await shown.getByText('The former one signs too until').count()).toBe(kept === 'no longer' ? 0 : 1);
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'I have kept it' }).press('Enter');
      return String(secret);
    };
    const sent = async (): Promise<ReceivedPost> => {
      const count = hooks.receiver.posts.length;
      await bench.call('POST', `/api/webhooks/${former.id}/test`, {});
      await expect.poll(() => hooks.receiver.posts.length).toBe(count + 1);
      const post = hooks.receiver.posts[count];
      if (post === undefined) throw new Error('nothing came');
      return post;
    };
    const secret = await rotate('for a week');
    const both = await sent();
    for (const each of [former.secret, secret]) verified({ secret: each }, both);
    await page.getByRole('button', { name: `Sent to ${former.url}` }).press('Enter');
    await page.getByText('The former secret signs too until').waitFor();
    await page.getByRole('link', { name: 'All webhooks' }).click();
    const last = await rotate('no longer');
    const alone = await sent();
    verified({ secret: last }, alone);
    for (const each of [former.secret, secret]) expect(() => verified({ secret: each }, alone)).toThrow();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('say for how long messages are kept from now on, and take that back', async () => {
    const { page, problems } = await bench.open('/settings?part=retention');
    await page.getByLabel('Words of messages, ours and theirs, and notes about them').fill('730');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('It is kept so long from now on.').waitFor();
    const kept = async () => (await bench.call('GET', '/api/settings/retention')).body;
    expect(await kept()).toEqual({ messages: 730, timelines: null, events: null, logs: null });
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect.poll(async () => (await kept()).messages).toBeNull();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
