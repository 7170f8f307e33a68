import { forgetAllKept, forgetKept, keep, readKept } from '../parts/kept.ts';

/** A text that somebody has changed and not saved. */
export interface Unsaved {
  readonly text: string;
  /** The version that it started from; null: there was none. */
  readonly based_on: number | null;
  /** The revision of the draft that it went on with; null: there was none. */
  readonly revision: string | null;
}

const keyOf = (name: string): string => `sequence.${name}`;

export function readUnsaved(name: string): Unsaved | null {
  const found: Partial<Unsaved> = Object(readKept(keyOf(name)));
  if (typeof found.text !== 'string') return null;
  return { text: found.text, based_on: found.based_on ?? null, revision: found.revision ?? null };
}

export const keepUnsaved = (name: string, unsaved: Unsaved): void => keep(keyOf(name), unsaved);

export const forgetUnsaved = (name: string): void => forgetKept(keyOf(name));

/** Forgets the unsaved texts of every tab. */
export const forgetEachUnsaved = (name: string): void => forgetAllKept(keyOf(name));
