import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shiftOf } from '../../src/app/console/inbox/shift-of.ts';

const line = (id: string, said = id) => ({ id, last_message: { id: said } });
const lines = (ids: string) => [...ids].map((id) => line(id));

describe('a list of conversations under whoever reads it', () => {
  it('has moved by those who came above, and by those who left', () => {
    expect(shiftOf(lines('abcde'), lines('xyabcde'), 2, 3)).toBe(2);
    expect(shiftOf(lines('abcde'), lines('acde'), 2, 3)).toBe(-1);
    expect(shiftOf(lines('abcde'), lines('abcde'), 0, 3)).toBe(0);
  });

  it('does not follow whoever has written, nor what is gone', () => {
    expect(shiftOf(lines('abcde'), [line('c', 'new'), ...lines('abde')], 2, 3)).toBe(0);
    expect(shiftOf(lines('abcde'), lines('xabde'), 2, 3)).toBe(0);
    expect(shiftOf(lines('abcde'), lines('xyz'), 2, 3)).toBe(0);
  });

  it('shows the same lines where others come anywhere above', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 0, max: 999 }), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(ids, fc.nat(), fc.nat(), (all, a, b) => {
        const now = all.map((id) => line(`${id}`));
        const first = a % now.length;
        const came = b % (first + 1);
        // Of those above, some had not been there before.
        const was = now.filter((_, at) => at >= first || at % (came + 1) !== 0);
        const at = was.findIndex(({ id }) => id === now[first]?.id);
        expect(was[at]?.id).toBe(now[at + shiftOf(was, now, at, 5)]?.id);
      }),
    );
  });
});
