import { join } from 'node:path';
import { jumpAlong } from '../../../src/app/demo/dev/jump-along.ts';
import { readQuietAnswer } from '../../../src/app/demo/dev/jump-in-dev.ts';
import { openAnswerBook } from '../../../src/app/demo/people/answer-book.ts';
import { homeAt, readClockFile } from '../../../src/app/main/home.ts';
import { waitUntil } from '../../../src/app/main/wait-until.ts';
import { createClock } from '../../../src/shared/kit/clock.ts';
import { type Quiet, together } from '../../../src/shared/kit/quiet.ts';
import type { Overture } from './start-overture.ts';

/** Wall milliseconds: for a machine that is busy with much else. */
const LONGEST = 600_000;

interface Options {
  /** Called once, while people are at work after a jump: what is killed then is killed at work. */
  readonly onWork?: () => void;
  /** Virtual time beyond which it does not jump, though nothing is due before. */
  readonly by?: number;
}

/** Jumps to whatever is due next, again and again, until `isThere`; fails after ten minutes, saying what is at work. */
export async function jumpUntil(
  system: Overture,
  isThere: () => Promise<boolean>,
  { onWork, by }: Options = {},
): Promise<void> {
  const ending = new AbortController();
  let last: unknown = null;
  let hasJumped = false;
  let tell = onWork;
  const jumping = jumpAlong({
    signal: ending.signal,
    async read() {
      const before = peopleOf(system.home);
      const { status, body } = await system.api<unknown>('GET', '/api/quiet');
      if (status !== 200) throw new Error(JSON.stringify(body));
      const parts = [readQuietAnswer(body), peopleOf(system.home), { ...before, next: null }];
      const end = by === undefined || before.now >= by ? null : { what: 'the end of the jumps', at: by };
      const quiet = together([...parts, { ...before, under_way: [], next: end }]);
      last = quiet;
      if (hasJumped && quiet.under_way.length > 0) {
        tell?.();
        tell = undefined;
      }
      return quiet;
    },
    mayJump: async () => !(await isThere()),
    async jump(to) {
      const { status, body } = await system.api('POST', '/api/clock/jump', { to: new Date(to).toISOString() });
      if (status !== 200) throw new Error(JSON.stringify(body));
      hasJumped = true;
    },
    onError: (error) => {
      last = String(error);
    },
  });
  // Before each jump it is looked anyhow; this is for where nothing is due.
  const there = await waitUntil(() => isThere().catch(() => false), { timeout: LONGEST, every: 1000 });
  ending.abort();
  await jumping;
  if (!there) throw new Error(`the world has not come there: ${JSON.stringify(last)}`);
}

/** Answers that the people of the demo are about to write, as their file has them. */
function peopleOf(home: string): Quiet {
  const now = createClock(readClockFile(homeAt(home)) ?? undefined).now();
  const due = openAnswerBook(join(home, 'mail-server/people.json')).nextDue();
  const what = 'answers of people by mail';
  if (due === null) return { now, under_way: [], next: null };
  return due <= now
    ? { now, under_way: [{ what, count: 1 }], next: null }
    : { now, under_way: [], next: { what, at: due } };
}
