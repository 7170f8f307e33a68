import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { describe, expect, it } from 'vitest';
import { takeNext } from '../../src/app/console/sequences/compiler/take-next.ts';
import { difference } from '../../src/app/console/sequences/editor/difference.ts';
import { toMarks } from '../../src/app/console/sequences/editor/to-marks.ts';
import { toTemplate } from '../../src/app/console/sequences/editor/to-template.ts';
import { finish, type Progressing } from '../../src/core/simulate/pieces.ts';
import { simulateInPieces } from '../../src/core/simulate/simulate.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import type { Diagnostic } from '../../src/language/sequence/diagnostics/diagnostic.ts';

describe('what the editor writes', () => {
  it('makes a fix of the very text that it was found in, and of no other', () => {
    const edits = [{ offset: 0, end: 5, text: 'wait' }];
    const problem: Diagnostic<string> = {
      ...{ code: 'SEQ010', severity: 'error', line: 1, column: 1, message: '', fix: '' },
      edits,
    };
    const madeIn = (text: string): string => {
      const found = EditorState.create({ doc: 'waitt: 1 day' });
      const editor = {
        state: EditorState.create({ doc: text }),
        dispatch: (spec: TransactionSpec) => {
          editor.state = editor.state.update(spec).state;
        },
      };
      toMarks(found, [problem])[0]?.actions?.[0]?.apply(editor as unknown as EditorView, 0, 5);
      return editor.state.doc.toString();
    };
    expect(madeIn('waitt: 1 day')).toBe('wait: 1 day');
    expect(madeIn('# waitt: 1 day')).toBe('# waitt: 1 day');
  });

  it('has the places of a snippet, with the first of several values, and braces of a text as they are', () => {
    expect(toTemplate('within: "$' + '{1:3 days}"')).toBe('within: "$' + '{1:3 days}"');
    expect(toTemplate('wait_for: $' + '{1|reply,label|}')).toBe('wait_for: $' + '{reply}');
    expect(toTemplate('invite: "$' + '{1:Hi {{ first_name \\}\\}, shall we?}"')).toBe(
      'invite: "Hi {{ first_name }}, shall we?"',
    );
  });

  it('changes only the stretch in which two texts differ', () => {
    expect(difference('wait: 3 days', 'wait: 35 days')).toEqual({ from: 7, to: 7, insert: '5' });
    expect(difference('aaa', 'aa')).toMatchObject({ insert: '' });
    const { from, to, insert } = difference('one two', 'one three two');
    expect('one two'.slice(0, from) + insert + 'one two'.slice(to)).toBe('one three two');
  });
});

it('asks the compiler first for what somebody looks at while they type, then for what came first', () => {
  const waiting = (['preview', 'form', 'check', 'write'] as const).map((name) => ({ name }));
  const order = Array.from({ length: 5 }, () => takeNext(waiting)?.name);
  expect(order).toEqual(['check', 'write', 'preview', 'form', undefined]);
});

it('says of a simulation how much of it is done, never less than before', () => {
  const compiled = compileSequence(
    'sequence: a\nlimits: { visits: 9/day }\nsteps:\n  - visit\n  - wait: 2 days\n  - end: done\n',
  );
  if (!compiled.ok) throw new Error('it has mistakes');
  const work = (): Progressing<unknown> =>
    simulateInPieces({ plans: [compiled.plan], leads: 300, days: 60, seed: 1, start: '2026-01-05', runs: 3 });
  const shares: number[] = [];
  for (const steps = work(); ; ) {
    const step = steps.next();
    if (step.done) break;
    shares.push(step.value);
  }
  expect(shares.length).toBeGreaterThan(3);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBeLessThanOrEqual(1);
  expect(finish(work())).toBeDefined();
});
