import { change, LAST_LOOK } from './mistakes.ts';
import type { Mutation } from './mutation.ts';
import { writeDoubtBeforeSend } from './write-aimed-script.ts';

/** Mistakes that only those show whose mails may be answers. */
export const DOUBT_MUTATIONS: readonly Mutation[] = [
  {
    name: 'doubt-not-seen',
    breaks: 'doubt',
    write: writeDoubtBeforeSend('answer'),
    what: 'the last look does not see that a mail of theirs may be an answer',
    rewrite: (statement) =>
      change(statement, LAST_LOOK, (text) => text.replace('e.unclear_since', 'null::timestamptz as unclear_since')),
  },
  {
    name: 'decided-doubt-not-ingested',
    breaks: 'I8',
    write: writeDoubtBeforeSend('automatic'),
    what: 'what a person says of a mail is written down, and its event is not ingested again',
    rewrite: (statement) =>
      change(statement, /^update events set state = 'pending', decided = \$2/, (text) =>
        text.replace("state = 'pending', ", ''),
      ),
  },
];
