import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { PATIENCE } from '../support/eventually.ts';

/** Limits that are meant to be short, and why. */
const MEANT_SHORT: Readonly<Record<string, string>> = {
  'test/api/client.test.ts': 'the client gives up before the server answers',
  'test/browser/console-mails.test.ts': 'clicks at what cannot be clicked',
};

/** The limits of one call or one test that are below what a busy machine takes. */
const shortLimits = (text: string): string[] =>
  [...text.matchAll(/\b(?:timeout: |AbortSignal\.timeout\()([\d_]+)\b/g)].flatMap(([limit, given = '']) =>
    Number(given.replaceAll('_', '')) < PATIENCE ? [limit] : [],
  );

/** A wait for a condition, with its options; the check in it may have brackets of its own. */
const WAITS = /\b(vi\.waitFor|vi\.waitUntil|expect\.poll|waitUntil)\(/g;
/** Calls with a limit of a second where none is given. */
const IMPATIENT = /^vi\./;

/** The waits of a text that give up before a busy machine has come there. */
function impatientWaits(text: string): string[] {
  return [...text.matchAll(WAITS)].flatMap(({ 0: begun, 1: name = '', index }) => {
    const call = text.slice(index, endOfCall(text, index + begun.length));
    const given = /\btimeout: ([\d_]+)\s*[,}]/.exec(call)?.[1];
    const isPatient =
      given === undefined
        ? !IMPATIENT.test(name) || /timeout|[A-Z]{3}/.test(call)
        : Number(given.replaceAll('_', '')) >= PATIENCE;
    return isPatient ? [] : [call.replace(/\s+/g, ' ').slice(0, 120)];
  });
}

function endOfCall(text: string, from: number): number {
  let open = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') open += 1;
    if (text[at] === ')') open -= 1;
    if (open === 0) return at + 1;
  }
  return text.length;
}

/** Tests and hooks that give up before those that set no limit. */
function ownLimits(text: string, common: number): string[] {
  const given = text.matchAll(/^\s*(?:\}|.*\(\)), ([\d_]{4,})\);$|\b(?:test|hook)Timeout: ([\d_]+)/gm);
  return [...given].flatMap(([line, ofOne, ofAll = '']) =>
    Number((ofOne ?? ofAll).replaceAll('_', '')) < common ? [line.trim()] : [],
  );
}

describe('the tests', () => {
  it('have no limits of their own below the common one', ({ task }) => {
    const folder = join(PACKAGE_ROOT, 'test');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.test.ts'),
    );
    const found = files.flatMap((path) =>
      ownLimits(readFileSync(join(folder, path), 'utf8'), task.timeout).map((line) => `test/${path}: ${line}`),
    );
    expect(found).toEqual([]);
    expect(
      ownLimits(
        // Cut in two, so that this line is no such limit itself.
        [
          'vi.setConfig({ test',
          'Timeout: 60_000 });\nbeforeAll(async () => {\n  await start();\n}, 60_000);\nafterAll(() => system.dispose(), 1000);',
        ].join(''),
        task.timeout,
      ),
    ).toHaveLength(3);
  });

  // A scenario of faults may look whether something is *not* there for a while.
  it('wait for what is to come as long as a busy machine takes', () => {
    const folder = join(PACKAGE_ROOT, 'test');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
    expect(files.length).toBeGreaterThan(400);
    const found = files.flatMap((path) =>
      /^(checks|faults)\//.test(path)
        ? []
        : impatientWaits(readFileSync(join(folder, path), 'utf8')).map((call) => `test/${path}: ${call}`),
    );
    expect(found).toEqual([]);
  });

  it('give no call and no test less than that, unless it is meant to fail', () => {
    const folder = join(PACKAGE_ROOT, 'test');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
    const found = files.flatMap((path) =>
      /^(checks|faults|bench|fetch)\//.test(path)
        ? []
        : shortLimits(readFileSync(join(folder, path), 'utf8')).map((limit) => `test/${path}: ${limit}`),
    );
    expect(found.filter((one) => !Object.keys(MEANT_SHORT).some((path) => one.startsWith(`${path}:`)))).toEqual([]);
    for (const path of Object.keys(MEANT_SHORT))
      expect(
        found.some((one) => one.startsWith(`${path}:`)),
        path,
      ).toBe(true);
    expect(
      shortLimits('fetch(url, { signal: AbortSignal.timeout(10_000) }); it(name, { timeout: 60_000 }, run)'),
    ).toHaveLength(2);
  });

  it.each([
    ['vi.waitFor(() => expect(read()).toBe(1))', 1],
    ['vi.waitFor(() => expect(read()).toBe(1), { timeout: 5000 })', 1],
    ['expect.poll(read, { timeout: 10_000 }).toBe(1)', 1],
    ['waitUntil(() => isOver(), { timeout: 1_000 })', 1],
    ['expect.poll(read).toBe(1)', 0],
    ['vi.waitFor(() => expect(read()).toBe(1), { timeout: 120_000 })', 0],
    ['vi.waitFor(() => expect(read()).toBe(1), SOON)', 0],
  ])('would be refused or not: %s', (text, count) => {
    expect(impatientWaits(text)).toHaveLength(count);
  });
});
