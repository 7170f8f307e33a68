import { change } from './mistakes.ts';
import type { Mutation } from './mutation.ts';
import { writeErasedAndBroughtAgain, writeErasedBeforeReply } from './write-aimed-script.ts';

/** Mistakes that erasures alone show. */
export const ERASURE_MUTATIONS: readonly Mutation[] = [
  {
    name: 'erased-event-kept',
    breaks: 'erased',
    write: writeErasedBeforeReply,
    what: 'what somebody writes who was erased is kept as of nobody known',
    rewrite: (statement) =>
      change(statement, /^(?:with given|update events e set)/, (text) =>
        text.replace(/ as erased\b/g, ' and false as erased'),
      ),
  },
  {
    name: 'erased-not-remembered',
    breaks: 'I7',
    write: writeErasedAndBroughtAgain,
    what: 'of who was erased hashes are kept that none of their names has',
    rewrite: (statement) =>
      change(statement, /insert into suppressions.*'erased'/s, (text) => text.replaceAll('encode(', `'x' || encode(`)),
  },
];
