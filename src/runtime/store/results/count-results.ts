import type { Database } from '../../../shared/postgres/database.ts';
import { countLedger } from './count-ledger.ts';
import type { CountedResults } from './counted-results.ts';
import { readLedger } from './read-ledger.ts';
import type { ResultsAsked } from './result-filter.ts';

/** All numbers of a campaign's results. They are of one moment, so that they agree with each other. */
export const countResults = async (db: Database, asked: ResultsAsked): Promise<CountedResults> =>
  countLedger(await readLedger(db, asked), asked);
