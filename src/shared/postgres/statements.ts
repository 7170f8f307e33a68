import { createHash } from 'node:crypto';
import type pg from 'pg';
import { isStalePlan } from './unavailable.ts';

/**
 * Whether a statement reads, as its text tells. A `select` may call a function that writes; where that must not happen outside of the transaction, the
 * statement begins with another word (`with`).
 */
export const isRead = (text: string): boolean => /^\s*select\b/i.test(text) || text.includes(ONLY_LOCKS);

/** Stands in the text of a statement that begins with `with`, and writes nothing all the same: it locks rows, which outside of a transaction does no harm. */
export const ONLY_LOCKS = '/* only locks */';

/**
 * Stands in the text of a statement that is planned for its values each time: of one that is prepared Postgres may come to take a plan for
 * whatever values, which knows neither how many an array has nor how many rows they fit.
 */
export const FOR_ITS_VALUES = '/* for its values */';

/** A program has some hundreds of fixed texts; one that is composed anew each time must not fill every connection. */
const MOST_PREPARED = 1000;

interface Prepared {
  readonly name: string;
  /**
   * The text as it came first. Most texts are composed anew for each question, and whoever compares them, as the driver does, compares thousands of characters; one with
   * itself it need not.
   */
  readonly text: string;
}
const names = new Map<string, Prepared>();
/** Counts the changes of tables that this process has run into. */
let schema = 0;

/**
 * Each connection prepares a text the first time that it sees it: parsing and planning are half the cost of a short query. The name
 * is made from the text: behind a pooler two processes share a connection, and what one calls by a name the other must mean too.
 */
function configOf(text: string, values: readonly unknown[] | undefined): pg.QueryConfig {
  if (values === undefined) return { text };
  let known = names.get(text);
  if (known === undefined && names.size < MOST_PREPARED && !text.includes(FOR_ITS_VALUES)) {
    const whole = inSchema(text);
    known = { name: `o_${createHash('sha256').update(whole).digest('base64url').slice(0, 22)}`, text: whole };
    names.set(text, known);
  }
  return known === undefined ? { text, values: [...values] } : { ...known, values: [...values] };
}

/** PgBouncer prepares the same text once, whatever names it has, so the text must be another one, too. */
const inSchema = (text: string): string => (schema === 0 ? text : `${text} /* schema ${schema} */`);

/**
 * Asks what was prepared. Where a migration of a newer version has added a column to a table of which all columns are read, Postgres refuses what a connection
 * has prepared before, for as long as the connection lasts: so all is prepared anew, under other names.
 */
export const prepared = <T>(
  text: string,
  values: readonly unknown[] | undefined,
  ask: (config: pg.QueryConfig) => Promise<T>,
): Promise<T> => preparedTogether([{ text, values }], ([config = { text }]) => ask(config));

/** A statement with its values, still to be asked. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The same for several that are asked as one. */
export async function preparedTogether<T>(
  statements: readonly (Pick<Statement, 'text'> & { readonly values: readonly unknown[] | undefined })[],
  ask: (configs: readonly pg.QueryConfig[]) => Promise<T>,
): Promise<T> {
  const before = schema;
  try {
    return await ask(statements.map(({ text, values }) => configOf(text, values)));
  } catch (error) {
    // Many may run into the same change at once.
    if (isStalePlan(error) && schema === before) {
      schema++;
      names.clear();
    }
    throw error;
  }
}
