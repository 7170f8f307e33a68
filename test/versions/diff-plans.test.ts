import { describe, expect, it } from 'vitest';
import { diffPlans } from '../../src/language/versions/diff-plans.ts';
import { mapPosition } from '../../src/language/versions/map-position.ts';
import { planOfSteps } from '../sequence/steps/compile-steps.ts';
import { compile, message, type Tree, visit, wait, waitFor } from './trees.ts';

const hello = message('Hello, shall we talk about the platform job?');
const bump = message('Just floating this up.');
const changes = (a: readonly Tree[], b: readonly Tree[]) =>
  diffPlans(compile(a), compile(b)).steps.map(({ change, from, to }) => `${change} ${from} ${to}`);

describe('what changed between two versions', () => {
  it('is one added step, however many derived ids it shifts', () => {
    expect(changes([hello, wait(), bump], [visit, hello, wait(), bump])).toEqual(['added null 1-visit']);
  });

  it('is one removed step, in its place', () => {
    expect(changes([visit, hello, wait(), bump], [visit, wait(), bump])).toEqual(['removed 2-message null']);
  });

  it('is a text, word by word', () => {
    const [change] = diffPlans(compile([bump]), compile([message('Just bringing this up.')])).steps;
    expect(change).toMatchObject({
      change: 'changed',
      step: 'message "Just bringing this up."',
      fields: [
        {
          field: 'text',
          words: [
            { text: 'Just ', change: 'same' },
            { text: 'floating', change: 'removed' },
            { text: 'bringing', change: 'added' },
            { text: ' this up.', change: 'same' },
          ],
        },
      ],
    });
  });

  it('is what the arms of a split are optimized for', () => {
    const plan = (split: string) => planOfSteps(`  - split: ${split}\n`);
    const fixed = plan('{ a: { steps: [visit] }, b: { steps: [withdraw] } }');
    const arms = 'arms: { a: [visit], b: [withdraw] }';
    const replied = plan(`{ optimize: replied, ${arms} }`);
    const [begun] = diffPlans(fixed, replied).steps;
    expect(begun).toMatchObject({
      ...{ change: 'changed', was: 'split a 1 / b 1', step: 'split a / b, optimized for replies' },
      fields: [{ field: 'optimize', from: null, to: 'replied' }],
    });
    expect(diffPlans(replied, plan(`{ optimize: accepted, ${arms} }`)).steps[0]?.fields).toMatchObject([
      { field: 'optimize', from: 'replied', to: 'accepted' },
    ]);
    expect(mapPosition(fixed, replied, { node: '1-split/a/1-visit', made: [] })).toMatchObject({ status: 'moves' });
  });

  it('is a step that moved, also into a branch', () => {
    expect(changes([hello, visit, bump], [bump, hello, visit])).toEqual(['moved 3-message 1-message']);
    expect(changes([visit, hello], [visit, waitFor([hello], [])])).toEqual([
      'added null 2-wait_for',
      'moved 2-message 2-wait_for/then/1-message',
    ]);
  });

  it('is a changed step where its author gave it an id, whatever is written there now', () => {
    expect(changes([message('One thing', 'ask')], [visit, message('Another matter', 'ask')])).toEqual([
      'added null 1-visit',
      'changed ask ask',
    ]);
  });

  it('is said in words for the header', () => {
    const a = compile([hello], { limits: { invite: [{ count: 20, per: 'day' }] }, stop_on: ['reply', 'bounce'] });
    const b = compile([hello], { limits: { invite: [{ count: 30, per: 'day' }] }, stop_on: ['reply'] });
    expect(diffPlans(a, b).header).toEqual([
      { field: 'limits.invites', from: '20 a day', to: '30 a day' },
      { field: 'stop_on', from: 'bounce, reply', to: 'reply' },
    ]);
  });
});

describe('where somebody stands in another version', () => {
  const position = (a: readonly Tree[], b: readonly Tree[], node: string, made: readonly string[] = []) => {
    const plan = compile(a);
    return mapPosition(plan, compile(b), { node, made: made.map((id) => ({ plan, node: id })) });
  };

  it('is at the same step, wherever it is now', () => {
    expect(position([hello, wait(), bump], [visit, hello, wait(), bump], '2-wait', ['1-message'])).toEqual({
      status: 'moves',
      node: '3-wait',
      goes_on: true,
    });
  });

  it('is at the next step that is still there', () => {
    expect(position([hello, wait(), visit, bump], [hello, bump], '2-wait', ['1-message'])).toEqual({
      status: 'moves',
      node: '2-message',
      goes_on: false,
    });
  });

  it('is nowhere when nothing after it is there', () => {
    const end: Tree = { kind: 'end', outcome: 'accepted' };
    expect(position([hello, waitFor([wait(), end], [])], [hello], '2-wait_for/then/1-wait', ['1-message'])).toEqual({
      status: 'orphaned',
    });
  });

  it('is refused where a step that was taken would come again', () => {
    expect(position([hello, wait(), bump], [wait(), hello, bump], '2-wait', ['1-message'])).toMatchObject({
      status: 'would_repeat',
    });
    // Words are the same wherever they are written, and whatever they are called.
    expect(
      position(
        [hello, wait(), bump],
        [visit, wait(), message('New words altogether, nothing in common'), bump, hello],
        '2-wait',
        ['1-message'],
      ),
    ).toMatchObject({ status: 'would_repeat', repeated: ['5-message'] });
  });

  it('lets the rounds of a repeat come again', () => {
    const rounds = (times: number): Tree => ({ kind: 'repeat', times, body: [bump, wait()] });
    expect(position([rounds(3)], [visit, rounds(4)], '1-repeat/2-wait', ['1-repeat/1-message'])).toEqual({
      status: 'moves',
      node: '2-repeat/2-wait',
      goes_on: true,
    });
    // A round that was not there before is a repetition.
    expect(position([bump, wait(), hello], [rounds(2), hello], '2-wait', ['1-message'])).toMatchObject({
      status: 'would_repeat',
    });
  });

  it('is not trusted when a step behind it was taken already', () => {
    expect(position([wait(), hello, bump], [wait(), hello, bump], '1-wait', ['2-message'])).toMatchObject({
      status: 'would_repeat',
      repeated: ['2-message'],
    });
  });
});
