import { emailIdentity, type Identity, phoneIdentity, profileIdentity } from '../../../../shared/identity/identity.ts';
import { wordsSought } from '../words-of-people.ts';

/** The words that somebody looks for, as the statements of a search need them. */
export interface Sought {
  /** The statements know them as `$1` to `$6`; the last is `anybody`. */
  readonly values: readonly unknown[];
  /** The query of words that finds everybody who may be meant. */
  readonly anybody: string;
  /** The query of words for each of `FITS`, in their order; null: leads of this kind are found by their ids. */
  readonly of_fit: readonly (string | null)[];
}

export function readSought(text: string): Sought {
  const words = text.trim().replace(/\s+/g, ' ').normalize('NFC');
  const { whole_name, words_of_name, beginning_of_name, address, company } = wordsSought(words);
  const anybody = `(${beginning_of_name}) | (${company}) | ${address}`;
  return {
    values: [...valuesOf(words), anybody],
    anybody,
    of_fit: [null, whole_name, words_of_name, beginning_of_name, address, null, company],
  };
}

/** A single word is a name before it is somebody's slug. */
function valuesOf(words: string): readonly unknown[] {
  const slug = /[/:@]/.test(words) ? null : profileIdentity(words);
  const isWord = slug?.kind === 'slug';
  const whole = [isWord ? null : profileIdentity(words), emailIdentity(words), phoneIdentity(words)];
  const names = whole.filter((identity): identity is Identity => identity !== null);
  return [
    words,
    names.map(({ kind }) => kind),
    names.map(({ value }) => value),
    words.replace(/[\\%_]/g, '\\$&'),
    isWord ? slug.value : null,
  ];
}
