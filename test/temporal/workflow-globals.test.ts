import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import vm from 'node:vm';
import { beforeEach, expect, it } from 'vitest';

const load = createRequire(import.meta.url);
const { inPlaceOf } = load('../../src/runtime/temporal/workflow-globals.cjs') as {
  inPlaceOf: (code: string) => string;
};
/** The SDK's function, by which it calls into a workflow. */
const OF_SDK = 'const __TEMPORAL_CALL_INTO_SCOPE = () => {';
const sdk = load.resolve('@temporalio/worker/lib/workflow/reusable-vm');

/** Does in the context what a test asks, as a workflow would. */
const API = `globalThis.fixed = 'of all'; globalThis.__TEMPORAL__ = { api: { do: (code) => (0, eval)(code) } };`;

let begin: () => (code: string) => unknown;
beforeEach(() => {
  const context = vm.createContext({}, { microtaskMode: 'afterEvaluate' });
  vm.runInContext(inPlaceOf(OF_SDK), context);
  vm.runInContext(API, context);
  const bag: unknown = vm.runInContext('Object.getOwnPropertyDescriptors(globalThis)', context);
  begin = () => {
    const holder = { bag };
    return (code) => {
      context.__temporal_args = [holder, 'do', [code]];
      return vm.runInContext('__TEMPORAL_CALL_INTO_SCOPE()', context);
    };
  };
});

it('each workflow finds its own globals, whoever had turns meanwhile', () => {
  const [one, other, third] = [begin(), begin(), begin()];
  one('globalThis.mine = 1; globalThis.Date = () => 1');
  other('globalThis.mine = 2; globalThis.Date = () => 2');
  expect([one('mine'), other('mine'), third('typeof mine')]).toEqual([1, 2, 'undefined']);
  expect([one('Date()'), other('Date()'), third('typeof new Date().getTime()')]).toEqual([1, 2, 'number']);
  one('mine = 11');
  expect([other('mine'), one('mine'), third('fixed')]).toEqual([2, 11, 'of all']);
});

it('a global that comes in a later turn stays with its workflow, and one that is deleted stays away', () => {
  const [one, other] = [begin(), begin()];
  one('globalThis.mine = 1');
  other('globalThis.mine = 2');
  one('globalThis.later = 1');
  expect(other('typeof later')).toBe('undefined');
  other('delete globalThis.mine');
  expect([one('later + mine'), other('typeof mine'), one('mine')]).toEqual([2, 'undefined', 1]);
});

it('no code of ours sets a global: one that is replaced after a first turn would be that of all', () => {
  const folders = ['workflows', 'src/core', 'src/language', 'src/shared/kit'];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const sources = files.filter((name) => name.endsWith('.ts'));
  expect(sources).toContain('workflows/enrollment.ts');
  expect(sources.filter((name) => /\b(?:globalThis|global)\b\s*[.[]/.test(readFileSync(name, 'utf8')))).toEqual([]);
});

it('leaves no argument of a call behind', () => {
  expect(begin()('typeof __temporal_args')).toBe('undefined');
});

it('knows the code of the SDK in whose place it runs, and leaves all other code', () => {
  expect(readFileSync(sdk, 'utf8')).toContain(OF_SDK);
  expect(inPlaceOf('1 + 1')).toBe('1 + 1');
});
