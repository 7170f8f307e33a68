import type { FieldChange, StepChange, Word } from './diff-plans.ts';
import type { HeaderChange } from './header-changes.ts';

/** A difference as it is said over the API too. */
interface SaidDiff {
  readonly header: readonly Readonly<Record<keyof HeaderChange, string>>[];
  readonly steps: readonly SaidStep[];
  readonly unchanged: number;
}
type SaidStep = Omit<StepChange, 'kind' | 'was' | 'fields'> & {
  readonly was?: string | undefined;
  readonly fields: readonly SaidField[];
};
type SaidField = Omit<FieldChange, 'words'> & { readonly words?: readonly Word[] | undefined };

const SIGNS: Readonly<Record<StepChange['change'], string>> = { added: '+', removed: '-', changed: '~', moved: '>' };

/** Header, then steps: `+` added, `-` removed, `~` changed, `>` moved; texts word by word. */
export function formatDiff({ header, steps, unchanged }: SaidDiff): string {
  if (header.length === 0 && steps.length === 0) return 'No difference: same steps, same texts.';
  const count = (change: StepChange['change']): number => steps.filter((step) => step.change === change).length;
  const sums = [
    `${count('added')} added`,
    `${count('changed')} changed`,
    `${count('moved')} moved`,
    `${count('removed')} removed`,
    `${unchanged} as before`,
  ];
  return [
    ...header.map(({ field, from, to }) => `  ~ ${field}: ${from} → ${to}`),
    ...steps.flatMap(formatStep),
    '',
    `Steps: ${sums.join(', ')}.`,
  ].join('\n');
}

function formatStep({ change, step, was, from, to, fields }: SaidStep): string[] {
  const [before, after] = [from, to].map((id) => id && placeOf(id));
  const place = before && after && before !== after ? `${before} → ${after}` : (after ?? before ?? '');
  const named = was === undefined ? step : `${was} → ${step}`;
  return [
    `  ${SIGNS[change]} ${named}  (step ${place})`,
    ...fields.flatMap((field) => formatField(field, was !== undefined)),
  ];
}

/**
 * Names a step by its place in the sequence, as one counts: `4 then 1` is the first one below the `then` of the fourth; or by
 * the id that its author gave it.
 */
const placeOf = (id: string): string => {
  const parts = id.split('/').map((part) => {
    const number = Number.parseInt(part, 10);
    return Number.isNaN(number) ? part : String(number);
  });
  return parts.join(' ');
};

function formatField({ field, from, to, words }: SaidField, isInWords: boolean): string[] {
  // The step's own words have said it.
  if (isInWords && ['duration', 'within', 'times', 'outcome', 'sequence'].includes(field)) return [];
  if (words && isOtherText(words)) return [`      ${field}:`, `        - ${inset(from)}`, `        + ${inset(to)}`];
  if (words) {
    const line = words.map(({ text, change }) =>
      change === 'same' ? text : change === 'added' ? `{+${text}+}` : `[-${text}-]`,
    );
    return [`      ${field}: ${line.join('').replaceAll('\n', '\n        ')}`];
  }
  return [`      ${field}: ${shown(from)} → ${shown(to)}`];
}

type Words = readonly Word[];

const SAME_SHARE = 0.5;

/** So little is left of the old text that a reader finds neither in the mixture of both. */
function isOtherText(words: Words): boolean {
  const count = (of: Words): number => of.reduce((sum, { text }) => sum + text.replaceAll(/\s/g, '').length, 0);
  const kept = count(words.filter(({ change }) => change === 'same'));
  return words.length > 3 && 2 * kept < SAME_SHARE * (count(words) + kept);
}

const inset = (text: unknown): string => String(text).trimEnd().replaceAll('\n', '\n          ');

const shown = (value: unknown): string =>
  value === null || value === undefined ? 'none' : typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
