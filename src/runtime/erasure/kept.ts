import type { Kept } from '../store/erasure/erasure-row.ts';

/** The data that every erasure keeps, and why. */
export const ALWAYS_KEPT: readonly Kept[] = [
  { what: 'suppressions', why: 'salted hashes of their names: nobody writes to them, and nobody imports them, again' },
  {
    what: 'enrollments, intents, slots, timeline, events',
    why: 'that something took place, when and by which account, without a word or a name: numbers and limits count it, and its key keeps it from taking place twice',
  },
  {
    what: 'free pages and write-ahead logs of Postgres',
    why: 'vacuumed with this erasure; a page keeps old bytes until it is written again (VACUUM FULL rewrites a table at once), a log until it is recycled after a checkpoint',
  },
  {
    what: 'backups, and archives of Postgres or Temporal',
    why: 'as long as you keep them: after restoring one, check this receipt again (overture erase --verify)',
  },
];
