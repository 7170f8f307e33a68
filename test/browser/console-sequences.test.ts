import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, consoleBench, publishSequence, violationsOf } from './console-bench.ts';
import { seedConsole } from './console-seed.ts';
import { editor, noProblems, problems } from './sequence-page.ts';

const NAME = 'two-mails';
const TEXT = `sequence: ${NAME}
description: <img src=x onerror=alert(1)>
limits: { emails: 40/day }
steps:
  - email: { subject: "Hi {{ first_name }}", text: "Shall we talk about {{ company }}?" }
    id: first
  - wait: 3 days
    id: pause
  - email: "Just a word would do."
    id: second
  - end: completed
`;

describe.skipIf(chromium === null)('the sequences in the console', () => {
  const bench = consoleBench();
  beforeAll(async () => {
    await seedConsole(bench);
    await publishSequence(bench, TEXT);
    const leads = [
      { first_name: 'Ada', email: 'ada@acme.example', company: 'Acme' },
      { first_name: '<b>Bobby</b>', email: 'bobby@acme.example', company: 'Acme' },
    ];
    await bench.call('POST', '/api/enrollments/batch', { sequence: NAME, leads });
  });

  const open = async (path = `/sequences/${NAME}`, colorScheme: 'light' | 'dark' = 'light') => {
    const opened = await bench.open(path, { colorScheme });
    await noProblems(opened.page);
    return opened;
  };
  /** Puts the cursor behind these words. */
  const cursorBehind = async (page: Page, words: string) => {
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find' }).waitFor();
    // Key by key: it looks for what is there when a key goes up.
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowRight');
  };
  const textOf = (page: Page) => editor(page).innerText();

  it('has nothing that axe, the policy or a phone refuses, be it light or dark', async () => {
    const { page, problems: said } = await bench.open('/sequences');
    await page.getByRole('link', { name: NAME, exact: true }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: NAME, exact: true }).click();
    await noProblems(page);
    await page.getByRole('button', { name: /^Wait 3 days/ }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    for (const [view, shows] of [
      ['Texts', 'Shall we talk about Acme?'],
      ['Tests', 'whoever does nothing comes to the end'],
      ['Simulation', 'If people do as these rates say'],
      ['Versions', 'current'],
    ] as const) {
      await page.getByRole('link', { name: view, exact: true }).click();
      await page.getByText(shows).first().waitFor();
      expect(await violationsOf(page), view).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('link', { name: 'Text', exact: true }).click();
    await noProblems(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(await page.locator('img').count()).toBe(0);
    expect(said).toEqual([]);
    await page.context().close();
  });

  it('does the main job by keyboard alone: a mistake, its fix, the plan by name, the publication', async () => {
    const { page } = await open();
    await editor(page).focus();
    await cursorBehind(page, 'wait');
    await page.keyboard.type('t');
    await problems(page).getByRole('heading', { name: '1 error' }).waitFor();
    expect(await page.getByRole('button', { name: 'Publish …' }).isDisabled()).toBe(true);
    await problems(page)
      .getByRole('button', { name: /^Fix the one/ })
      .press('Enter');
    await noProblems(page);
    await editor(page).focus();
    await cursorBehind(page, 'wait: 3');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('5');
    await noProblems(page);
    await page.getByText('not saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Publish …' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Publish ${NAME}` });
    await dialog.getByText('wait 5 days').waitFor();
    await dialog.getByText('<b>Bobby</b>').first().waitFor();
    await dialog.getByRole('button', { name: 'Publish version 2' }).press('Enter');
    await page.getByText(`Published ${NAME}, version 2.`).waitFor();
    expect((await bench.call('GET', `/api/sequences/${NAME}`)).body).toMatchObject({ version: 2 });
    await page.getByText('version 2', { exact: true }).waitFor();
    await page.context().close();
  });

  it('keeps the graph and the text in step, both ways', async () => {
    const { page } = await open();
    const box = (title: RegExp) => page.getByRole('button', { name: title });
    await box(/^Wait/).click();
    await page.locator('.cm-step').getByText('wait').waitFor();
    await editor(page).getByText('Just a word').click();
    await expect.poll(() => box(/^Email in the thread/).getAttribute('aria-current')).toBe('step');
    await page.getByRole('button', { name: 'As a list' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Wait' }).getByText('then: Email in the thread').waitFor();
    await page.context().close();
  });

  it('completes what is begun, and says what a key means', async () => {
    const { page } = await open();
    await editor(page).focus();
    await cursorBehind(page, 'id: second');
    await page.keyboard.press('Enter');
    await page.keyboard.type('rev');
    // By the mouse: the editor takes no Enter in the first moment, so that a new line is never a choice.
    await page.getByRole('option', { name: /^review/ }).click();
    await expect.poll(() => textOf(page)).toContain('    review: ');
    await editor(page).getByText('limits', { exact: true }).hover();
    await page.getByText('How much a sender account does for this sequence.').waitFor();
    await page.context().close();
  });

  it('keeps what was typed over a reload, and shows what somebody else has published meanwhile before it goes over it', async () => {
    const { page } = await open();
    const { version } = (await bench.call('GET', `/api/sequences/${NAME}`)).body;
    await editor(page).focus();
    await cursorBehind(page, 'Just a word');
    await page.keyboard.type(' or two');
    await noProblems(page);
    await publishSequence(bench, TEXT.replace('Hi {{', 'Hello {{'), version);
    await page.reload();
    await page.getByText(`You began with version ${version}; version ${version + 1} was published since.`).waitFor();
    await expect.poll(() => textOf(page)).toContain('Just a word or two');
    await page.getByText(`What changed from version ${version} to ${version + 1}`).click();
    await page.locator('ins').getByText('Hello').waitFor();
    await page.getByRole('button', { name: 'Publish …' }).click();
    const dialog = page.getByRole('dialog', { name: `Publish ${NAME}` });
    await dialog.getByText('Nothing of it was overwritten.').waitFor();
    await dialog.getByText('Hello').waitFor();
    await dialog.getByRole('button', { name: `I have seen it: plan over version ${version + 1}` }).click();
    await dialog.getByRole('button', { name: `Publish version ${version + 2}` }).click();
    await page.getByText(`Published ${NAME}, version ${version + 2}.`).waitFor();
    await page.context().close();
  });

  it('saves a draft for all to see, and overwrites none that somebody else has saved meanwhile', async () => {
    const { page } = await open();
    const { version } = (await bench.call('GET', `/api/sequences/${NAME}`)).body;
    await editor(page).focus();
    await cursorBehind(page, 'a word');
    await page.keyboard.type(' of yours');
    await page.keyboard.press('Control+s');
    await page.getByText('The draft is saved').waitFor();
    const draft = (await bench.call('GET', `/api/sequences/${NAME}/draft`)).body;
    expect(draft.text).toContain('a word of yours');
    const theirs = { text: TEXT.replace('Shall we', 'Could we'), based_on: version, revision: draft.revision };
    await bench.call('PUT', `/api/sequences/${NAME}/draft`, theirs);
    await page.keyboard.type(', please');
    await page.getByRole('button', { name: 'Save the draft' }).click();
    await page.getByText('Your text is still here.').waitFor();
    expect(await textOf(page)).toContain('a word of yours, please');
    await page.getByText(/^What .* has changed$/).click();
    // Since the draft that one's own goes on with.
    await page.locator('ins').getByText('Could we talk').waitFor();
    await page.locator('del').getByText('Shall we talk').waitFor();
    await page.locator('ins').getByText('added:').first().waitFor();
    await page.locator('del').getByText('removed:').first().waitFor();
    await page.getByRole('alert').getByText('lines as before').waitFor();
    await page.getByRole('button', { name: 'Save mine over it' }).click();
    await page.getByText('Your text is still here.').waitFor({ state: 'hidden' });
    expect((await bench.call('GET', `/api/sequences/${NAME}/draft`)).body.text).toContain('a word of yours, please');
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    await page.getByText('Gone back to what is published.').waitFor();
    expect((await bench.call('GET', `/api/sequences/${NAME}/draft`)).status).toBe(404);
    await page.context().close();
  });

  it('shows what a file keeps to read, and copies it for the console to keep', async () => {
    const { page } = await open('/sequences/console');
    await page.getByText('kept by a file').waitFor();
    await editor(page).focus();
    await page.keyboard.type('nobody types here');
    expect(await textOf(page)).not.toContain('nobody types here');
    expect(await page.getByRole('button', { name: /^(Publish|Save)/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Make a copy …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make the copy' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'console-copy' }).waitFor();
    await expect.poll(() => textOf(page)).toContain('sequence: console-copy');
    await page.getByText('not published yet').waitFor();
    await page.context().close();
  });

  it('shows each text as a person would get it, runs the tests, simulates, and compares versions', async () => {
    const { page } = await open(`/sequences/${NAME}?view=texts`);
    await page.getByRole('textbox', { name: 'As this person would get it' }).fill('Bobby');
    await page.getByRole('button', { name: '<b>Bobby</b>' }).click();
    await page
      .getByRole('article')
      .getByText('Hi <b>Bobby</b>')
      .or(page.getByText('Hello <b>Bobby</b>'))
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Tests', exact: true }).click();
    await page
      .getByRole('region', { name: 'Outcomes' })
      .getByText(/passed|failed/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Simulation', exact: true }).click();
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByRole('table', { name: 'Step by step' }).getByRole('rowheader', { name: /^Wait/ }).waitFor();
    // It takes far longer than anybody waits, and is given up at once.
    await page.getByRole('textbox', { name: 'People' }).fill('10000');
    await page.getByRole('textbox', { name: 'Times' }).fill('50');
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByRole('progressbar', { name: 'How far it is' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Simulate' }).waitFor();
    await page.getByRole('link', { name: 'Versions', exact: true }).click();
    await page.getByRole('button', { name: 'Version 2' }).click();
    await page.getByText('wait 5 days').first().waitFor();
    await page.getByRole('button', { name: 'Roll back …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Roll back to version/ }).click();
    await page.getByText('is current again.').waitFor();
    await page.context().close();
  });
});
