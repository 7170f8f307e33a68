/**
 * Openings after which a comment can only be a fragment, or speaks of something that it does not name. `Whether` is allowed: it is the
 * usual opening for what is true or false.
 */
const OPENING = /^(?:Of|By|Who|Whom|Whose|What|Where|It|Its|They|Their|Them|He|She|His|Her|This|These)\b/;

export interface Fragment {
  readonly line: number;
  readonly opening: string;
}

/** Finds the docstrings that begin with a fragment or a bare pronoun. */
export function findFragments(text: string): readonly Fragment[] {
  return [...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)].flatMap(({ index, 1: comment = '' }) => {
    const [opening] = OPENING.exec(comment.replace(/^[\s*]+/, '')) ?? [];
    return opening === undefined ? [] : [{ line: text.slice(0, index).split('\n').length, opening }];
  });
}
