import { readingOf } from '../../../../src/shared/mail/learned/read-learned.ts';
import { hearWish, type Wish } from '../../../../src/shared/mail/wish/read-wish.ts';
import type { LabeledText } from './labeled-texts.ts';
import type { Example } from './train-model.ts';

/** Models, with what each of them looks for. */
export const MODELS = {
  wish: ({ kind }: LabeledText) => kind === 'wish',
  machine: ({ kind }: LabeledText) => kind === 'absence' || kind === 'notice',
};
export type ModelName = keyof typeof MODELS;

/** A labeled text as models take it. */
export type Prepared = LabeledText &
  Omit<Example, 'is_it'> & {
    readonly by_rules: Wish;
    /** Rules know that it is about something else. */
    readonly is_spared: boolean;
  };

/** The rules were made with these, so that what they find there is right more often than with strangers. */
const MADE_WITH: ReadonlySet<LabeledText['source']> = new Set(['written', 'afterwards', 'unread']);
const OF_RULES = /^(?:rules: |says: |a refusal$)/;

export const prepared = (texts: readonly LabeledText[]): Prepared[] =>
  texts.map((one) => {
    const heard = hearWish(one.text);
    const { features, cues } = readingOf(one.text, heard.wish);
    const honest = MADE_WITH.has(one.source) ? new Set([...cues].filter((cue) => !OF_RULES.test(cue))) : cues;
    return { ...one, features, cues: honest, by_rules: heard.wish, is_spared: heard.is_spared };
  });

export const examplesFor = (model: ModelName, texts: readonly Prepared[]): Example[] =>
  texts.map((one) => ({ features: one.features, cues: one.cues, is_it: MODELS[model](one) }));
