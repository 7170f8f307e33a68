import { expect, it } from 'vitest';
import { failureLines } from './failure-lines.ts';
import type { Report } from './report.ts';

const REPORT: Report = { passed: 1, failed: 0, skipped: 0, files: [], strays: [] };
const failures = [{ test: 'a room > closes', error: 'Error: it is open\n    at door.ts:3' }];

it.each([
  ['nothing, of what passed', REPORT, 0, []],
  [
    'each test with the first line of its error',
    { ...REPORT, files: [{ path: 'test/room/one.test.ts', failures }] },
    1,
    ['test/room/one.test.ts a room > closes (Error: it is open)'],
  ],
  [
    'errors outside of any test',
    { ...REPORT, strays: ['Error: late\n    at x.ts:1'] },
    1,
    ['an error outside of any test: Error: late'],
  ],
  ['what ended without a reason', REPORT, 1, ['the process ended with 1, and says of no test why']],
  ['what broke', null, null, ['the process ended with null before it could say what it had run']],
])('reports %s', (_, report, exit_code, lines) => {
  expect(failureLines({ report, exit_code })).toEqual(lines);
});
