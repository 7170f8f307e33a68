import { beforeAll, describe, expect, it } from 'vitest';
import { sample } from '../../support/rounds.ts';
import { type Figures, figuresOf, takeSet } from './measure-set.ts';
import { buildSet } from './written/build-set.ts';

/** In percent. What nobody looked at while the rules were made may do a little worse. */
const LEAST: Readonly<Record<'seen' | 'held_back', Partial<Record<keyof Figures, number>>>> = {
  seen: {
    people_kept: 100,
    no_false_wishes: 100,
    own_words: 100,
    wishes_found: 99,
    days_right: 97,
    machines_not_asked: 96,
  },
  held_back: {
    people_kept: 100,
    no_false_wishes: 100,
    own_words: 99,
    wishes_found: 97,
    days_right: 95,
    machines_not_asked: 95,
  },
};

describe.each(['seen', 'held_back'] as const)(
  'mails written in 20 languages and as many programs quote them: %s',
  (part) => {
    let figures: Figures;
    beforeAll(async () => {
      figures = figuresOf(await takeSet(sample(buildSet(part))));
    });

    it.each(Object.entries(LEAST[part]) as [keyof Figures, number][])('%s: at least %i percent', (name, least) => {
      const { right, of, wrong } = figures[name];
      expect(of).toBeGreaterThan(50);
      const examples = wrong.slice(0, 5).map(({ entry }) => `${entry.language} ${entry.program}: ${entry.own}`);
      expect((100 * right) / of, examples.join('\n')).toBeGreaterThanOrEqual(least);
    });
  },
);
