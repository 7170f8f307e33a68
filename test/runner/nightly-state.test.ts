import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Outcome, openNightlyState } from './nightly-state.ts';

const PASSED: Outcome = { passed: true, seconds: 3, tests: 12, failures: [] };
let folder: string;
const open = ({ anew = false, code = 'one' } = {}) => openNightlyState(anew, join(folder, 'cache', 'state.json'), code);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overture-night-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('knows what a run that was cut off has done, item by item', () => {
  open().note('e2e/demo', PASSED);
  open().note('simulator', { ...PASSED, passed: false });
  expect(open().of('e2e/demo')).toEqual(PASSED);
  expect(open().of('simulator')?.passed).toBe(false);
  expect(open().of('faults')).toBeUndefined();
});

it('takes nothing over from other code, nor when all is to run anew', () => {
  open().note('e2e/demo', PASSED);
  expect(open({ code: 'other' }).of('e2e/demo')).toBeUndefined();
  expect(open({ anew: true }).of('e2e/demo')).toBeUndefined();
  open({ code: 'other' }).note('faults', PASSED);
  expect(open().of('e2e/demo')).toBeUndefined();
});

it('begins anew where the file was cut short', () => {
  open().note('e2e/demo', PASSED);
  writeFileSync(join(folder, 'cache', 'state.json'), '{"code": "one", "outc');
  expect(open().of('e2e/demo')).toBeUndefined();
});
