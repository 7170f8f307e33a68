import { change } from './mistakes.ts';
import type { Mutation } from './mutation.ts';
import { writeEntryInOtherSpelling, writeSamePersonAgain } from './write-aimed-script.ts';

/** Mistakes that only those show who come in another spelling. */
export const SPELLING_MUTATIONS: readonly Mutation[] = [
  {
    name: 'known-by-profile-alone',
    breaks: 'spelling',
    write: writeSamePersonAgain,
    what: 'of the names with which somebody is brought the profile alone is remembered',
    rewrite: (statement) =>
      change(statement, /insert into identities/, (text) =>
        text
          .replace('select kind, value, lead_id from given', `$& where kind not in ('email', 'phone')`)
          .replace(
            'select * from unnest($1::text[], $2::text[], $3::text[]) returning',
            `select * from unnest($1::text[], $2::text[], $3::text[]) as given (kind) where kind not in ('email', 'phone') returning`,
          ),
      ),
  },
  {
    name: 'entry-as-written',
    breaks: 'I7',
    write: writeEntryInOtherSpelling,
    what: 'an entry of the do-not-contact list keeps a blank that stood behind the name, and is compared with it',
    rewrite: (statement) => {
      const kept = change(statement, /insert into suppressions as present/, (text) =>
        text
          .replace('on (kind, value) id, kind, value,', `on (kind, value) id, kind, value || ' ',`)
          .replace('using (kind, value)', `on w.kind = g.kind and w.value = g.value || ' '`),
      );
      return change(
        kept,
        /cross join lateral \(select i\.lead_id from identities i where .* i\.value = n\.value/s,
        (text) => text.replace('i.value = n.value', `i.value = n.value || ' '`),
      );
    },
  },
];
