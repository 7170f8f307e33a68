import { LinearModel } from '../../../../src/shared/mail/learned/linear-model.ts';
import { examplesFor, MODELS, type ModelName, type Prepared } from './examples.ts';
import { KINDS, type Kind, type LabeledText } from './labeled-texts.ts';
import { trainModel } from './train-model.ts';

/** A text that a model had not seen, and what it said of it. */
interface Said {
  readonly text: Prepared;
  /** Infinite where the rules hear a wish, or one of something else, so that nobody asks the model. */
  readonly score: number;
}

const FOLDS = 4;
/** In percent. */
const RECALLS = [90, 95, 97, 98, 99];

/**
 * How each model does on texts of a source that it was not trained with; of the training texts a quarter at a time, and one language at a time, with
 * which none of that source's texts in that language were seen.
 */
export function* judgeModels(texts: readonly Prepared[], only?: string): Generator<string> {
  for (const model of (Object.keys(MODELS) as ModelName[]).filter((name) => only === undefined || name === only)) {
    for (const [name, parts] of heldBackParts(texts)) {
      const said = parts.flatMap((test) => saidOf(model, texts, test));
      if (said.length > 0) yield* linesOf(`${model}, ${name}`, model, said);
    }
  }
}

type IsTest = (text: LabeledText, at: number) => boolean;

function heldBackParts(texts: readonly Prepared[]): [name: string, parts: IsTest[]][] {
  const languages = [...new Set(texts.filter(isTraining).map(({ language }) => language))];
  return [
    ['first set', [({ source }) => source === 'unread']],
    ['second set', [({ source }) => source === 'unread-2']],
    [
      'training texts, by quarters',
      Array.from({ length: FOLDS }, (_, fold) => (one, at) => isTraining(one) && at % FOLDS === fold),
    ],
    ['training texts, by language', languages.map((language) => (one) => isTraining(one) && one.language === language)],
  ];
}

const isTraining = ({ source }: LabeledText): boolean => source === 'training';

function saidOf(model: ModelName, texts: readonly Prepared[], isTest: IsTest): Said[] {
  const tested = texts.filter(isTest);
  const trained = new LinearModel(
    trainModel(
      examplesFor(
        model,
        texts.filter((one, at) => !isTest(one, at)),
      ),
    ),
  );
  return tested.map((text) => {
    if (model === 'wish' && text.by_rules !== 'none') return { text, score: Number.POSITIVE_INFINITY };
    if (model === 'wish' && text.is_spared) return { text, score: Number.NEGATIVE_INFINITY };
    return { text, score: trained.score(text.features, text.cues).score };
  });
}

function* linesOf(name: string, model: ModelName, said: readonly Said[]): Generator<string> {
  const found = said.filter(({ text }) => MODELS[model](text)).toSorted((one, other) => one.score - other.score);
  yield `${name}: ${found.length} of ${said.length}`;
  for (const recall of RECALLS) {
    const from = found[Math.floor((1 - recall / 100) * found.length)]?.score ?? 0;
    const shares = KINDS.map((kind) => `${kind} ${shareOf(said, kind, from)}`).join(', ');
    yield `  ${recall} % from ${from.toFixed(2)}: ${shares}`;
  }
}

function shareOf(said: readonly Said[], kind: Kind, from: number): string {
  const all = said.filter(({ text }) => text.kind === kind);
  return `${all.filter(({ score }) => score >= from).length} of ${all.length}`;
}
