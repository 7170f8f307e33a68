import type { Page } from 'playwright-core';

/** The parts of the page of a sequence that the tests look at. */
export const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the sequence' });
export const problems = (page: Page) => page.getByRole('region', { name: 'Problems' });
export const noProblems = (page: Page) => problems(page).getByRole('heading', { name: 'No problems' }).waitFor();
