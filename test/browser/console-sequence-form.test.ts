import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLE_RUN } from '../../src/app/console/sequences/gallery/simulate-example.ts';
import { DEFAULT_RATES } from '../../src/core/simulate/people/rates.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { chromium, consoleBench, publishSequence, violationsOf } from './console-bench.ts';
import { editor } from './sequence-page.ts';

const NAME = 'in-a-form';
const TEXT = `# What it is for
sequence: ${NAME}
limits:
  messages: [5/day, 20/week]   # few, since they are read
  invites: 20/day
steps:
  - invite: "Hi {{ first_name }}"   # short
  - wait_for: accepted_invitation
    within: 10 days
    then:
      - message: |   # a block
          Thanks, {{ first_name }}.

          Shall we talk?
  - end: done
`;

describe.skipIf(chromium === null)('a sequence in the console without YAML', () => {
  const bench = consoleBench();
  beforeAll(() => publishSequence(bench, TEXT));

  const form = (page: Page) => page.getByRole('form', { name: 'Form of the sequence' });
  const field = (page: Page, step: RegExp, name: string) =>
    form(page).getByRole('group', { name: step }).getByRole('textbox', { name, exact: true });
  const saved = async (page: Page): Promise<string> => {
    await page.getByRole('button', { name: 'Save the draft' }).click();
    await page.getByText('The draft is saved').waitFor();
    return (await bench.call('GET', `/api/sequences/${NAME}/draft`)).body.text;
  };

  it('has a form that says at once what the text says, and a text that says what is typed into the form', async () => {
    const { page, problems } = await bench.open(`/sequences/${NAME}?view=form`);
    const message = field(page, /^2 › then › 1 Send a message/, 'message');
    await expect.poll(() => message.inputValue()).toBe('Thanks, {{ first_name }}.\n\nShall we talk?\n');
    expect(await violationsOf(page)).toEqual([]);

    await message.fill('Thanks {{ first_name }}:\n- one "question"?\n');
    await field(page, /^limits/, 'messages').fill('6/day, 20/week');
    await field(page, /^limits/, 'visits').fill('40/day');
    await field(page, /^2 Wait for/, 'within').fill('2 weeks');
    const meant = TEXT.replace(
      'Thanks, {{ first_name }}.\n\n          Shall we talk?',
      'Thanks {{ first_name }}:\n          - one "question"?',
    )
      .replace('[5/day, 20', '[6/day, 20')
      .replace('invites: 20/day\n', 'invites: 20/day\n  visits: 40/day\n')
      .replace('10 days', '2 weeks');
    await expect.poll(() => editor(page).innerText()).toContain('within: 2 weeks');
    expect(await saved(page)).toBe(meant);

    // What the compiler says of a value stands below it, and the text is what can be taken back.
    const note = field(page, /^1 Invite/, 'invite');
    await note.fill('Hi {{ frst_name }}');
    await form(page).getByRole('alert').getByText('first_name').waitFor();
    expect(await note.getAttribute('aria-invalid')).toBe('true');
    expect(await editor(page).innerText()).toContain('"Hi {{ frst_name }}"   # short');
    await editor(page).focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => note.inputValue()).toBe('Hi {{ first_name }}');
    expect(await form(page).getByRole('alert').count()).toBe(0);

    // Taken away when somebody leaves it, not while they write another one.
    const visits = field(page, /^limits/, 'visits');
    await visits.fill('');
    expect(await editor(page).innerText()).toContain('visits: 40/day');
    await note.focus();
    await expect.poll(() => editor(page).innerText()).not.toContain('visits');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('simulates each example, and begins with the one that is chosen', async () => {
    const { page, problems } = await bench.open('/sequences', { viewport: { width: 390, height: 844 } });
    await page.getByRole('link', { name: 'New sequence …' }).click();
    const cards = page.getByRole('article');
    await expect.poll(() => cards.getByText(/of 100 answer/).count()).toBe(9);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    for (const name of ['email-only', 'backend-engineers']) {
      const compiled = compileSequence(readFileSync(`sequences/${name}.yaml`, 'utf8'));
      if (!compiled.ok) throw new Error(`${name} has mistakes`);
      const { replied } = simulate({ ...EXAMPLE_RUN, rates: DEFAULT_RATES, plans: [compiled.plan] });
      await page.getByRole('article', { name }).getByText(`${replied} of 100 answer`).waitFor();
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: 'email-only' }).press('Enter');
    await page.getByRole('link', { name: 'Form', exact: true }).click();
    await field(page, /^limits/, 'emails').fill('7/day');
    await page.getByRole('button', { name: 'Publish …' }).click();
    await page.getByRole('button', { name: 'Publish version 1' }).click();
    await page.getByRole('heading', { level: 1, name: 'email-only' }).waitFor();
    const { source } = (await bench.call('GET', '/api/sequences/email-only')).body;
    expect(source).toMatch(/emails: 7\/day/);
    expect(source.match(/#/g)?.length).toBeGreaterThan(3);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
