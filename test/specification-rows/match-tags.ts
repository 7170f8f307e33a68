import type { Row } from './row.ts';
import type { Tagged } from './scan-tags.ts';

export interface Coverage {
  /** Tests of each row, by its id. */
  readonly testsOf: ReadonlyMap<string, readonly Tagged[]>;
  /** Tags that name no row. */
  readonly strays: readonly Tagged[];
}

/** `*` in a tag stands for anything: for tests that run over all fields of a record, or over all lists. */
export function matchTags(rows: readonly Row[], tags: readonly Tagged[]): Coverage {
  const testsOf = new Map<string, Tagged[]>(rows.map((row) => [row.id, []]));
  const ids = [...testsOf.keys()];
  const strays: Tagged[] = [];
  for (const tagged of tags) {
    const matching = tagged.tag.includes('*') ? ids.filter(matcher(tagged.tag)) : ids.filter((id) => id === tagged.tag);
    if (matching.length === 0) strays.push(tagged);
    for (const id of matching) testsOf.get(id)?.push(tagged);
  }
  return { testsOf, strays };
}

function matcher(tag: string): (id: string) => boolean {
  const pattern = tag.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const expression = new RegExp(`^${pattern.join('.*')}$`);
  return (id) => expression.test(id);
}
