import { expect, it } from 'vitest';
import { progressInWords } from '../../src/shared/kit/progress-in-words.ts';

it.each([
  [{ done: 0, all: 12, per_second: null, seconds_left: null }, '0 of 12 rows'],
  [
    { done: 120_000, all: 1_000_000, per_second: 4100.4, seconds_left: null },
    '120,000 of 1,000,000 rows, 4,100 each second',
  ],
  [
    { done: 120_000, all: 1_000_000, per_second: 4100.4, seconds_left: 215 },
    '120,000 of 1,000,000 rows, 4,100 each second, about 4 minutes left',
  ],
  [{ done: 9, all: 10, per_second: 2, seconds_left: 59 }, '9 of 10 rows, 2 each second, less than a minute left'],
  [{ done: 9, all: 10, per_second: 2, seconds_left: 60 }, '9 of 10 rows, 2 each second, about 1 minute left'],
  [{ done: 9, all: 10, per_second: 2, seconds_left: 7200 }, '9 of 10 rows, 2 each second, about 2 hours left'],
])('says how far %j is', (progress, words) => {
  expect(progressInWords(progress)).toBe(words);
});
