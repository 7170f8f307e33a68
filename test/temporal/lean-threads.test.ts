import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endWhenStuck } from '../../src/runtime/temporal/lean-threads.ts';
import { MINUTE } from '../../src/shared/kit/duration.ts';

const THREAD = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (asked) => {
    while (asked === 'for ever');
    parentPort.postMessage(asked);
  });`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('a thread that answers is not ended, whose workflow code computes for more than a minute is', async () => {
  const thread = new Worker(THREAD, { eval: true });
  endWhenStuck(thread);
  thread.postMessage('at once');
  expect(await once(thread, 'message')).toEqual(['at once']);
  vi.advanceTimersByTime(10 * MINUTE);
  thread.postMessage('still there');
  vi.advanceTimersByTime(MINUTE / 2);
  expect(await once(thread, 'message')).toEqual(['still there']);
  thread.postMessage('for ever');
  vi.advanceTimersByTime(2 * MINUTE);
  expect(await once(thread, 'exit')).toEqual([1]);
});
