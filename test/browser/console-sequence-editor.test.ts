import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, consoleBench, publishSequence } from './console-bench.ts';
import { HOSTILE } from './console-seed.ts';
import { editor, noProblems, problems } from './sequence-page.ts';

const NAME = 'two-words';
const TEXT = `sequence: ${NAME}
limits: { emails: 40/day }
steps:
  - email: { subject: "Hi {{ first_name }}", text: "Shall we talk?" }
  - wait: 3 days
  - email: "Just a word would do."
  - end: completed
`;

/** Each line has twice as many values as the one before it, the last one two billion. */
const DOUBLED = [
  'b0: &b0 [x, x]',
  ...Array.from({ length: 30 }, (_, at) => `b${at + 1}: &b${at + 1} [*b${at}, *b${at}]`),
];

/** Texts that somebody may paste. */
const PASTED: readonly string[] = [
  ...Object.values(HOSTILE).map(
    (name) => `sequence: a\nsteps:\n  - message: ${JSON.stringify(name)}\n  - end: ${name}\n`,
  ),
  '<script>alert(1)</script>',
  `${DOUBLED.join('\n')}\nsteps: *b30\n`,
  '['.repeat(20_000),
  `sequence: a\nsteps:\n  - message: "${'long '.repeat(60_000)}"\n`,
  'sequence: __proto__\n__proto__: { a: 1 }\nconstructor: 1\nsteps:\n  - __proto__: a\n    id: constructor\n',
  'sequence: a\u0000b\nsteps: [visit]\n',
];

