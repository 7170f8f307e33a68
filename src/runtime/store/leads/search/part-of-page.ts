import { CONDITIONS, RANK } from './fits.ts';
import type { Sought } from './sought.ts';

/** The leads of one fit, or of several one after the other, that a page still lacks: the best first, and of one fit the newest. */
export interface PartOfPage {
  readonly sought: Sought;
  /** The places of the first and the last fit in `FITS`, from 1. */
  readonly from: number;
  readonly to: number;
  /** The lead of the first fit behind whom the page goes on; null: from the newest. */
  readonly behind: string | null;
  readonly limit: number;
}

/** The query of words that finds everybody of these fits; null: they are found by their ids. */
export function wordsOf({ sought, from, to }: PartOfPage): string | null {
  const words = sought.of_fit.slice(from - 1, to).filter((word) => word !== null);
  return words.length === 0 ? null : words.map((word) => `(${word})`).join(' | ');
}

/** SQL: who comes behind `$7`. Every value of a statement must stand in it, or Postgres does not know its type. */
export function isBehind({ from, to, behind }: PartOfPage): string {
  // By one fit alone, the index of ids begins there.
  const of = behind === null ? '$7::text is null' : `l.id < $7::text${from === to ? '' : ` or ${RANK} > ${from}`}`;
  return `l.merged_into is null and ($6::text is null or true) and (${of})`;
}

/** SQL: who fits in one of these ways, and in no better one. */
export const fitsBest = ({ from, to }: PartOfPage): string =>
  from === to
    ? `${CONDITIONS[from - 1]} and ${RANK} = ${from} order by l.id desc limit $8`
    : `${RANK} between ${from} and ${to} order by ${RANK}, l.id desc limit $8`;

/** `$1` to `$8`: the words of these fits stand in the place of those of all. */
export const valuesOf = (part: PartOfPage): readonly unknown[] => [
  ...part.sought.values.slice(0, -1),
  wordsOf(part),
  part.behind,
  part.limit,
];
