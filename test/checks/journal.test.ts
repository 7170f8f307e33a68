import { describe, expect, it } from 'vitest';
import { nobodyAfterNo, nobodyTwice } from '../faults/journal.ts';

const reached = (slug: string, kind: string, text: string | null, wall = 0) => ({
  slug,
  account_id: 'acc_1',
  kind,
  text,
  wall,
});

describe('the journal of what people received', () => {
  it('reports a step that somebody got twice, and no two steps of one kind', () => {
    const once = [
      reached('ada', 'message', 'One'),
      reached('ada', 'message', 'Two'),
      reached('grace', 'message', 'One'),
    ];
    expect(nobodyTwice(once)).toMatchObject({ ok: true });
    expect(nobodyTwice([...once, reached('ada', 'message', 'One')])).toMatchObject({
      ok: false,
      exceptions: ['ada got message twice: One'],
    });
  });

  it('reports what went out after a no that was here, except what was on its way', () => {
    const refusals = [{ slug: 'ada', heard: 10_000 }];
    const before = [reached('ada', 'message', 'One', 9_000), reached('ada', 'visit', null, 12_000)];
    expect(nobodyAfterNo(before, refusals)).toMatchObject({ ok: true });
    const after = [...before, reached('grace', 'email', 'One', 40_000), reached('ada', 'email', 'Two', 40_000)];
    expect(nobodyAfterNo(after, refusals)).toMatchObject({
      ok: false,
      exceptions: ['ada got email 30 s after their no was here'],
    });
  });

  it('proves nothing where nobody said no', () => {
    expect(nobodyAfterNo([], [])).toMatchObject({ ok: false });
  });
});