describe.skipIf(chromium === null)('the editor of sequences in the console', () => {
  const bench = consoleBench();
  beforeAll(() => publishSequence(bench, TEXT));

  const open = async (path = `/sequences/${NAME}`, viewport = { width: 1440, height: 900 }) => {
    const opened = await bench.open(path, { viewport });
    await noProblems(opened.page);
    return opened;
  };
  /** CodeMirror has pictures of no width of its own. */
  const pictures = (page: Page) => page.locator('img:not(.cm-widgetBuffer)').count();
  const write = async (page: Page, text: string) => {
    await editor(page).focus();
    await page.keyboard.press('Control+a');
    await editor(page).evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  };

  it('says of each problem its reason, fixes each alone, by a button or at the cursor, and reads the first one out', async () => {
    const { page } = await open();
    await write(page, TEXT.replace('wait:', 'waitt:').replace('3 days', '3 dayz').replace('end:', 'ennd:'));
    const first = problems(page).getByRole('listitem').filter({ hasText: 'waitt' });
    await first.getByText('There is no step of this name.').waitFor();
    await problems(page)
      .getByRole('status')
      .getByText(/Line 5: .*waitt/)
      .waitFor();
    await first.getByRole('button', { name: /^Fix line 5: / }).press('Enter');
    await expect.poll(() => editor(page).innerText()).toContain('- wait: 3 dayz');
    expect(await editor(page).innerText()).toContain('- ennd:');
    await problems(page).getByRole('button', { name: /^7:5/ }).press('Enter');
    await page.keyboard.press('Control+.');
    await expect.poll(() => editor(page).innerText()).toContain('- end: completed');
    await page.context().close();
  });

  it('says by a key what the key at the cursor means', async () => {
    const { page } = await open();
    await editor(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+F1');
    const meaning = page.locator('.cm-about').getByText('How much a sender account does for this sequence.');
    await meaning.waitFor();
    await page.keyboard.press('Escape');
    await meaning.waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('takes whatever is pasted, and goes on', async () => {
    const { page, problems: said } = await open();
    for (const text of PASTED) {
      await write(page, text);
      await problems(page)
        .getByRole('heading', { name: /\d+ error/ })
        .waitFor();
      expect(await pictures(page)).toBe(0);
    }
    await write(page, TEXT.replace('Just a word', HOSTILE.markup));
    await noProblems(page);
    await page.getByRole('button', { name: /^Email in the thread.*onerror/ }).waitFor();
    expect(await pictures(page)).toBe(0);
    expect(said).toEqual([]);
    await page.context().close();
  });

  it('has a text with the line ends of Windows in step with its graph, and not changed before somebody changes it', async () => {
    const lines = ['sequence: of-windows', ...Array(12).fill('# why'), ...TEXT.split('\n').slice(1)];
    await publishSequence(bench, lines.join('\r\n'));
    const { page } = await open('/sequences/of-windows');
    await page.getByRole('button', { name: /^Wait/ }).click();
    await page.locator('.cm-step').getByText('wait').waitFor();
    await editor(page).focus();
    await page.keyboard.type('# ');
    await page.getByText('not saved', { exact: true }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('not saved', { exact: true }).waitFor({ state: 'hidden' });
    expect(await page.getByRole('button', { name: 'Publish …' }).isDisabled()).toBe(true);
    await page.context().close();
  });

  it('keeps what is typed in each of two tabs, whatever is typed and saved in the other', async () => {
    const { page: first } = await open();
    const second = await first.context().newPage();
    await second.goto(first.url());
    await noProblems(second);
    await write(first, TEXT.replace('Just a word', 'First words'));
    await write(second, TEXT.replace('Just a word', 'Second words'));
    await first.getByText('not saved', { exact: true }).waitFor();
    await second.getByRole('button', { name: 'Save the draft' }).click();
    await second.getByText('The draft is saved').waitFor();
    await first.close();
    const third = await second.context().newPage();
    await third.goto(second.url());
    await expect.poll(() => editor(third).innerText()).toContain('First words');
    await third.getByText('not saved', { exact: true }).waitFor();
    const { revision } = (await bench.call('GET', `/api/sequences/${NAME}/draft`)).body;
    await bench.call('DELETE', `/api/sequences/${NAME}/draft?revision=${revision}`);
    await third.context().close();
  });

  it('checks again at the next key when its compiler could not be loaded', async () => {
    const { page } = await bench.open('/sequences');
    await page.route('**/assets/worker-*', (route) => route.fulfill({ status: 404 }));
    await page.goto(`${bench.url}/console/sequences/${NAME}`);
    const alert = page.getByRole('alert').filter({ hasText: 'It could not be loaded. Your text is kept' });
    await alert.waitFor();
    await page.unroute('**/assets/worker-*');
    await editor(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# at the end');
    await noProblems(page);
    expect(await alert.count()).toBe(0);
    await page.context().close();
  });

  it('takes what an input method composes, in the text and in the form', async () => {
    const { page } = await open(`/sequences/${NAME}?view=form`);
    const keys = await page.context().newCDPSession(page);
    const compose = async (): Promise<void> => {
      for (const text of ['n', 'ni', 'nih', 'nihao'])
        await keys.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
      await keys.send('Input.insertText', { text: '你好' });
    };
    await editor(page).getByText('Just a word').click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await compose();
    await expect.poll(() => editor(page).innerText()).toContain('would do.你好"');
    const field = page.getByRole('group', { name: /^3 / }).getByRole('textbox', { name: 'email' });
    await expect.poll(() => field.inputValue()).toBe('Just a word would do.你好');
    await field.focus();
    await page.keyboard.press('Control+Home');
    await compose();
    expect(await field.inputValue()).toBe('你好Just a word would do.你好');
    await expect.poll(() => editor(page).innerText()).toContain('"你好Just a word would do.你好"');
    await page.context().close();
  });

  it('is left by keys, and says by which', async () => {
    const { page } = await open();
    await editor(page).focus();
    expect(await editor(page).getAttribute('aria-description')).toContain('Escape, then Tab');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await editor(page).evaluate((element) => element.contains(document.activeElement))).toBe(false);
    expect(await editor(page).innerText()).toContain('sequence: two-words');
    await page.context().close();
  });

  it('keeps the text when the server is another one, which has no more of the page that is open', async () => {
    const { page } = await open();
    await write(page, TEXT.replace('Just a word', 'Two words'));
    await page.getByText('not saved', { exact: true }).waitFor();
    await page.route('**/console/assets/**', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Versions', exact: true }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'This part could not be shown' });
    await alert.getByText('Your text is kept.').waitFor();
    expect(await editor(page).innerText()).toContain('Two words');
    // Its worker is of the old build too.
    await page.getByRole('link', { name: 'Graph', exact: true }).click();
    await page.getByRole('button', { name: /^Email in the thread.*Two words/ }).waitFor();
    await page.getByRole('link', { name: 'Versions', exact: true }).click();
    await page.unroute('**/console/assets/**');
    await alert.getByRole('button', { name: 'Load the page again' }).click();
    await page.getByText('current', { exact: true }).waitFor();
    expect(await editor(page).innerText()).toContain('Two words');
    await page.context().close();
  });

  it('keeps the tests of a new sequence when it gets its name', async () => {
    const { page } = await open('/new-sequence?example=empty&view=tests');
    const tests = page.getByRole('textbox', { name: 'Tests of the sequence' });
    await tests.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('# one more');
    await write(page, TEXT.replace(NAME, 'named-now'));
    await noProblems(page);
    await page.getByRole('button', { name: 'Save the draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'named-now' }).waitFor();
    await page.getByRole('link', { name: 'Tests', exact: true }).click();
    await expect.poll(() => tests.innerText()).toContain('# one more');
    await page.context().close();
  });

  it('is read and changed a little on a phone, whatever is shown', async () => {
    const { page } = await open(undefined, { width: 390, height: 844 });
    for (const view of ['Graph', 'Form', 'Texts', 'Tests', 'Simulation', 'Versions', 'Text']) {
      await page.getByRole('link', { name: view, exact: true }).click();
      await page.locator('nav[aria-label="What is shown"] a[aria-current]').getByText(view, { exact: true }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), view).toBe(0);
      const beside = page.locator('section[aria-label="Beside the text"] > div');
      expect(await beside.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), view).toBe(0);
    }
    await write(page, TEXT.replace('3 days', '4 days'));
    await noProblems(page);
    await page.getByRole('link', { name: 'Form', exact: true }).click();
    const wait = page.getByRole('group', { name: /^2 Wait/ }).getByRole('textbox', { name: 'wait' });
    await expect.poll(() => wait.inputValue()).toBe('4 days');
    await wait.fill('5 days');
    await page.getByRole('link', { name: 'Text', exact: true }).click();
    await expect.poll(() => editor(page).innerText()).toContain('wait: 5 days');
    await page.context().close();
  });
});
