import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchReplaced } from '../../src/app/main/watch-replaced.ts';
import { eventually } from '../support/eventually.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overture-watch-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('notices each time that the file is replaced or written, and nothing that is written beside it', async () => {
  const [file, beside] = [join(folder, 'clock.json'), join(folder, 'temporal.db')];
  const replace = (text: string): void => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
  replace('0');
  const seen: string[] = [];
  const watched = watchReplaced(file, () => seen.push(readFileSync(file, 'utf8')));
  for (let n = 0; n < 50; n++) {
    writeFileSync(beside, String(n));
    await nextTurn();
  }
  for (const text of ['1', '2', '3']) {
    replace(text);
    await eventually(() => expect(seen.at(-1)).toBe(text));
  }
  writeFileSync(file, '4');
  await eventually(() => expect(seen.at(-1)).toBe('4'));
  expect(seen).not.toContain('0');
  watched.close();
});
