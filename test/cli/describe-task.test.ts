import { expect, it } from 'vitest';
import type { Task } from '../../src/app/cli/api-shapes.ts';
import { describeTask } from '../../src/app/cli/describe-task.ts';
import { timesIn } from '../../src/app/cli/times.ts';

const UTC = timesIn('UTC');

const TASK: Task = {
  ...{ id: 'tsk_1', enrollment_id: 'enr_1', answer_id: null, node: '3-message', kind: 'review' },
  ...{ text: 'May the message to Grace Hopper go out?', reason: 'The sequence has it approved.' },
  message: { subject: 'Platform', text: 'Hi Grace,\n\nshall we talk?\n', html: null },
  sender: { account_id: 'acc_anna', name: 'Anna', platform: 'professional' },
  ...{ preview: {}, assignee: null, status: 'open', decision: null, note: null, due_at: null },
  ...{ created_at: '2026-03-02T09:00:00.000Z', decided_at: null },
  lead: { id: 'led_1', first_name: 'Grace', last_name: 'Hopper', company: 'Navy' },
  last_message: {
    ...{
      conversation_id: 'cnv_1',
      at: '2026-03-01T09:00:00.000Z',
      by: 'them',
      channel: 'message',
      text: 'Tell me more',
    },
  },
  comments: [{ at: '2026-03-02T10:00:00.000Z', author: 'Ada', text: 'She knows us.' }],
};

it('shows beside a question all that is needed to answer it', () => {
  expect(describeTask(TASK, UTC)).toEqual([
    '  May the message to Grace Hopper go out?',
    '  Why: The sequence has it approved.',
    '  Person: Grace Hopper, Navy',
    '  Account: Anna (professional)',
    '  Subject: Platform',
    '    | Hi Grace,',
    '    |',
    '    | shall we talk?',
    '  They wrote last, 2026-03-01 09:00:',
    '    | Tell me more',
    '  Ada says: She knows us.',
  ]);
});

it('shows what an action sends, whatever it is called, and says nothing of what there is not', () => {
  const bare = { ...TASK, message: null, sender: null, lead: null, last_message: null, comments: [] };
  expect(describeTask({ ...bare, preview: { params: { note: 'Hi' } } }, UTC).slice(2)).toEqual([
    ...['    | {', '    |   "note": "Hi"', '    | }'],
  ]);
  expect(describeTask(bare, UTC)).toHaveLength(2);
});
