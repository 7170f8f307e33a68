import { describe, expect, it } from 'vitest';
import { keysOf } from '../../src/app/console/shell/page-keys.ts';

const here = (path: string) => keysOf(path).here.map(([keys]) => keys);

describe('the list of keys', () => {
  it('begins with those of the open page, and has those of every page wherever one is', () => {
    expect(here('/inbox')).toEqual(['j, k', 'r, t, n, f', 'e, l, s, a', 'x', 'y, m, u', 'Shift J, Shift K', 'Esc']);
    expect(here('/tasks')).toEqual(['j, k', 'a, r', 'e', 'y, n', 'y, m, u', 'c, w', 'x', 'Esc']);
    expect(here('/people')).toEqual(['j, k', 'Enter']);
    expect(here('/campaigns/cmp_1')).toEqual(['j, k', 'Enter', 'x']);
    for (const path of ['/sequences/warm-intro', '/new-sequence'])
      expect(here(path)).toEqual(['Ctrl Space', 'Shift F1', 'F8', '⌘., Ctrl .', '⌘S, Ctrl S', 'Esc, then Tab']);
    for (const path of ['/', '/inbox/unmatched', '/people/lead_1', '/nowhere']) expect(here(path)).toEqual([]);
    for (const path of ['/', '/inbox', '/nowhere'])
      expect(keysOf(path).everywhere.map(([keys]) => keys)).toEqual(['⌘K, Ctrl K', '?']);
  });
});
