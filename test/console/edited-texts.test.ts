import { expect, it } from 'vitest';
import { createPageClient } from '../../src/app/api-client/create-page-client.ts';

const [RLO, PDF] = ['\u202e', '\u202c'];
const OPEN = `Acme ${RLO}gnp.exe`;

/** The client of a page that gets this as JSON. */
const clientOf = (answer: object) =>
  createPageClient({ base_url: '', fetch: async () => new Response(JSON.stringify(answer)) });

it('brings a saved answer and its filled text as they were written: they are edited, sent and saved again', async () => {
  const saved = { id: 'sva_1', name: OPEN, subject: OPEN, text: OPEN, made_by: OPEN };
  const { items } = await clientOf({ items: [saved], next_cursor: null }).listSavedAnswers({});
  expect(items).toEqual([{ ...saved, made_by: `${OPEN}${PDF}` }]);
  const filled = { text: OPEN, missing: [] };
  const asked = { params: { id: 'sva_1' }, body: { conversation_id: 'cnv_1' } };
  expect(await clientOf(filled).fillSavedAnswer(asked)).toEqual(filled);
});

it('brings the text of a review as it was written, and nothing else of its task', async () => {
  const message = { subject: null, text: OPEN, html: null };
  const { items } = await clientOf({ items: [{ text: OPEN, message }], next_cursor: null }).listTasks({});
  expect(items).toEqual([{ text: `${OPEN}${PDF}`, message }]);
});

it('closes every text of an answer that is only shown', async () => {
  expect(await clientOf({ id: 'acc_1', name: OPEN }).getAccount({ params: { id: 'acc_1' } })).toEqual({
    ...{ id: 'acc_1', name: `${OPEN}${PDF}` },
  });
});
