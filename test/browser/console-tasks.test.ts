import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTask } from '../../src/runtime/store/tasks/open-task.ts';
import { newId } from '../../src/shared/kit/ids.ts';
import { addPerson } from '../api/users-fixtures.ts';
import { follow, sent } from '../conversations/fixtures.ts';
import { chromium, consoleBench, violationsOf } from './console-bench.ts';

const SEQUENCE = `sequence: reviewed
steps:
  - message: { text: "Dear {{ first_name }}, shall we talk?" }
    review: true
    else:
      - end: not_connected
  - end: done
`;

describe.skipIf(chromium === null)('the tasks of an open console', () => {
  const bench = consoleBench();
  let people = 0;
  beforeAll(async () => {
    const { status, body } = await bench.call('POST', '/api/sequences', SEQUENCE);
    expect(status, JSON.stringify(body)).toBe(201);
  });
  // A test that fails leaves no tasks to the next.
  afterEach(async () => {
    for (const { id } of (await bench.call('GET', '/api/tasks?status=open')).body.items)
      await bench.call('POST', `/api/tasks/${id}`, { decision: 'reject' });
  });

  /** A text that waits to be approved, as a worker asks for it. */
  async function review(name: string): Promise<string> {
    people += 1;
    const profile_url = `https://professional.example/in/task-${people}`;
    const lead = { first_name: name, profile_url };
    const { body } = await bench.call('POST', '/api/enrollments', { sequence: 'reviewed', lead });
    const text = `Dear ${name}, shall we talk?`;
    const request = { account_id: 'acc_anna', category: 'messages', action: 'send' };
    return openTask(bench.db, {
      ...{ id: newId('tsk'), enrollment_id: body.id, node: '1-message', visit: 1, kind: 'review', due_at: null },
      ...{ text: `May a message to ${name} go out?`, preview: { from: 'Anna', to: name, text } },
      request: { is: 'call', request: { ...request, params: { profile_url, message_text: text } } },
      created_at: new Date(bench.clock.now() + people),
    });
  }
  const read = async (id: string) => (await bench.call('GET', `/api/tasks/${id}`)).body;
  const decisions = (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await read(id)).decision));
  const goesOut = async (id: string) => {
    const { rows } = await bench.db.query<{ text: string }>(
      `select request #>> '{request,params,message_text}' as text from tasks where id = $1`,
      [id],
    );
    return rows[0]?.text;
  };
  const chosen = '[data-chosen=true]';

  it('are read with their person, sender and last words, and decided by one key each: changed, rejected, approved', async () => {
    const ids = [await review('Ada'), await review('Ben'), await review('Cem')];
    await sent(bench, (await read(ids[0] ?? '')).enrollment_id, {
      params: { message_text: 'Have you seen our offer?' },
    });
    await follow(bench);
    const { page, problems } = await bench.open('/tasks');
    const line = (name: string) => page.getByRole('listitem').filter({ hasText: `May a message to ${name}` });
    await line('Ada').getByText('Dear Ada, shall we talk?').waitFor();
    await line('Ada').getByText('Have you seen our offer?').waitFor();
    await line('Ada')
      .getByText(/from .* \(professional\)/)
      .waitFor();
    expect(await violationsOf(page)).toEqual([]);
    // Nothing is chosen yet, and the letter after `g` is that of a page.
    await page.keyboard.press('a');
    await page.keyboard.press('j');
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await line('Ada').waitFor();
    expect(await decisions(ids)).toEqual([null, null, null]);

    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.locator(`${chosen} textarea`).waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' On Tuesday?');
    await page.reload();
    const field = line('Ada').getByRole('textbox', { name: 'Text', exact: true });
    await expect.poll(() => field.inputValue()).toBe('Dear Ada, shall we talk? On Tuesday?');
    await field.press('Control+Enter');
    await line('Ada').waitFor({ state: 'hidden' });
    expect(await goesOut(ids[0] ?? '')).toBe('Dear Ada, shall we talk? On Tuesday?');

    await page.keyboard.press('j');
    await page.locator(chosen).getByText('May a message to Ben').waitFor();
    await page.keyboard.press('r');
    // The next one is chosen by itself.
    await page.locator(chosen).getByText('May a message to Cem').waitFor();
    await page.keyboard.press('a');
    await page.getByText('Nothing waits for a decision.').waitFor();
    expect(await decisions(ids)).toEqual(['approve', 'reject', 'approve']);
    expect(await goesOut(ids[2] ?? '')).toBe('Dear Cem, shall we talk?');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('are not decided by a key once somebody else has: nothing is chosen then', async () => {
    const [one, other] = [await review('Dan'), await review('Eve')];
    const { page } = await bench.open('/tasks');
    await page.getByText('May a message to Dan go out?').waitFor();
    await page.keyboard.press('j');
    await page.locator(chosen).getByText('May a message to Dan').waitFor();
    await bench.call('POST', `/api/tasks/${one}`, { decision: 'reject' });
    await page.getByText('May a message to Dan go out?').waitFor({ state: 'hidden' });
    await page.keyboard.press('a');
    expect(await page.locator(chosen).count()).toBe(0);
    expect(await decisions([one, other])).toEqual(['reject', null]);
    await page.context().close();
  });

  it('are approved several at once, but for what is being changed', async () => {
    const ids = [await review('Fay'), await review('Gus'), await review('Hal')];
    const { page } = await bench.open('/tasks');
    await page.getByText('May a message to Hal go out?').waitFor();
    for (const _ of ids) {
      await page.keyboard.press('j');
      await page.keyboard.press('x');
    }
    await page.getByText('3 picked').waitFor();
    await page.locator(chosen).getByRole('button', { name: 'Edit' }).click();
    await page.locator(chosen).getByRole('textbox', { name: 'Text', exact: true }).fill('Dear Hal, hello.');
    await page.getByText('3 picked, 1 of them being edited').waitFor();
    await page.getByRole('button', { name: 'Approve 2 …' }).click();
    await page.getByText(/The sequences of 2 people go on/).waitFor();
    await page.getByRole('button', { name: 'Approve 2', exact: true }).click();
    await page.getByText('Approved: 2 of 2.').waitFor();
    expect(await decisions(ids)).toEqual(['approve', 'approve', null]);
    await page.getByRole('button', { name: 'Approve as changed' }).click();
    await page.getByText('Nothing waits for a decision.').waitFor();
    expect(await goesOut(ids[2] ?? '')).toBe('Dear Hal, hello.');
    await page.context().close();
  });

  it('are given to a colleague and talked about', async () => {
    const id = await review('Ida');
    const grace = await addPerson(bench, 'owner');
    const { page } = await bench.open('/tasks');
    await page.getByText('May a message to Ida go out?').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await page.keyboard.type('She knows you, Grace.');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Comments' }).getByText('She knows you, Grace.').waitFor();
    await page.getByLabel('Assignee').selectOption(grace.id);
    await expect.poll(async () => (await read(id)).assignee).toBe(grace.id);
    await page.getByRole('link', { name: 'Of nobody' }).click();
    await page.getByText('Nothing waits for a decision.').waitFor();
    expect((await read(id)).comments).toMatchObject([{ text: 'She knows you, Grace.' }]);
    await page.context().close();
  });
});
