import { expect, it } from 'vitest';
import { findFragments } from './find-fragments.ts';

const openings = (text: string): string[] => findFragments(text).map(({ line, opening }) => `${line} ${opening}`);

it('finds docstrings that begin with a fragment or a bare pronoun, on one line and on several', () => {
  const text = [
    '/** Of the campaign; absent: 1. */',
    'interface A {',
    '  /** It is closed. */',
    '}',
    '/**',
    ' * What a call',
    ' * answers.',
    ' */',
  ];
  expect(openings(text.join('\n'))).toEqual(['1 Of', '3 It', '5 What']);
});

it('leaves sentences, nouns, and whether something is so', () => {
  const text = ['/** Counts what was sent. */', '/** Whether it is closed. */', '/** Itself. */', '// It is closed.'];
  expect(openings(text.join('\n'))).toEqual([]);
});
