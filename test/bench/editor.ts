import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { percentile } from '../support/percentile.ts';
import { openSignedIn } from './console-shown.ts';
import { inBrowser } from './in-browser.ts';
import { LONGEST_TASK, longestComputed, longTasksOf, sayTasks, watchTasks } from './long-tasks.ts';
import { post } from './post.ts';
import { type Bound, median } from './ratio.ts';
import { withSystem } from './with-system.ts';

const STEPS = 200;
const NAME = 'two-hundred-steps';
const KEYS = 60;
/** Until everything is compiled as often as a browser wants before it is fast. */
const FIRST_KEYS = 6;
/** Milliseconds from a key to the paint of its problems. */
const SOON = 100;
const TURNS = 60;
/** Wall milliseconds: between two keys, and between two words, in which the graph is drawn again. */
const KEY_DELAY = 60;
const PAUSE = 500;
const WORDS = ['shall ', 'we ', 'meet ', 'on ', 'Tuesday ', 'at ', 'ten ', 'or ', 'rather ', 'later? '];

/** Messages and pauses, and now and then a branch. */
function sequenceOf(steps: number): string {
  const lines = [`sequence: ${NAME}`, 'limits: { emails: 40/day }', 'steps:'];
  lines.push('  - email: { subject: "Hi {{ first_name }}", text: "Shall we talk?" }');
  for (let at = 0; at < (steps - 2) / 5; at++) {
    lines.push(
      `  - email: "{{ first_name }}, this is message ${at} about {{ company | default: 'your company' }}."`,
      '  - wait: 3 business days   # nobody is asked twice a day',
      `  - if: 'lead.country == "FR"'`,
      '    then:',
      `      - email: "Once more, {{ first_name }}: number ${at}."`,
      '      - wait: 1 day',
    );
  }
  return `${[...lines, '  - end: completed'].join('\n')}\n`;
}

/**
 * The editor of a sequence of two hundred steps: how long after a key its problems are painted, and the longest task of the page while somebody types
 * into the text or the form and scrolls.
 */
export async function benchEditor(report: (line: string) => void): Promise<Bound[]> {
  return await withSystem(report, {}, async (bench) => {
    await post(bench.api, '/api/sequences?kept_by=console&based_on=0', sequenceOf(STEPS));
    return await inBrowser(async (browser) => {
      const page = await openSignedIn(browser, bench);
      await page.goto(`${bench.api.url}/console/sequences/${NAME}`);
      await noProblems(page);
      await page
        .getByRole('button', { name: /^Email/ })
        .first()
        .waitFor();
      return [
        ...(await measureKeys(page, report)),
        ...(await measureTyping(page, report)),
        ...(await measureScrolling(page, report)),
      ];
    });
  });
}

const problems = (page: Page) => page.getByRole('region', { name: 'Problems' }).getByRole('heading');
const noProblems = (page: Page) => problems(page).getByText('No problems').waitFor();
const show = (page: Page, view: string) => page.getByRole('link', { name: view, exact: true }).click();

/** A key that makes a mistake, and one that takes it back: from the key to the paint of the line that counts the problems. */
async function measureKeys(page: Page, report: (line: string) => void): Promise<Bound[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    Reflect.set(globalThis, 'times', times);
    let since = 0;
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        since = timeStamp;
      },
      { capture: true },
    );
    const said = document.querySelector('[aria-label="Problems"] h2');
    if (said === null) throw new Error('it has no problems');
    new MutationObserver(() => {
      const key = since;
      // After the next paint. No function here has a name: tsx would call a helper of its own, which no page has.
      requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - key)));
    }).observe(said, { childList: true, characterData: true, subtree: true });
  });
  const count = () => page.evaluate(() => Reflect.get(globalThis, 'times').length as number);
  await page.locator('.cm-line').filter({ hasText: 'wait: 1 day' }).first().click();
  for (let at = 0; at < KEYS; at++) {
    const before = await count();
    await page.keyboard.press(at % 2 === 0 ? 'x' : 'Backspace');
    await page.waitForFunction((known) => Reflect.get(globalThis, 'times').length > known, before);
  }
  await noProblems(page);
  const all = await page.evaluate(() => Reflect.get(globalThis, 'times') as number[]);
  const times = all.slice(FIRST_KEYS);
  report(`problems after a key: ${times.map(Math.round).join(' ')} ms`);
  return [
    { what: `problems of ${STEPS} steps after a key, median`, unit: 'ms', measured: median(times), aim: SOON },
    {
      what: `problems of ${STEPS} steps after a key, 95 of 100`,
      unit: 'ms',
      measured: percentile(times, 0.95),
      aim: SOON,
    },
  ];
}

async function measureTyping(page: Page, report: (line: string) => void): Promise<Bound[]> {
  const text = page.locator('.cm-line').filter({ hasText: 'Once more' }).first();
  const figures: Bound[] = [];
  const type = () => typeWords(page);
  for (const view of ['Graph', 'Form', 'Texts', 'Tests']) {
    await show(page, view);
    await text.click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    figures.push(...(await measureTasks(page, `typing into the text beside its ${view.toLowerCase()}`, type, report)));
  }
  await show(page, 'Form');
  await page.getByRole('textbox', { name: 'email', exact: true }).nth(1).focus();
  await page.keyboard.press('Control+End');
  figures.push(...(await measureTasks(page, 'typing into the form', type, report)));
  return figures;
}

/** Words where the cursor stands, and between them as long as it takes to think of the next one. */
async function typeWords(page: Page): Promise<void> {
  for (const word of WORDS) {
    await page.keyboard.type(word, { delay: KEY_DELAY });
    await sleep(PAUSE);
  }
  await noProblems(page);
}

/** Places at which each part of the page scrolls. */
const SCROLLED = [
  { part: 'text', view: 'Graph', place: '.cm-scroller' },
  { part: 'graph', view: 'Graph', place: '.react-flow' },
  { part: 'form', view: 'Form', place: 'form[aria-label="Form of the sequence"]' },
] as const;

async function measureScrolling(page: Page, report: (line: string) => void): Promise<Bound[]> {
  const figures: Bound[] = [];
  for (const { part, view, place } of SCROLLED) {
    await show(page, view);
    const box = await page.locator(place).boundingBox();
    if (box === null) throw new Error(`the ${part} is not shown`);
    await page.mouse.move(box.x + box.width / 2, Math.max(box.y, 0) + 200);
    const scroll = async () => {
      for (let turn = 0; turn < TURNS; turn++) {
        await page.mouse.wheel(0, turn < TURNS / 2 ? 400 : -400);
        await settle(page);
      }
    };
    figures.push(...(await measureTasks(page, `scrolling the ${part}`, scroll, report)));
  }
  return figures;
}

/** The longest task of the page meanwhile: how long it takes, and how long it computes where other programs compute beside it. */
async function measureTasks(
  page: Page,
  doing: string,
  work: () => Promise<void>,
  report: (line: string) => void,
): Promise<Bound[]> {
  await settle(page);
  await sleep(PAUSE);
  await watchTasks(page);
  const computed = await longestComputed(page, work);
  const tasks = await longTasksOf(page);
  report(`${doing}: ${sayTasks(tasks)}; the longest computes for ${computed.toFixed(0)} ms`);
  const aim = LONGEST_TASK;
  return [
    {
      what: `${doing}, ${STEPS} steps: longest task (0: below ${aim})`,
      unit: 'ms',
      measured: Math.max(0, ...tasks),
      aim,
    },
    { what: `${doing}, ${STEPS} steps: most that a task computes`, unit: 'ms', measured: computed, aim },
  ];
}

/** Two frames: what was asked for is painted. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
