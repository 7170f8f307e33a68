import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enterableBinaries } from '../../src/app/main/postgres/run-as.ts';

/** Nobody of this machine. */
const STRANGER = { uid: 61_234, gid: 61_234 };

let closed: string;
let open: string;
beforeEach(() => {
  // For its owner only.
  closed = mkdtempSync(join(tmpdir(), 'overture-closed-'));
  open = mkdtempSync(join(tmpdir(), 'overture-open-'));
  for (const folder of ['bin', 'lib']) mkdirSync(join(closed, folder));
  for (const file of ['bin/postgres', 'bin/initdb', 'lib/libicu.so.60.2']) writeFileSync(join(closed, file), file);
  symlinkSync('libicu.so.60.2', join(closed, 'lib/libicu.so.60'));
});
afterEach(() => {
  for (const folder of [closed, open]) rmSync(folder, { recursive: true });
});

const binaries = () => ({ postgres: join(closed, 'bin/postgres'), initdb: join(closed, 'bin/initdb') });

describe('the programs of Postgres in a folder that its user cannot enter', () => {
  it('are copied to where it can, with libraries that are found there', () => {
    const { postgres, initdb } = enterableBinaries(STRANGER, binaries(), join(open, 'postgres'));
    expect(postgres.startsWith(open) && initdb.startsWith(open)).toBe(true);
    const library = join(dirname(dirname(postgres)), 'lib/libicu.so.60');
    expect(readlinkSync(library)).toBe('libicu.so.60.2');
    expect(readFileSync(library, 'utf8')).toBe('lib/libicu.so.60.2');
  });

  it('are copied once, and whole', () => {
    const first = enterableBinaries(STRANGER, binaries(), join(open, 'postgres'));
    expect(enterableBinaries(STRANGER, binaries(), join(open, 'postgres'))).toEqual(first);
    expect(readdirSync(open)).toHaveLength(1);
  });

  it('stay where they are for whoever owns the folder', () => {
    expect(enterableBinaries(null, binaries(), join(open, 'postgres'))).toEqual(binaries());
  });
});
