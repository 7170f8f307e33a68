import type { Database, Queryable } from './database.ts';

class TakenBack extends Error {
  readonly give: () => void;

  constructor(give: () => void) {
    super('rolled back');
    this.give = give;
  }
}

/** The same database, for a dry run: a transaction goes all the way, gives what it would give, and is taken back. */
export function rehearsal(db: Database): Database {
  return {
    query: (text, values) => db.query(text, values),
    transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        db.transaction(async (tx) => {
          const result = await work(tx);
          throw new TakenBack(() => resolve(result));
        }).catch((error: unknown) => (error instanceof TakenBack ? error.give() : reject(error)));
      });
    },
    close: () => db.close(),
  };
}
