import { CONDITIONS, RANK } from './fits.ts';
import type { Sought } from './sought.ts';

/** The leads of one fit that a page still lacks, the newest first. */
export interface PartOfPage {
  readonly sought: Sought;
  /** The place of the fit in `FITS`, from 1. */
  readonly rank: number;
  /** The lead behind whom the page goes on; null: from the newest. */
  readonly behind: string | null;
  readonly limit: number;
}

/** The query of words that finds everybody of this fit; null: they are found by their ids. */
export const wordsOf = ({ sought, rank }: PartOfPage): string | null => sought.of_fit[rank - 1] ?? null;

/** SQL: who comes behind `$7`. Every value of a statement must stand in it, or Postgres does not know its type. */
export const IS_BEHIND = 'l.merged_into is null and ($7::text is null or l.id < $7) and ($6::text is null or true)';

/** SQL: who fits in this way, and in no better one. */
export const fitsBest = ({ rank }: PartOfPage): string =>
  `${CONDITIONS[rank - 1]} and ${RANK} = ${rank} order by l.id desc limit $8`;

/** `$1` to `$8`: the words of this fit stand in the place of those of all. */
export const valuesOf = (part: PartOfPage): readonly unknown[] => [
  ...part.sought.values.slice(0, -1),
  wordsOf(part),
  part.behind,
  part.limit,
];
