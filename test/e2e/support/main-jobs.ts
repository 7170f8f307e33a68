import type { Locator, Page } from 'playwright-core';

/** The device with which somebody does everything. */
type Hand = 'keys' | 'mouse';

/** People of a file who only wait, so that whatever else goes on is as it was without them. */
export const WAITING = `sequence: waiting
steps:
  - wait: 300 days
  - end: waited
`;

/** The names of the campaigns that bring them begin so. */
export const WAITING_CAMPAIGN = 'Waiting, by ';

const rowsOf = (hand: Hand): string =>
  `first_name,profile_url\n${['Ann', 'Bea', 'Cem'].map((name) => `${name} by ${hand},https://professional.example/in/${name}-${hand}`).join('\n')}\n`;

/**
 * Does a recruiter's work of any day of a campaign, on the page alone, with one hand: brings people by a file, sees what will
 * happen, starts, looks at them from every side, pauses and takes it back, opens a number of the results, finds a person and puts
 * them on the do-not-contact list. Returns how many people it has brought.
 */
export async function doMainJobs(page: Page, hand: Hand): Promise<number> {
  const name = `${WAITING_CAMPAIGN}${hand}`;
  const act = (what: Locator) => (hand === 'mouse' ? what.click() : what.press('Enter'));
  const button = (named: string | RegExp) => page.getByRole('button', { name: named, exact: true }).last();
  const heading = (named: string) => page.getByRole('heading', { level: 1, name: named }).waitFor();
  const open = async (title: string, key: string) => {
    if (hand === 'mouse')
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: title }).click();
    else for (const pressed of ['g', key]) await page.keyboard.press(pressed);
    await heading(title);
  };

  await open('Campaigns', 'c');
  await act(page.getByRole('link', { name: 'New campaign …' }));
  await page.getByLabel('Name', { exact: true }).pressSequentially(name);
  await page.getByLabel('Sequence', { exact: true }).selectOption('waiting');
  const file = page.getByRole('radio', { name: 'A file' });
  await (hand === 'mouse' ? file.check() : file.press(' '));
  const csv = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(rowsOf(hand)) };
  await page.getByLabel('CSV file').setInputFiles(csv);
  await act(button('See what will happen'));
  await page.getByText(/^3 people enter waiting v1/).waitFor();
  await act(button('Start with 3 people'));
  await heading(name);
  const views = page.getByRole('navigation', { name: 'What is shown of the campaign' });
  const look = (view: string) => act(views.getByRole('link', { name: view }));
  await look('Graph');
  await page
    .getByRole('img', { name: /waiting/ })
    .or(page.locator('.react-flow'))
    .first()
    .waitFor();
  await look('People');
  await page.getByRole('link', { name: `Ann by ${hand}` }).waitFor();
  await look('Overview');

  await act(button('Pause …'));
  await page.getByText(/^Nothing more goes out to 3 people until it is resumed/).waitFor();
  await act(button('Pause the campaign'));
  await act(button('Resume …'));
  await act(button('Resume the campaign'));
  await button('Pause …').waitFor();

  await act(page.getByRole('definition').getByRole('link', { name: '3' }).first());
  await act(page.getByRole('link', { name: `Bea by ${hand}` }));
  await heading(`Bea by ${hand}`);
  await find(page, hand, `Cem by ${hand}`);
  await heading(`Cem by ${hand}`);
  await act(button('Do not contact …'));
  await page.getByText(/The one in which they are under way ends\./).waitFor();
  await act(button('Put them on the list'));
  await page.getByText(/^do not contact/).waitFor();
  return 3;
}

/** From wherever somebody is. */
async function find(page: Page, hand: Hand, name: string): Promise<void> {
  if (hand === 'mouse') await page.getByRole('button', { name: /^Search or do …/ }).click();
  else await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search or do' }).pressSequentially(name);
  const found = page.getByRole('button', { name: new RegExp(`^${name}`) });
  await found.waitFor();
  if (hand === 'mouse') return found.click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}
