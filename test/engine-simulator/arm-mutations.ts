import { change } from './mistakes.ts';
import type { Mutation } from './mutation.ts';
import { writeMovedPeople } from './write-aimed-script.ts';

/** Mistakes that splits with `optimize` alone show. */
export const ARM_MUTATIONS: readonly Mutation[] = [
  {
    name: 'judged-twice',
    breaks: 'arms',
    write: writeMovedPeople,
    what: 'whoever is judged is looked at again by the next one, and counted again',
    rewrite: (statement) =>
      change(statement, /^update arm_choices c set look_at/, (text) =>
        text.replace('look_at = n.look_at', 'look_at = coalesce(n.look_at, c.look_at)'),
      ),
  },
];
