import { describe, expect, it } from 'vitest';
import { cuesOf } from '../../src/shared/mail/learned/cues.ts';
import { LinearModel } from '../../src/shared/mail/learned/linear-model.ts';
import { BUCKETS, textFeatures } from '../../src/shared/mail/learned/text-features.ts';
import { WEIGHTS } from '../../src/shared/mail/learned/weights.ts';
import { examplesFor, prepared } from './meaning/learn/examples.ts';
import { trainingTexts } from './meaning/learn/labeled-texts.ts';
import { trainModel } from './meaning/learn/train-model.ts';

const bucketsOf = (text: string): readonly number[] => textFeatures(text).buckets;

describe('what a text is made of', () => {
  it('is the same whatever its case, accents, numbers and addresses', () => {
    expect(bucketsOf('RÉPONDEZ à anna@x.example avant le 12')).toEqual(bucketsOf('repondez a bo@y.example avant le 3'));
  });

  it('is another where a word or the order of words is another', () => {
    expect(bucketsOf('please stop writing')).not.toEqual(bucketsOf('please keep writing'));
    expect(new Set(bucketsOf('stop writing'))).not.toEqual(new Set(bucketsOf('writing stop')));
  });

  it('names each feature once, within what there are weights for', () => {
    const { buckets, begins, words } = textFeatures('no no no, 今後のご連絡は不要です!!');
    expect(new Set(buckets).size).toBe(buckets.length);
    expect(Math.max(...buckets)).toBeLessThan(BUCKETS);
    expect(begins).toHaveLength(buckets.length);
    expect(words).toContain('!!');
  });

  it('is read to an end however long the text is', () => {
    expect(textFeatures('a1 '.repeat(100_000)).words.length).toBeLessThan(2_000);
  });
});

describe('what the rules find', () => {
  it('is the same in every language', () => {
    const [english, german] = [
      cuesOf('Please do not write to me again.', 'none'),
      cuesOf('Bitte schreiben Sie mir nicht wieder.', 'none'),
    ];
    for (const cue of ['no', 'contact', 'again', 'no + again', 'a refusal']) {
      expect(english).toContain(cue);
      expect(german).toContain(cue);
    }
  });
});

describe('a linear model', () => {
  const texts = prepared(
    trainingTexts()
      .filter(({ language }) => language === 'english' || language === 'german')
      .map(({ language, kind, text }) => ({ source: 'training' as const, language, kind, text })),
  );

  it('is the same from the same texts', () => {
    expect(trainModel(examplesFor('wish', texts))).toEqual(trainModel(examplesFor('wish', texts)));
  });

  it('knows wishes of texts that it was not trained with', () => {
    const [seen, unseen] = [texts.filter((_, at) => at % 2 === 0), texts.filter((_, at) => at % 2 === 1)];
    const model = new LinearModel(trainModel(examplesFor('wish', seen)));
    const scores = (isWish: boolean) =>
      unseen.filter(({ kind }) => (kind === 'wish') === isWish).map((one) => model.score(one.features, one.cues).score);
    const wishes = scores(true);
    const above = scores(false).reduce((sum, one) => sum + wishes.filter((score) => score > one).length, 0);
    // Of a wish and another text, how often the wish has the higher score: chance is a half.
    expect(above / (wishes.length * scores(false).length)).toBeGreaterThan(0.8);
  });

  it('names the words that weighed most for what it finds', () => {
    const text = 'Rather not hear more of this.';
    expect(new LinearModel(WEIGHTS.wish).score(textFeatures(text), cuesOf(text, 'none')).words).toContain('hear');
  });
});
