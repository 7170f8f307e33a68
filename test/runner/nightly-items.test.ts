import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { classifyFiles } from './classify-files.ts';
import { nightlyItems } from './nightly-items.ts';

describe('the items of the night', () => {
  const files = classifyFiles(PACKAGE_ROOT);
  const ofDay = files.filter(({ when }) => when === 'always');
  const withRounds = [true, false].flatMap((heavy) => ofDay.filter(({ is_heavy }) => is_heavy === heavy).slice(0, 2));
  const items = nightlyItems(files, (path) => withRounds.some((file) => file.path === path));

  it('have a name each, and files or a command', () => {
    expect(new Set(items.map(({ name }) => name)).size).toBe(items.length);
    for (const item of items) expect(item.files ?? item.command).not.toEqual([]);
  });

  it('hold every file of the night once', () => {
    const atNight = files.filter(({ when }) => when === 'at night').map(({ path }) => path);
    const held = items.flatMap((item) => item.files ?? []).filter((path) => atNight.includes(path));
    expect(held.toSorted()).toEqual(atNight);
  });

  it('hold of the day the files whose rounds are all run at night, and no other', () => {
    const held = items.flatMap(({ name, files: own = [] }) => own.map((path) => [path, name]));
    const day = new Set(ofDay.map(({ path }) => path));
    expect(held.filter(([path = '']) => day.has(path)).toSorted()).toEqual(
      withRounds.map(({ path, is_heavy }) => [path, is_heavy ? 'rounds-heavy' : 'rounds']).toSorted(),
    );
  });

  it('are heavy if one of their files is', () => {
    const heavy = new Set(files.filter(({ is_heavy }) => is_heavy).map(({ path }) => path));
    for (const { name, is_heavy, files: own = [] } of items)
      expect([name, own.map((path) => heavy.has(path))]).toEqual([name, own.map(() => is_heavy)]);
  });

  it('give every file of whole systems an item of its own', () => {
    for (const { name, files: own = [] } of items.filter((item) => /^(?:e2e|nightly)\//.test(item.name))) {
      expect(own).toEqual([`test/${name}.test.ts`]);
    }
  });

  it('ask only for commands that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { scripts: object };
    for (const { command = [] } of items.filter((item) => item.command !== undefined)) {
      expect(command[0]).toBe('run');
      expect(scripts).toHaveProperty([command[1] ?? '']);
    }
  });
});
