const ATTEMPTS = 4;
/** Serialization failure, deadlock detected: Postgres undid the transaction, and the same one can succeed. */
const CONFLICTS: readonly unknown[] = ['40001', '40P01'];

/** The transaction met what it could not have known when it began: it is undone, and the same one can succeed. */
export class Conflict extends Error {
  readonly code = '40001';

  constructor(message: string) {
    super(message);
    this.name = 'Conflict';
  }
}

/** For work that is one transaction and touches nothing outside of it: what was undone whole is done again. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (attempt === ATTEMPTS || !CONFLICTS.includes(code)) throw error;
    }
  }
}
