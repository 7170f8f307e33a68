import { outcomeWords } from '../../../../shared/kit/outcome-words.ts';
import type { ResultOf } from '../../../api-client/asked.ts';
import { percent } from '../../parts/words.ts';
import type { CampaignAddress } from '../campaign-address.ts';

export type Results = ResultOf<'getCampaignResults'>;

/** A number with the filter that opens its people, or words. */
export type Cell = string | { readonly count: number; readonly search: CampaignAddress };

interface Part {
  readonly title: string;
  readonly rows: readonly { readonly what: string; readonly cells: readonly [Cell, Cell] }[];
}

/** Puts the results of two campaigns side by side; what one of them has not at all is empty there. */
export function compareResults(one: Results, other: Results): readonly Part[] {
  const both = (what: string, of: (results: Results) => Cell) => ({ what, cells: [of(one), of(other)] as const });
  const people = (what: string, of: keyof Results & ('enrolled' | Flag), search: CampaignAddress) =>
    both(what, (results) => ({ count: results[of], search }));
  return [
    {
      title: 'In all',
      rows: [
        people('people', 'enrolled', {}),
        ...FLAGS.map((flag) => people(flag, flag, { [flag]: 'true' })),
        people('finished', 'finished', { status: 'finished' }),
      ],
    },
    {
      title: 'Reply rate',
      rows: [
        both('reply rate', ({ reply_rate: { rate } }) => (rate === null ? 'not known yet' : percent(rate))),
        both('with 95 % confidence', ({ reply_rate: { rate, low, high } }) =>
          rate === null ? '' : `${percent(low)} to ${percent(high)}`,
        ),
        both('people judged', ({ reply_rate: { judged } }) => ({ count: judged, search: { judged: 'true' } })),
      ],
    },
    {
      title: 'Cost',
      rows: [
        both('credits', ({ cost }) => cost.credits.toLocaleString('en')),
        both('for each reply', ({ cost }) => perReply(cost.credits_per_reply)),
        both('InMails', ({ cost }) => cost.inmails.toLocaleString('en')),
        both('for each reply', ({ cost }) => perReply(cost.inmails_per_reply)),
      ],
    },
    {
      title: 'How it ended',
      rows: union(one.outcomes, other.outcomes).map((outcome) =>
        both(outcomeWords(outcome), ({ outcomes }) => ({ count: outcomes[outcome] ?? 0, search: { outcome } })),
      ),
    },
    {
      title: 'What they answered',
      rows: union(one.labels, other.labels).map((label) =>
        both(outcomeWords(label), ({ labels }) => ({ count: labels[label] ?? 0, search: { label } })),
      ),
    },
    { title: 'Step by step: done, of those for whom it was begun', rows: steps(one, other) },
  ].filter(({ rows }) => rows.length > 0);
}

const FLAGS = ['contacted', 'accepted', 'replied', 'positive'] as const;
type Flag = (typeof FLAGS)[number] | 'finished';

export const perReply = (amount: number | null): string =>
  amount === null ? '–' : amount.toLocaleString('en', { maximumFractionDigits: 2 });

const union = (one: object, other: object): string[] => [...new Set([...Object.keys(one), ...Object.keys(other)])];

/** Steps of the same name stand in one row, where both are of one sequence; else those that are called alike, in their order. */
function steps(one: Results, other: Results): Part['rows'] {
  const keyed = ({ funnel }: Results) => {
    const seen = new Map<string, number>();
    return new Map(
      funnel.map((step) => {
        const name = one.sequence === other.sequence ? step.step : step.title;
        const times = (seen.get(name) ?? 0) + 1;
        seen.set(name, times);
        return [`${name} ${times}`, step] as const;
      }),
    );
  };
  const [left, right] = [keyed(one), keyed(other)];
  const cellOf = (step: Results['funnel'][number] | undefined): Cell =>
    step === undefined ? '' : { count: step.done, search: { step: step.step, result: 'done' } };
  return [...new Set([...left.keys(), ...right.keys()])].map((key) => {
    const [first, second] = [left.get(key), right.get(key)];
    const reached = [first, second].flatMap((step) => (step === undefined ? [] : [step.reached.toLocaleString('en')]));
    return {
      what: `${first?.title ?? second?.title ?? ''} (of ${reached.join(' and ')})`,
      cells: [cellOf(first), cellOf(second)] as const,
    };
  });
}
